import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Space } from '#platform/server/installation/space.ts'

/** What is being written to a folder has this at its end, and is nothing yet. */
export const UNFINISHED = '.nueva'

/** Where copies are kept: a folder, or a bucket. Keys are ours: letters, digits and `-_./`, never what somebody typed. */
export interface Place {
  /** As its owner wrote it, for people. */
  name: string
  /** What lies there is read again for nothing, and may rot without anybody saying so. */
  local: boolean
  /**
   * Stores what comes; it is there as a whole when this has resolved, and not at all before.
   * @param size bytes that come; null where sealing them makes more.
   * @returns SHA-256 of what was stored, in hexadecimal.
   */
  put(key: string, source: AsyncIterable<Uint8Array>, size: number | null): Promise<{ size: number; sha256: string }>
  /** When this has resolved, all that was put survives a power cut: once for all of it, for each file takes ten times as long. */
  flush(): Promise<void>
  open(key: string): Promise<{ stream: Readable; size: number } | null>
  /** What lies under a prefix, also what was never finished. */
  list(prefix: string): AsyncIterable<{ key: string; size: number }>
  remove(key: string): Promise<void>
  /** Puts a small file there, reads it back and removes it. @throws what keeps it from that; it leaves nothing behind. */
  check(): Promise<void>
  /** Keeps others who copy here away. @returns what lets them; null when somebody copies here now. */
  lock(): (() => void) | null
  /** What is left there; null where nobody can say. */
  space(): Promise<Space | null>
}

/** Stores what is in memory. @returns SHA-256 of it, in hexadecimal. */
export async function putBytes(place: Place, key: string, bytes: Uint8Array): Promise<string> {
  return (await place.put(key, once(bytes), bytes.length)).sha256
}

export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The same bytes, counted and hashed on their way. */
export function measuring(source: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let size = 0
  async function* bytes() {
    for await (const part of source) {
      hash.update(part)
      size += part.length
      yield part
    }
  }
  return { bytes: bytes(), result: () => ({ size, sha256: hash.digest('hex') }) }
}
