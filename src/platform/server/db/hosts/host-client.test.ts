import { createServer } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { listening } from '../../testing/listening.ts'
import { HostClient } from './host-client.ts'

/** One message of PostgreSQL's protocol. */
function message(kind: string, ...parts: (string | number)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'number' ? int32(part) : Buffer.from(part))))
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const ADMITTED = message('R', 0)
const READY = message('Z', 'I')
const ENDED = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')

test('a server that ends a session in the same breath in which it is ready ends no process', async () => {
  const server = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([ADMITTED, READY, ENDED]))),
  )
  const connectionString = `postgres://uno@127.0.0.1:${await listening(server)}/rifas`
  const pool = new pg.Pool({ Client: HostClient, connectionString } as pg.PoolConfig)
  // An error without a listener would be thrown outside the socket's own turn, and end the process.
  const thrown: unknown[] = []
  const keep = (error: unknown) => void thrown.push(error)
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException').on('uncaughtException', keep)
  try {
    await expect(pool.query('select 1')).rejects.toThrow()
    await pool.end()
  } finally {
    process.off('uncaughtException', keep)
    for (const other of others) process.on('uncaughtException', other)
  }
  expect(thrown).toEqual([])
})
