import { createHash } from 'node:crypto'
import { checkBucket } from './check-bucket.ts'
import { beginParts, endedWell, type Parts } from './parts.ts'
import { pieces } from './pieces.ts'
import { HASH, readObject, refuseLostBucket } from './read-object.ts'
import { readText } from './read-text.ts'
import { elementsOf, textOf } from './read-xml.ts'
import { openRequests, PATIENCE, type Patience, type StoreSettings } from './requests.ts'
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

  async function look(key: string): Promise<(Stored & { modified: number }) | null> {
    const { status, headers } = await send({ method: 'HEAD', key: full(key), besides: [404] })
    if (status === 404) return null
    const modified = Date.parse(headers.get('last-modified') ?? '')
    return { size: Number(headers.get('content-length')), sha256: headers.get(HASH), modified }
  }

  const store: Omit<ObjectStore, 'check'> = {
    look,
    async put(key, source, known) {
      const whole = createHash('sha256')
      let size = 0
      let first: Uint8Array = new Uint8Array()
      let parts: Parts | null = null
      try {
        for await (const piece of pieces(source instanceof Uint8Array ? [source] : source)) {
          whole.update(piece)
          if (size > 0) {
            if (!parts) {
              parts = await beginParts(requests, full(key), known)
              await parts.add(first)
            }
            await parts.add(piece)
          } else first = piece
          size += piece.length
        }
        const hash = whole.digest('hex')
        if (known !== undefined && known !== hash) throw new StoreError('altered')
        if (parts) await parts.end()
        else {
          const stored = await send({ method: 'PUT', key: full(key), headers: { [HASH]: hash }, body: first })
          await stored.body?.cancel()
        }
        return { size, sha256: hash }
      } catch (error) {
        await parts?.drop()
        throw error
      }
    },
    open: (key) => readObject(requests, full(key), patience),
    async read(key) {
      const found = await readObject(requests, full(key), patience)
      if (!found) return null
      const all: Buffer[] = []
      for await (const chunk of found.stream) all.push(chunk)
      return Buffer.concat(all)
    },
    async *list(prefix, page = 1_000) {
      // The first form of the question, which every store has: by the last key, so that each page is a question of its own.
      let last = ''
      for (;;) {
        const query = { prefix: full(prefix), 'max-keys': String(page), ...(last && { marker: last }) }
        const xml = await readText(await send({ method: 'GET', key: '', query }), patience.answer)
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
      const answer = await send({ method: 'PUT', key: full(to), headers, besides: [404] })
      if (answer.status === 404) await refuseLostBucket(answer)
      else await endedWell(answer)
      return answer.ok
    },
    async remove(key) {
      const answer = await send({ method: 'DELETE', key: full(key), besides: [404] })
      if (answer.status === 404) await refuseLostBucket(answer)
      else await answer.body?.cancel()
    },
  }
  return { ...store, check: () => checkBucket(store, requests, full) }
}
