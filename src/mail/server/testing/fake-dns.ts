import { createSocket } from 'node:dgram'
import type { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { resolverAt } from '#platform/server/testing/resolver-at.ts'

/** A name server on the loopback address that knows texts alone. */
export interface FakeDns {
  /** Resolver for this server, in its current state: a busy machine has time to answer, and a silent server is given up soon. */
  resolver(): Resolver
  /** Texts by name; a missing name does not exist. */
  texts: Record<string, string[]>
  /** It answers nothing any more. */
  silent: boolean
  close(): void
}

const TXT = 16
const NO_SUCH_NAME = 3

export async function openFakeDns(): Promise<FakeDns> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const dns: FakeDns = {
    resolver: () => resolverAt(`127.0.0.1:${socket.address().port}`, dns.silent ? 200 : undefined),
    texts: {},
    silent: false,
    close: () => socket.close(),
  }
  socket.on('message', (query, from) => {
    if (dns.silent) return
    const { name, end } = readName(query, 12)
    const question = query.subarray(12, end + 4)
    const answers = query.readUInt16BE(end) === TXT ? (dns.texts[name.toLowerCase()] ?? []).map(answer) : []
    const code = answers.length > 0 ? 0 : NO_SUCH_NAME
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    socket.send(Buffer.concat([header, question, ...answers]), from.port, from.address)
  })
  return dns
}

function readName(bytes: Buffer, start: number): { name: string; end: number } {
  const parts: string[] = []
  let at = start
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
    parts.push(bytes.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: parts.join('.'), end: at + 1 }
}

/** A text record in pieces of at most 255 bytes, of the requested name. */
function answer(text: string): Buffer {
  const bytes = Buffer.from(text)
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const piece = bytes.subarray(at, at + 255)
    pieces.push(Buffer.from([piece.length]), piece)
  }
  const data = Buffer.concat(pieces)
  const head = Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
