import { type PassThrough, Readable } from 'node:stream'
import { INSTALLATION_FILE } from '#platform/server/installation/installation.ts'
import { measuring } from '#platform/server/object-store/pieces.ts'
import type { Place } from './place.ts'

const BLOCK = 512
/** Largest value of eleven octal digits. */
const LARGEST = 8 ** 11 - 1

/**
 * A copy as one stream that `tar x` unpacks into a place: it is empty, and nothing is read again. A reader that goes
 * away makes the next `put` fail.
 */
export function tarPlace(out: PassThrough): Place {
  async function write(bytes: Uint8Array): Promise<void> {
    if (out.destroyed) throw new Error('nobody reads any more')
    if (out.write(bytes)) return
    await new Promise<void>((resolve, reject) => {
      const done = () => {
        out.off('drain', done).off('close', done)
        if (out.destroyed) reject(new Error('nobody reads any more'))
        else resolve()
      }
      out.on('drain', done).on('close', done)
    })
  }

  /** One file after the other, by any caller. */
  let last: Promise<unknown> = Promise.resolve()

  /** The owner's file, which is read again. */
  let whose: Uint8Array = new Uint8Array()

  async function append(key: string, source: AsyncIterable<Uint8Array>, size: number) {
    await write(header(key, size))
    const { bytes, result } = measuring(source)
    let written = 0
    for await (const part of bytes) {
      if (key === INSTALLATION_FILE) whose = part
      written += part.length
      if (written > size) break
      // The bytes wait there for the reader of the tar.
      await write(Uint8Array.from(part))
    }
    if (written !== size) throw new Error(`${key} changed while it was read`)
    await write(new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK))
    return result()
  }

  return {
    name: 'tar',
    folder: null,
    put(key, source, size) {
      if (size === null) throw new Error('a tar says sizes before')
      const mine = last.then(() => append(key, source, size))
      last = mine.catch(() => {})
      return mine
    },
    open: async (key) => (key === INSTALLATION_FILE ? { stream: Readable.from([whose]), size: whose.length } : null),
    async *list() {},
    remove: async () => {},
  }
}

/** Blocks after the last file. */
export const TAR_END = new Uint8Array(2 * BLOCK)

/** Of ustar (POSIX.1-1988), for a plain file that its owner reads. */
function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, digits: number) => block.write(value.toString(8).padStart(digits, '0'), at)
  if (name.length > 100) throw new Error(`${name} is too long a name for a tar`)
  block.write(name, 0)
  octal(0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  if (size <= LARGEST) octal(size, 124, 11)
  else {
    // As GNU and every other tar writes larger sizes.
    block.writeUInt8(0x80, 124)
    block.writeBigUInt64BE(BigInt(size), 128)
  }
  octal(0, 136, 11)
  block.write('        0', 148)
  block.write('ustar\x0000', 257)
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  )
  block.write('\x00 ', 154)
  return block
}
