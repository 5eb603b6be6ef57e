import type { Readable } from 'node:stream'

export interface Listed {
  key: string
  /** Bytes. */
  size: number
  /** Milliseconds since 1970, by the store's clock. */
  modified: number
}

export interface Stored {
  /** Bytes. */
  size: number
  /** Of the whole, in hexadecimal; null if unknown: a sender of parts did not know it before. */
  sha256: string | null
}

/** A bucket of an S3 server, or a prefix of one. Keys are relative to it, of letters, digits and `-_./`. */
export interface ObjectStore {
  /**
   * Stores an object; it is there as a whole when this has resolved, and not at all before. More than 8 MiB go in parts of that
   * size, which is also its use of memory.
   * @param known hash of the whole, which its readers then check.
   */
  put(
    key: string,
    source: Uint8Array | AsyncIterable<Uint8Array>,
    known?: string,
  ): Promise<{ size: number; sha256: string }>
  /** Its stream fails in the end where the bytes are not those of the hash; a line that breaks is taken up where it broke. */
  open(key: string): Promise<(Stored & { stream: Readable }) | null>
  read(key: string): Promise<Buffer | null>
  look(key: string): Promise<(Stored & { modified: number }) | null>
  /** In the order of the keys. @param page keys per request. */
  list(prefix: string, page?: number): AsyncIterable<Listed>
  /** Copies inside the store; false when there is nothing to copy. */
  copy(from: string, to: string): Promise<boolean>
  remove(key: string): Promise<void>
  /**
   * Tries everything that the others do, and that a stranger can do nothing.
   * @throws StoreError with a sentence for people.
   */
  check(): Promise<void>
}
