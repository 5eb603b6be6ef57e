import { on } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { refuseGone, unreadable } from './broken-requests.ts'

/** Bytes of a buffer: a photo as the page sends it, and the fields with it. */
const LENGTH = 512 * 1024
/** Number of bodies read whole simultaneously, in buffers that are reused: fresh ones would keep the garbage collector busy. */
const BUFFERS = 64

const spare: Buffer[] = []
let lent = 0

/**
 * Reads the body of a request as one piece.
 * @param use consumes it; its bytes belong to another request once that has resolved.
 * @returns null if its length is unknown or too large, if all buffers are in use, or if `use` returns null: then the request is
 * as if it had not been read.
 * @throws AppError 400 SOLICITUD_INVALIDA when its client goes away before its end.
 */
export async function readWhole<T>(raw: IncomingMessage, use: (body: Buffer) => Promise<T> | null): Promise<T | null> {
  const length = Number(raw.headers['content-length'] ?? 0)
  if (!(length > 0 && length <= LENGTH) || lent === BUFFERS) return null
  refuseGone(raw)
  lent++
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(LENGTH)
  try {
    const body = buffer.subarray(0, length)
    await fill(body, raw)
    const used = use(body)
    if (used === null) raw.unshift(Buffer.from(body))
    return await used
  } finally {
    lent--
    spare.push(buffer)
  }
}

/** Put the bytes back immediately: a stream ends a tick after its last byte was read. */
async function fill(body: Buffer, raw: IncomingMessage): Promise<void> {
  let filled = 0
  try {
    for await (const _ of on(raw, 'readable', { close: ['close'] })) {
      for (let chunk = raw.read(); chunk !== null; chunk = raw.read()) filled += chunk.copy(body, filled)
      if (filled === body.length) return
    }
  } catch {}
  throw unreadable(400)
}
