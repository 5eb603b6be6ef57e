import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { measuring, once, pieces } from './pieces.ts'
import {
  elementsOf,
  openRequests,
  PATIENCE,
  type Patience,
  type Requests,
  type StoreRequest,
  type StoreSettings,
  textOf,
} from './requests.ts'
import type { ObjectStore, Stored } from './store.ts'
import { StoreError } from './store-error.ts'

/**
 * Opens a bucket. It sends no request yet: `check` does.
 * @param fetch the way out to other hosts.
 */
export async function openObjectStore(
  settings: StoreSettings,
  fetch: typeof globalThis.fetch = globalThis.fetch,
  patience: Patience = PATIENCE,
): Promise<ObjectStore> {
  const requests = await openRequests(settings, fetch, patience)
  const { send } = requests
  const full = (key: string) => settings.prefix + key
  const at = (key: string) => `/${settings.bucket}/${full(key)}`

  const store: Omit<ObjectStore, 'check'> = {
    async look(key) {
      const { status, headers } = await send({ method: 'HEAD', key: full(key), besides: [404] })
      if (status === 404) return null
      const modified = Date.parse(headers.get('last-modified') ?? '')
      return { size: Number(headers.get('content-length')), sha256: headers.get(HASH), modified }
    },
    put: (key, source, known) =>
      putObject(requests, full(key), source instanceof Uint8Array ? once(source) : source, known),
    open: (key) => readObject(requests, full(key), patience.tries),
    async read(key) {
      const found = await store.open(key)
      return found && Buffer.concat(await found.stream.toArray())
    },
    async *list(prefix, page = 1_000) {
      // The first form of the question, which every store has: by the last key, so that each page is a question of its own.
      let last = ''
      for (;;) {
        const query = { prefix: full(prefix), 'max-keys': String(page), ...(last && { marker: last }) }
        const { text: xml } = await send({ method: 'GET', key: '', query })
        const before = last
        for (const entry of elementsOf(xml, 'Contents')) {
          last = textOf(entry, 'Key')
          const key = last.slice(settings.prefix.length)
          yield { key, size: Number(textOf(entry, 'Size')), modified: Date.parse(textOf(entry, 'LastModified')) }
        }
        if (textOf(xml, 'IsTruncated') !== 'true' || last === before) return
      }
    },
    async copy(from, to) {
      const headers = { 'x-amz-copy-source': at(from) }
      return (await send({ method: 'PUT', key: full(to), headers, besides: [404] })).status !== 404
    },
    async remove(key) {
      await send({ method: 'DELETE', key: full(key), besides: [404] })
    },
  }
  return { ...store, check: () => checkBucket(store, requests, full) }
}

/** A trial takes a minute at most; older ones were left by a killed process. */
const LEFT = 3_600_000
const TRIAL = /^prueba\/[0-9a-f]{16}$/

/**
 * Writes a small object, reads, lists and removes it, and tries to do the same as a stranger. It also removes leftovers of earlier trials.
 * @param full a key with its prefix.
 * @throws StoreError with the problem.
 */
async function checkBucket(
  store: Omit<ObjectStore, 'check'>,
  { isOpen }: Requests,
  full: (key: string) => string,
): Promise<void> {
  const key = `prueba/${randomBytes(8).toString('hex')}`
  const bytes = randomBytes(64)
  await store.put(key, bytes)
  try {
    const found = await store.read(key)
    if (!found?.equals(bytes)) throw new StoreError('altered')
    const trials = await Array.fromAsync(store.list('prueba/'))
    const own = trials.find((entry) => entry.key === key)
    if (!own) throw new StoreError('forbidden', 'ListBucket')
    // By the store's clock alone: ours may be another.
    const left = trials.filter((entry) => TRIAL.test(entry.key) && own.modified - entry.modified > LEFT)
    for (const entry of left) await store.remove(entry.key)
    const strangers: StoreRequest[] = [
      { method: 'GET', key: full(key) },
      { method: 'GET', key: '', query: { 'max-keys': '1' } },
      { method: 'PUT', key: full(key), body: Buffer.from('cualquiera') },
    ]
    // One after the other: the last would change what the first reads.
    for (const request of strangers) if (await isOpen(request)) throw new StoreError('public')
  } finally {
    await store.remove(key)
  }
  if (await store.look(key)) throw new StoreError('forbidden', 'DeleteObject')
}

/** Metadata that identifies one sending of an object. */
const SENDING = 'x-amz-meta-envio'

/**
 * Stores an object, in parts if it has more than one. Nobody sees it before its end.
 * @param key with the prefix. @param known the hash of the whole.
 */
async function putObject(
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

/** The header that brings the hash of the whole along. */
const HASH = 'x-amz-meta-sha256'

/** An object as a stream, which fails where its bytes are not those of its hash. @param key with the prefix. */
async function readObject(
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
