import type { DiskFiles, Files } from '../files.ts'

/**
 * Files of a bucket that many ask for and that never change under their id, each kept on this machine's disk once somebody has asked
 * for it. What is near is a copy: it is written after the bucket has it, and a machine without room serves from the bucket.
 */
export function keptNear(far: Files, near: DiskFiles): Files {
  async function keep(id: string, bytes: Uint8Array): Promise<void> {
    await near.put(id, bytes).catch(() => {})
  }

  async function read(id: string): Promise<Buffer | null> {
    const found = await near.read(id)
    if (found) return found
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
      const found = await near.open(id)
      if (found) return found
      const bytes = await read(id)
      return (await near.open(id)) ?? (bytes && (await far.open(id)))
    },
    async remove(id) {
      await far.remove(id)
      await near.remove(id)
    },
  }
}
