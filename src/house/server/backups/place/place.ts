import type { Readable } from 'node:stream'
import { once } from '#platform/server/object-store/pieces.ts'

/** Suffix of a file that is being written to a folder, and does not count yet. */
export const UNFINISHED = '.nueva'

/** Place of copies: a folder, or a bucket. Keys are ours: letters, digits and `-_./`, never typed text. */
export interface Place {
  /** As its owner wrote it, for people. */
  name: string
  /**
   * The folder, null for a bucket. A disk can be locked and flushed, reports its free space, and is read again without need, because its
   * files may rot silently. A bucket keeps all that it has acknowledged.
   */
  folder: string | null
  /**
   * Stores a file; it is there as a whole when this has resolved, and not at all before. From then on the caller may reuse the bytes.
   * @param size bytes of the source; null if sealing makes more of them.
   * @returns SHA-256 of the stored bytes, in hexadecimal.
   */
  put(key: string, source: AsyncIterable<Uint8Array>, size: number | null): Promise<{ size: number; sha256: string }>
  open(key: string): Promise<{ stream: Readable; size: number } | null>
  /** Files under a prefix, also unfinished ones. */
  list(prefix: string): AsyncIterable<{ key: string; size: number }>
  remove(key: string): Promise<void>
}

/** Stores bytes from memory. @returns their SHA-256, in hexadecimal. */
export async function putBytes(place: Place, key: string, bytes: Uint8Array): Promise<string> {
  return (await place.put(key, once(bytes), bytes.length)).sha256
}
