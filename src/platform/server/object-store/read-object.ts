import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Requests } from './requests.ts'
import type { Stored } from './store.ts'
import { StoreError } from './store-error.ts'

/** The header that brings the hash of the whole along. */
export const HASH = 'x-amz-meta-sha256'

/** An object as a stream, which fails where its bytes are not those of its hash. @param key with the prefix. */
export async function readObject(
  { send }: Requests,
  key: string,
  tries: number,
): Promise<(Stored & { stream: Readable }) | null> {
  // 412 answers `if-match`: it is another one by now.
  const ask = (headers = {}) => send({ method: 'GET', key, headers, besides: [404, 412] })
  const first = await ask()
  if (first.status === 404) return null
  const size = Number(first.headers.get('content-length'))
  const sha256 = first.headers.get(HASH)
  const same = first.headers.get('etag')

  async function* bytes(): AsyncGenerator<Uint8Array> {
    const whole = createHash('sha256')
    let answer = first
    let got = 0
    for (let attempt = 1; ; attempt++) {
      try {
        for await (const chunk of answer.bytes) {
          got += chunk.length
          if (got > size) throw new StoreError('altered')
          whole.update(chunk)
          yield chunk
        }
        if (got >= size) break
        throw new StoreError('unreachable', 'ECONNRESET')
      } catch (error) {
        // What the reader or the bytes are to blame for is no reason to ask again.
        if (!(error instanceof StoreError && error.passing) || attempt >= tries) throw error
      }
      // If it was replaced meanwhile, the new object's end does not fit our beginning.
      answer = await ask({ range: `bytes=${got}-`, ...(same && { 'if-match': same }) })
      if (answer.status !== 206) throw new StoreError('altered')
    }
    if (got !== size || (sha256 !== null && whole.digest('hex') !== sha256)) throw new StoreError('altered')
  }
  return { stream: Readable.from(bytes()), size, sha256 }
}
