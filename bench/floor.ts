/**
 * The floor that a purchase is measured against: the least that a server with the same parts can do and still keep the
 * proof and the row through a power cut. Fastify, its multipart plugin, the file written and flushed, one INSERT that
 * commits by itself. No rules, no stock, no mail, no journal, no folder flush.
 *
 * A program of its own: PORT, DATA_DIR and, for PostgreSQL, DATABASE_URL.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import pg from 'pg'
import { CREATE_FLOOR, FLOOR_COLUMNS, insertFloor } from './floor-table.ts'

type Insert = (values: string[]) => unknown

function openSqlite(folder: string): Insert {
  const database = new DatabaseSync(join(folder, 'floor.sqlite'))
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; ${CREATE_FLOOR.sqlite}`)
  const statement = database.prepare(insertFloor(() => '?'))
  return (values) => statement.run(...values)
}

async function openPostgres(url: string): Promise<Insert> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  await pool.query(CREATE_FLOOR.postgres)
  const text = insertFloor((position) => `$${position}`)
  return (values) => pool.query({ name: 'floor', text, values })
}

async function writeDurably(file: string, content: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    for await (const chunk of content) await handle.write(chunk)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

const folder = process.env['DATA_DIR'] ?? ''
const url = process.env['DATABASE_URL']
const proofs = join(folder, 'comprobantes')
await mkdir(proofs, { recursive: true })
const insert = url ? await openPostgres(url) : openSqlite(folder)

const app = Fastify({ logger: false })
await app.register(multipart, { limits: { fileSize: 5 * 1024 * 1024 } })
app.post('/api/rifas/participantes', async (request, reply) => {
  const fields: Record<string, string> = { archivo: randomUUID() }
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else await writeDurably(join(proofs, fields['archivo'] ?? ''), part.file)
  }
  await insert(FLOOR_COLUMNS.map((column) => fields[column] ?? ''))
  return reply.code(201).send({ success: true })
})
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
