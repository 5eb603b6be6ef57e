import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/** Where a file stands in a segment: its head at `offset`, its bytes right behind. */
export interface Frame {
  id: string
  offset: number
  length: number
  /** Nobody needs it any more. */
  dead: boolean
}

/** Bytes of a segment's mark: by chance, so that nothing that a stranger sends looks like a head. */
export const MARK_BYTES = 16
const ID_AT = MARK_BYTES
const ID_BYTES = 22
const STATE_AT = ID_AT + ID_BYTES
const LENGTH_AT = STATE_AT + 2
const SUM_AT = LENGTH_AT + 4
/** Bytes before those of the file: mark, id, state, length in bytes, sum of all but the state. */
export const HEAD_BYTES = SUM_AT + 4
const DEAD = 1
/** Says of the frame there that nobody needs it any more. It is not flushed, as the removal of a file is not. */
export const grave = { bytes: Buffer.of(DEAD), at: (frame: { offset: number }) => frame.offset + STATE_AT }
/** Heads are looked for in so many bytes at a time. */
const WINDOW = 1 << 20

/** @param id of 22 ASCII characters. */
export function headOf(mark: Buffer, id: string, length: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  mark.copy(head)
  head.write(id, ID_AT, 'latin1')
  head.writeUInt32LE(length, LENGTH_AT)
  head.writeUInt32LE(sumOf(head), SUM_AT)
  return head
}

/** What the head there says; null when there is none, or a damaged one. */
export function readHead(bytes: Buffer, at: number, mark: Buffer): Omit<Frame, 'offset'> | null {
  const head = bytes.subarray(at, at + HEAD_BYTES)
  if (head.length < HEAD_BYTES || mark.compare(head, 0, MARK_BYTES) !== 0) return null
  if (head.readUInt32LE(SUM_AT) !== sumOf(head)) return null
  const dead = head[STATE_AT] === DEAD
  return { id: head.toString('latin1', ID_AT, STATE_AT), length: head.readUInt32LE(LENGTH_AT), dead }
}

function sumOf(head: Buffer): number {
  return crc32(head.subarray(LENGTH_AT, SUM_AT), crc32(head.subarray(0, STATE_AT)))
}

/** The bytes of a frame; null when nobody needs them any more, or its head is damaged. */
export async function readFrame(segment: FileHandle, mark: Buffer, frame: Frame): Promise<Buffer | null> {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + frame.length)
  const { bytesRead } = await segment.read(bytes, 0, bytes.length, frame.offset)
  const head = bytesRead === bytes.length ? readHead(bytes, 0, mark) : null
  return head?.id === frame.id && !head.dead ? bytes.subarray(HEAD_BYTES) : null
}

/**
 * The files of a segment whose bytes are all there, in their order, also those behind a damaged head. Whether their bytes are those that
 * came, the rows that name them say.
 * @param from where a frame begins, in bytes.
 */
export async function* framesOf(segment: FileHandle, mark: Buffer, from = 0): AsyncIterable<Frame> {
  const { size } = await segment.stat()
  const window = Buffer.allocUnsafe(WINDOW)
  for (let base = from; base + HEAD_BYTES <= size; ) {
    const { bytesRead } = await segment.read(window, 0, WINDOW, base)
    const bytes = window.subarray(0, bytesRead)
    let at = 0
    while (at + HEAD_BYTES <= bytesRead) {
      const head = readHead(bytes, at, mark)
      const end = base + at + HEAD_BYTES + (head?.length ?? 0)
      if (head && end <= size) {
        yield { ...head, offset: base + at }
        at = end - base
      } else {
        const next = bytes.indexOf(mark, at + 1)
        at = next < 0 ? bytesRead - MARK_BYTES + 1 : next
        if (next < 0) break
      }
    }
    // Not a byte forward is the end of the segment.
    if (at <= 0 || bytesRead < HEAD_BYTES) return
    base += at
  }
}
