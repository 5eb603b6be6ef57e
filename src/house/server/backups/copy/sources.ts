import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from '#platform/server/context.ts'
import { absent } from '#platform/server/files.ts'
import { measuring, once } from '#platform/server/object-store/pieces.ts'
import { StoreError } from '#platform/server/object-store/store-error.ts'
import type { Place } from '../place/place.ts'
import type { Cover } from './cover.ts'
import type { KnownProof } from './facts.ts'
import { type CopiedFile, PROOFS } from './manifest.ts'

/** A file of the copy: its known facts, and its bytes. */
export interface Source {
  name: string
  file: CopiedFile
  /** Null if it is gone, or was replaced. @param room buffer to read into. */
  open(room?: Buffer): Promise<AsyncIterable<Uint8Array> | null>
}

/** Size and hash of a proof from the copied database, and its bytes as the shop has them. */
export function proofSource({ config, files }: Ctx, { id, bytes, sha256 }: KnownProof): Source {
  return {
    name: `${PROOFS}/${id}`,
    file: { sha256, bytes },
    async open(room) {
      // Whole, because it is small: in pieces it goes to the disk and back for each. Its row may have gone since the database was copied.
      const whole =
        (await files.read(id, room)) ?? (await readFile(join(config.dataDir, PROOFS, 'cuarentena', id)).catch(absent))
      return whole?.length === bytes ? once(whole) : null
    },
  }
}

/** Null if a disk or a bucket cannot give a file back: that must not keep anybody from rescuing the rest. */
export async function unlessRotten<T>(reading: Promise<T | null>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    const rotten =
      error instanceof StoreError ? error.trouble === 'altered' : (error as { code?: string }).code === 'EIO'
    if (rotten) return null
    throw error
  }
}

/** Stores a file. @returns its facts, and the hash of the stored bytes. */
export async function putCovered(
  place: Place,
  key: string,
  cover: Cover,
  source: AsyncIterable<Uint8Array>,
  bytes: number,
) {
  const read = cover.identity && measuring(source)
  const put = await place.put(key, read ? await cover.seal(read.bytes) : source, read ? null : bytes)
  const { size, sha256 } = read ? read.result() : put
  return { file: { sha256, bytes: size }, stored: put.sha256 }
}

/** SHA-256 of the bytes under that key; null if they are gone, or unreadable. */
export async function hashOf(place: Place, key: string): Promise<string | null> {
  const found = await place.open(key)
  return found && unlessRotten(hashStream(found.stream))
}

async function hashStream(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const { bytes, result } = measuring(stream)
  for await (const _ of bytes);
  return result().sha256
}
