import { secondsLeft } from '../hold/countdown-line.tsx'
import type { Flow } from '../purchase-state.ts'

/** The database of this phone in which a proof waits; browsers of other apps and private windows may have none. */
const DATABASE = 'tombola'
const STORE = 'comprobantes'

interface KeptProof {
  token: string
  bytes: ArrayBuffer
  name: string
  type: string
  lastModified: number
  /** By this phone's clock, in milliseconds: the end of the hold. */
  until: number
}

/** The last write, so that the same bytes are not written again. */
let written: { token: string; file: File; until: number } | null = null

/**
 * Keeps the bytes of a chosen proof for as long as its tickets are held. A tab that the bank's app closed need not ask for it
 * again. Null takes them away.
 * @param seconds that the hold has left.
 */
async function keepProof(token: string, file: File | null, seconds: number): Promise<void> {
  if (!file) return dropProof(token)
  const until = Date.now() + seconds * 1000
  if (written?.token === token && written.file === file && Math.abs(written.until - until) < 5_000) return
  written = { token, file, until }
  const { name, type, lastModified } = file
  const kept: KeptProof = { token, bytes: await file.arrayBuffer(), name, type, lastModified, until }
  await inStore((store) => store.put(kept))
}

/** The hold whose proof was asked for. */
let asked: string | null = null

/** Keeps what the payment has chosen while its tickets are held, and brings it back to a tab that was closed meanwhile. */
export async function followProof({ purchase: { hold, proof, late }, change, alive }: Flow): Promise<void> {
  const token = hold?.token
  if (!token || late) return
  const first = asked !== token && !proof
  asked = token
  if (!first) return keepProof(token, proof ?? null, secondsLeft(hold))
  const found = await readProof(token)
  if (found && alive.current) change({ proof: found })
}

/** The proof of that hold, or null. Those whose time is over are deleted. */
async function readProof(token: string): Promise<File | null> {
  await sweepProofs()
  const kept = await inStore<KeptProof | undefined>((store) => store.get(token))
  return kept ? new File([kept.bytes], kept.name, kept) : null
}

export async function dropProof(token: string): Promise<void> {
  written = null
  await inStore((store) => store.delete(token))
}

/** Deletes proofs that outlived their hold because the page was closed: each visit does, before anything else is kept. */
async function sweepProofs(): Promise<void> {
  const all = (await inStore<KeptProof[]>((store) => store.getAll())) ?? []
  for (const { token, until } of all) if (until <= Date.now()) await dropProof(token)
}

/** @returns null where nothing can be kept: the purchase goes on without. */
function inStore<Result>(ask: (store: IDBObjectStore) => IDBRequest): Promise<Result | null> {
  return new Promise((resolve) => {
    const none = () => resolve(null)
    try {
      const opening = indexedDB.open(DATABASE, 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'token' })
      opening.onerror = none
      opening.onblocked = none
      opening.onsuccess = () => {
        const database = opening.result
        const asked = ask(database.transaction(STORE, 'readwrite').objectStore(STORE))
        asked.onsuccess = () => resolve(asked.result as Result)
        asked.onerror = none
        asked.transaction?.addEventListener('complete', () => database.close())
      }
    } catch {
      none()
    }
  })
}
