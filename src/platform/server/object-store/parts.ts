import { randomUUID } from 'node:crypto'
import { HASH } from './read-object.ts'
import { readText } from './read-text.ts'
import { textOf } from './read-xml.ts'
import type { Requests } from './requests.ts'
import { StoreError, troubleOf } from './store-error.ts'

/** An object that is sent in parts. Nobody sees it before `end`. */
export interface Parts {
  add(bytes: Uint8Array): Promise<void>
  end(): Promise<void>
  /** Takes back the sent parts; never throws. */
  drop(): Promise<void>
}

/** Metadata that identifies one sending of an object. */
const SENDING = 'x-amz-meta-envio'

/** @param key with the prefix. @param known the hash of the whole. */
export async function beginParts({ send }: Requests, key: string, known?: string): Promise<Parts> {
  const sending = randomUUID()
  const headers = { [SENDING]: sending, ...(known !== undefined && { [HASH]: known }) }
  const begun = await send({ method: 'POST', key, query: { uploads: '' }, headers })
  const uploadId = textOf(await readText(begun), 'UploadId')
  if (uploadId === '') throw new StoreError('failed')
  const etags: string[] = []
  return {
    async add(body) {
      const query = { partNumber: String(etags.length + 1), uploadId }
      const answer = await send({ method: 'PUT', key, query, body })
      await answer.body?.cancel()
      etags.push(answer.headers.get('etag') ?? '')
    },
    async end() {
      const list = etags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
      const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`)
      try {
        await endedWell(await send({ method: 'POST', key, query: { uploadId }, body }))
      } catch (error) {
        // An answer may be lost, and the retry gets "no such upload".
        const { headers } = await send({ method: 'HEAD', key, besides: [404] })
        if (headers.get(SENDING) !== sending) throw error
      }
    },
    async drop() {
      await send({ method: 'DELETE', key, query: { uploadId }, besides: [404] }).catch(() => {})
    },
  }
}

/** A slow operation is answered 200 immediately, with its outcome in the body. @throws StoreError */
export async function endedWell(answer: Response): Promise<void> {
  const xml = await readText(answer)
  if (!xml.includes('<Error>')) return
  const code = textOf(xml, 'Code')
  throw new StoreError(troubleOf(500, code), code)
}
