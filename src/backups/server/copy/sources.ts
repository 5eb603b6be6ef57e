import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from '#platform/server/context.ts'
import { absent } from '#platform/server/files.ts'
import { StoreError } from '#platform/server/object-store/store-error.ts'
import { measuring, once, type Place } from '../place/place.ts'
import type { KnownProof } from './facts.ts'
import { type CopiedFile, PROOFS } from './manifest.ts'

export type Room = (size: number) => Buffer

/** Room that each file is read into after the other, whole. */
export function oneRoom(): Room {
  let room = Buffer.alloc(0)
  return (size) => {
    if (room.length < size) room = Buffer.allocUnsafeSlow(size)
    return room.subarray(0, size)
  }
}

/** A file of the copy: what is known of it, and its bytes. */
export interface Source {
  name: string
  file: CopiedFile
  /** Null when it is gone, or is not that one any more. @param room what may be read into. */
  open(room: Room): Promise<AsyncIterable<Uint8Array> | null>
}

/** What the copied database says of a proof, and its bytes as the shop has them. */
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

/** Null where a disk or a bucket cannot give back what it once took: who rescues the rest is not to be kept from it. */
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

/** What a stream holds. */
export async function measure(stream: AsyncIterable<Uint8Array>): Promise<CopiedFile> {
  const { bytes, result } = measuring(stream)
  for await (const _ of bytes);
  const { size, sha256 } = result()
  return { sha256, bytes: size }
}

/** SHA-256 of what lies under that key; null when it is gone, or cannot be read any more. */
export async function hashOf(place: Place, key: string): Promise<string | null> {
  const found = await place.open(key)
  return found && ((await unlessRotten(measure(found.stream)))?.sha256 ?? null)
}
