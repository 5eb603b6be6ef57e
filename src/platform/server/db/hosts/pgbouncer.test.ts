import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from '../../testing/new-folder.ts'
import { ownPort } from '../../testing/own-port.ts'
import {
  findBinaries,
  hasEnded,
  ownerOf,
  type PostgresServer,
  startPostgres,
  stopChild,
} from '../../testing/postgres.ts'
import type { Db } from '../database.ts'
import { openPostgres } from '../postgres.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const binaries = process.env['TEST_ENGINE'] === 'SQLite' || !existsSync(PROGRAM) ? null : findBinaries()

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const line = connect(port, '127.0.0.1')
    line.once('connect', () => resolve(true)).once('error', () => resolve(false))
    line.once('connect', () => line.destroy())
  })

describe.skipIf(binaries === null)('PgBouncer before PostgreSQL', () => {
  let server: PostgresServer
  const opened: Db[] = []
  const bouncers: ChildProcess[] = []

  beforeAll(async () => {
    server = await startPostgres(binaries ?? '')
  })
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close()
    for (const child of bouncers.splice(0)) await stopChild(child)
  })
  afterAll(() => server?.stop())

  /** As Debian's package has it but for the mode; it leaves out `ignore_startup_parameters`. */
  async function bounce(mode: 'session' | 'transaction' | 'statement'): Promise<string> {
    const folder = newFolder()
    const port = await ownPort()
    const file = join(folder, 'pgbouncer.ini')
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: port,
      unix_socket_dir: '',
      auth_type: 'any',
      pool_mode: mode,
      max_client_conn: 200,
      default_pool_size: 60,
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
    const { port: behind } = new URL(server.url)
    const shop = `tienda = host=127.0.0.1 port=${behind} dbname=postgres user=postgres`
    writeFileSync(file, ['[databases]', shop, '[pgbouncer]', ...lines, ''].join('\n'))
    // It reads it as another user, whatever umask a server in this process has set.
    chmodSync(file, 0o644)
    const [program, args] = ownerOf(folder)(PROGRAM, '-q', file)
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder })
    bouncers.push(child)
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await expect.poll(async () => hasEnded(child) || (await answers(port))).toBe(true)
    if (hasEnded(child)) throw new Error(`PgBouncer did not start: ${said}`)
    return `postgresql://postgres@127.0.0.1:${port}/tienda`
  }

  async function open(url: string): Promise<Db> {
    const db = await openPostgres(url)
    opened.push(db)
    return db
  }

  test('a session for each connection: two processes write simultaneously and hear of each other', async () => {
    const url = await bounce('session')
    const [one, other] = [await open(url), await open(url)]
    await one.write('preparar', (tx) => sql`create table notas (proceso int, nota int)`.execute(tx))
    const heard: string[] = []
    other.onCommit(({ lane, foreign }) => void (foreign && heard.push(lane)))
    await Promise.all(
      Array.from({ length: 60 }, (_, nota) =>
        [one, other].map((db, proceso) =>
          db.write(`nota:${nota % 5}`, (tx) => sql`insert into notas values (${proceso}, ${nota})`.execute(tx)),
        ),
      ).flat(),
    )
    const { rows } = await sql<{ notas: number }>`select count(*) as notas from notas`.execute(other.read)
    expect(rows).toEqual([{ notas: 120 }])
    await one.write('aviso', (tx) => sql`insert into notas values (0, 0)`.execute(tx))
    await expect.poll(() => heard).toContain('aviso')
  })

  test.each(['transaction', 'statement'] as const)('%s pooling is refused with a sentence', async (mode) => {
    await expect(open(await bounce(mode))).rejects.toThrow(/PgBouncer que reparte transacciones.*pool_mode = session/)
  })
})
