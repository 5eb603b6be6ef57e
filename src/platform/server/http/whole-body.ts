import type { FastifyRequest } from 'fastify'
import { refuseGone, unreadable } from './broken-requests.ts'

/** Forms of up to so many bytes are kept whole while they are read: the largest proof and what comes with it. */
const LARGEST = 6 * 1024 * 1024
/** What all that are kept at once may take. */
export const BUDGET = 64 * 1024 * 1024
/** Lengths of the buffers that are used again: fresh ones of that size make the engine collect its garbage all the time. */
const [SMALL, MEDIUM] = [64 * 1024, 512 * 1024]
/** So many of each length wait for the next form. */
const SPARE = 64

const spare = new Map<number, Buffer[]>([SMALL, MEDIUM].map((length) => [length, []]))
let lent = 0

/** Bytes of the buffers that are in use, of this process. */
export function bytesLent(): number {
  return lent
}

/** @returns a buffer of at least that many bytes, with anything in it; null where the budget has no room for it. */
export function lend(bytes: number): Buffer | null {
  const length = [SMALL, MEDIUM].find((each) => each >= bytes) ?? bytes
  if (lent + length > BUDGET) return null
  lent += length
  return spare.get(length)?.pop() ?? Buffer.allocUnsafeSlow(length)
}

/** Takes a buffer back that nobody reads or writes any more. */
export function takeBack(buffer: Buffer): void {
  lent -= buffer.length
  const waiting = spare.get(buffer.length)
  if (waiting && waiting.length < SPARE) waiting.push(buffer)
}

/** What was read of a body that came whole. Its bytes belong to somebody else after `giveBack`, which is called once. */
export interface Whole<T> {
  value: T
  giveBack(): void
}

/**
 * Reads the body of a request as one piece. It takes room as it arrives, not as it is announced: who announces much and sends little
 * takes little.
 * @param read what is made of it; null where it cannot be used so.
 * @returns null where its length is not known or too large, where there is no room, or where `read` says null: then the request is
 * as if nobody had read any of it.
 * @throws AppError 400 SOLICITUD_INVALIDA when its client goes away before its end.
 */
export async function readWhole<T>(
  { raw }: FastifyRequest,
  read: (body: Buffer) => T | null,
): Promise<Whole<T> | null> {
  const length = Number(raw.headers['content-length'] ?? 0)
  if (!(length > 0 && length <= LARGEST)) return null
  refuseGone(raw)
  const first = lend(Math.min(length, SMALL))
  if (!first) return null
  return new Promise((resolve, reject) => {
    let buffer = first
    let received = 0

    function take(chunk: Buffer): void {
      const now = received + chunk.length
      if (now > length || (now > buffer.length && !grow(now))) {
        putBack(chunk)
        return
      }
      chunk.copy(buffer, received)
      received = now
      if (received < length) return
      const value = read(buffer.subarray(0, length))
      if (value === null) {
        putBack()
        return
      }
      leave()
      resolve({ value, giveBack: () => takeBack(buffer) })
    }

    /** @returns false where there is no room. */
    function grow(needed: number): boolean {
      const larger = lend(Math.min(length, Math.max(needed, 2 * buffer.length)))
      if (larger === null) return false
      buffer.copy(larger, 0, 0, received)
      takeBack(buffer)
      buffer = larger
      return true
    }

    /** Now, before the stream can come to its end: what is put back behind that is lost. */
    function putBack(chunk: Buffer = Buffer.alloc(0)): void {
      leave()
      raw.pause()
      raw.unshift(Buffer.concat([buffer.subarray(0, received), chunk]))
      takeBack(buffer)
      resolve(null)
    }

    function fail(): void {
      leave()
      takeBack(buffer)
      reject(unreadable(400))
    }

    function leave(): void {
      raw.off('data', take).off('end', fail).off('error', fail).off('close', fail)
    }

    raw.on('data', take).once('end', fail).once('error', fail).once('close', fail)
  })
}
