/** Bytes sent together and held in memory; every part of an object but its last must have 5 MiB. */
export const PART = 8 << 20

/** The same bytes in pieces of `PART`, the last one shorter, and at least one. */
export async function* pieces(
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  length = PART,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let size = 0
  let any = false
  const take = () => {
    const [only] = waiting
    const piece = waiting.length === 1 && only ? only : Buffer.concat(waiting)
    waiting = []
    size = 0
    any = true
    return piece
  }
  for await (const chunk of source) {
    let rest = chunk
    while (size + rest.length >= length) {
      waiting.push(rest.subarray(0, length - size))
      rest = rest.subarray(length - size)
      yield take()
    }
    if (rest.length === 0) continue
    waiting.push(rest)
    size += rest.length
  }
  if (size > 0 || !any) yield take()
}
