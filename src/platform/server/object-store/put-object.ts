import { randomUUID } from 'node:crypto'
import { measuring, pieces } from './pieces.ts'
import { HASH } from './read-object.ts'
import { type Requests, textOf } from './requests.ts'
import { StoreError } from './store-error.ts'

/** Metadata that identifies one sending of an object. */
const SENDING = 'x-amz-meta-envio'

/**
 * Stores an object, in parts if it has more than one. Nobody sees it before its end.
 * @param key with the prefix. @param known the hash of the whole.
 */
export async function putObject(
  { send }: Requests,
  key: string,
  source: AsyncIterable<Uint8Array>,
  known?: string,
): Promise<{ size: number; sha256: string }> {
  const { bytes, result } = measuring(source)
  const sending = randomUUID()
  const etags: string[] = []
  let uploadId = ''
  let stored = { size: 0, sha256: '' }
  try {
    for await (const { body, last } of pieces(bytes)) {
      if (last) stored = result()
      if (last && known !== undefined && known !== stored.sha256) throw new StoreError('altered')
      if (last && uploadId === '') {
        await send({ method: 'PUT', key, headers: { [HASH]: stored.sha256 }, body })
        return stored
      }
      if (uploadId === '') {
        const headers = { [SENDING]: sending, ...(known !== undefined && { [HASH]: known }) }
        uploadId = textOf((await send({ method: 'POST', key, query: { uploads: '' }, headers })).text, 'UploadId')
        if (uploadId === '') throw new StoreError('failed')
      }
      const query = { partNumber: String(etags.length + 1), uploadId }
      etags.push((await send({ method: 'PUT', key, query, body })).headers.get('etag') ?? '')
    }
    const list = etags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`)
    await send({ method: 'POST', key, query: { uploadId }, body }).catch(async (error) => {
      // An answer may be lost, and the retry gets "no such upload".
      const { headers } = await send({ method: 'HEAD', key, besides: [404] })
      if (headers.get(SENDING) !== sending) throw error
    })
    return stored
  } catch (error) {
    if (uploadId !== '') await send({ method: 'DELETE', key, query: { uploadId }, besides: [404] }).catch(() => {})
    throw error
  }
}
