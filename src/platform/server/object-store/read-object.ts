import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { inTime, readText } from './read-text.ts'
import { textOf } from './read-xml.ts'
import type { Patience, Requests } from './requests.ts'
import { StoreError } from './store-error.ts'

/** The header that brings the hash of the whole along. */
export const HASH = 'x-amz-meta-sha256'

/** @returns null when there is no such object. @throws StoreError when there is no such bucket, or no answer. */
export async function openIfThere(
  { send }: Requests,
  key: string,
  headers: Record<string, string> = {},
): Promise<Response | null> {
  // 412 answers `if-match`: it is another one by now.
  const answer = await send({ method: 'GET', key, headers, besides: [404, 412] })
  if (answer.status !== 404) return answer
  await refuseLostBucket(answer)
  return null
}

/** That an object is not there is one thing, that nothing is there another. @throws StoreError */
export async function refuseLostBucket(answer: Response): Promise<void> {
  const code = textOf(await readText(answer), 'Code')
  if (code === 'NoSuchBucket') throw new StoreError('bucket', code)
}

/** An object as a stream, which fails where its bytes are not those of its hash. @param key with the prefix. */
export async function readObject(
  requests: Requests,
  key: string,
  patience: Patience,
): Promise<{ stream: Readable; size: number; sha256: string | null } | null> {
  const answer = await openIfThere(requests, key)
  if (!answer) return null
  const size = Number(answer.headers.get('content-length'))
  const sha256 = answer.headers.get(HASH)
  return { stream: Readable.from(bytesOf(requests, key, patience, answer, size, sha256)), size, sha256 }
}

async function* bytesOf(
  requests: Requests,
  key: string,
  patience: Patience,
  first: Response,
  size: number,
  sha256: string | null,
): AsyncGenerator<Uint8Array> {
  const whole = createHash('sha256')
  const same = first.headers.get('etag') ?? ''
  let answer = first
  let got = 0
  for (let attempt = 1; ; attempt++) {
    try {
      for await (const chunk of inTime(answer, patience.answer)) {
        got += chunk.length
        if (got > size) throw new StoreError('altered')
        whole.update(chunk)
        yield chunk
      }
      if (got >= size) break
      throw new StoreError('unreachable', 'ECONNRESET')
    } catch (error) {
      if (attempt >= patience.tries) throw error
    }
    // If it was replaced meanwhile, the new object's end does not fit our beginning.
    const rest = await openIfThere(requests, key, { range: `bytes=${got}-`, ...(same && { 'if-match': same }) })
    if (rest?.status !== 206) throw new StoreError('altered')
    answer = rest
  }
  if (got !== size || (sha256 !== null && whole.digest('hex') !== sha256)) throw new StoreError('altered')
}
