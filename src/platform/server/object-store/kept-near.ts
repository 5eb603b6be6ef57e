import { Readable } from 'node:stream'
import type { Files } from '../files.ts'

/** Bytes of a bucket that one machine keeps on its disk: the pictures of a hundred raffles and more. */
const MOST = 512 * 1024 ** 2

/**
 * Popular files of a bucket that never change under their id, each kept on this machine's disk after its first use. The near file is a copy: it is
 * written after the bucket has it, and a machine without room serves from the bucket.
 * @param near an empty folder.
 * @param most bytes that are kept: beyond it the least recently used file goes.
 */
export function keptNear(far: Files, near: Files, most = MOST): Files {
  /** Sizes by id; the least recently used comes first. */
  const sizes = new Map<string, number>()
  let kept = 0

  /** @returns whether it was near. */
  function forget(id: string): boolean {
    kept -= sizes.get(id) ?? 0
    return sizes.delete(id)
  }

  function note(id: string, size: number): void {
    forget(id)
    sizes.set(id, size)
    kept += size
  }

  async function drop(id: string): Promise<void> {
    forget(id)
    await near.remove(id)
  }

  async function keep(id: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > most) return
    // Counted before it is written, so that simultaneous writes have room together.
    note(id, bytes.length)
    for (const [oldest] of sizes) {
      if (kept <= most) break
      await drop(oldest).catch(() => {})
    }
    await near.put(id, bytes).catch(() => {})
    // It was the oldest by the time it was there.
    if (!sizes.has(id)) await near.remove(id).catch(() => {})
  }

  async function read(id: string): Promise<Buffer | null> {
    const found = await near.read(id)
    if (found) {
      if (sizes.has(id)) note(id, found.length)
      return found
    }
    const bytes = await far.read(id)
    if (bytes) await keep(id, bytes)
    return bytes
  }

  return {
    ...far,
    async put(id, bytes) {
      await far.put(id, bytes)
      await keep(id, bytes)
    },
    read,
    async open(id) {
      // Whole, so that it may go while it is sent.
      const bytes = await read(id)
      return bytes && { stream: Readable.from([bytes]), size: bytes.length }
    },
    async remove(id) {
      await far.remove(id)
      await drop(id)
    },
  }
}
