/** Kinds of a limited child's answers. Kinds of requests have a number below these, by the child's own table. */
export const ANSWER = { ready: 10, done: 11, refused: 12 } as const

const HEAD = 5

/** One byte of kind, four of length, and as many bytes: requests to a limited child, and its answers. */
export function frame(kind: number, body: Uint8Array): Buffer[] {
  const head = Buffer.alloc(HEAD)
  head.writeUInt8(kind, 0)
  head.writeUInt32BE(body.length, 1)
  return [head, Buffer.from(body.buffer, body.byteOffset, body.length)]
}

/**
 * Reads frames from chunks of any size.
 * @param limit bytes of a body: a longer one calls `onTooLong` and nothing more is read.
 */
export function readFrames(limit: number, onFrame: (kind: number, body: Buffer) => void, onTooLong: () => void) {
  let parts: Buffer[] = []
  let length = 0
  let broken = false
  return (chunk: Buffer): void => {
    if (broken) return
    parts.push(chunk)
    length += chunk.length
    while (length >= HEAD) {
      if ((parts[0]?.length ?? 0) < HEAD) parts = [Buffer.concat(parts)]
      const size = parts[0]?.readUInt32BE(1) ?? 0
      if (size > limit) {
        broken = true
        parts = []
        onTooLong()
        return
      }
      if (length < HEAD + size) return
      const all = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
      const rest = all.subarray(HEAD + size)
      parts = rest.length > 0 ? [rest] : []
      length = rest.length
      onFrame(all.readUInt8(0), all.subarray(HEAD, HEAD + size))
    }
  }
}
