import { createHash } from 'node:crypto'

/** Bytes sent together and held in memory; every part of an object but its last must have 5 MiB. */
export const PART = 8 << 20

/** The same bytes in pieces of `PART`; the last one, which there always is, has as many or fewer. */
export async function* pieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<{ body: Uint8Array; last: boolean }> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    waiting.push(chunk)
    for (size += chunk.length; size > PART; size -= PART) {
      const all = joined(waiting)
      waiting = [all.subarray(PART)]
      yield { body: all.subarray(0, PART), last: false }
    }
  }
  yield { body: joined(waiting), last: true }
}

/** Copies only what has to be: garbage of that size costs more than all the rest. */
const joined = (parts: Uint8Array[]) => (parts.length === 1 && parts[0]) || Buffer.concat(parts)

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

export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
