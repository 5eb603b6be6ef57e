import { randomBytes } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { type Content, contentOf, TABLES } from '#app/cli/move/copy-tables.ts'
import { moveInstallation } from '#app/cli/move/move.ts'
import { createContext } from '#app/server/create-context.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { type Config, readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { databaseBeside } from '#platform/server/db/hosts/host-client.ts'
import { openPostgres } from '#platform/server/db/postgres.ts'
import { DATABASE_FILE, openSqlite } from '#platform/server/db/sqlite.ts'
import { createLog } from '#platform/server/log.ts'
import { nameOfDatabase } from '#platform/server/testing/databases-of-runs.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import { copySample } from './support/demo.ts'
import { administer } from './support/product.ts'

/** Renames that are to fail, by the end of what they make. */
const broken = vi.hoisted(() => new Set<string>())
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  return {
    ...real,
    async rename(from: string, to: string) {
      if ([...broken].some((end) => to.endsWith(end))) throw new Error('cut short')
      await real.rename(from, to)
    },
  }
})

const server = inject('postgresUrl') ?? ''
const gone: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const remove of gone.splice(0).toReversed()) await remove()
})

async function places(dataDir = newFolder()) {
  const name = nameOfDatabase(randomBytes(10).toString('hex'))
  await administer(server, `create database ${name}`)
  gone.push(() => administer(server, `drop database ${name} with (force)`))
  const url = databaseBeside(server, name)
  const sqlite = readConfig({ DATA_DIR: dataDir })
  return { sqlite, postgres: { ...sqlite, databaseUrl: url }, url }
}

async function inside<T>(config: Config, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const ctx = await createContext(config, createLog('silent'))
  try {
    return await work(ctx)
  } finally {
    await ctx.db.close()
  }
}

/** Everything that a database holds, but for what only engines know. */
const contents = (config: Config) =>
  inside(config, async ({ db }) => {
    const held: Record<string, Content> = {}
    for (const table of TABLES) held[table] = await contentOf(db.read, table)
    return held
  })

/** The id that a row gets which is gone again at once. */
const givenId = (config: Config) =>
  inside(config, ({ db }) =>
    db.write('prueba', async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into operator_invitations (correo, rol, token_hash, invita, creado_en, caduca_en)
        values ('x@x.test', 'dueno', 'x', 'x', 1, 1) returning id`.execute(tx)
      await sql`delete from operator_invitations where correo = 'x@x.test'`.execute(tx)
      return rows[0]?.id ?? 0
    }),
  )

/** Something is sold or set, sealed and written down as always. */
const works = (config: Config, rate: string) =>
  inside(config, async (ctx) => {
    await setFixedRate(ctx, rate, { actor: TESTER })
    return audit(ctx)
  })

/** Puts the mark of a target that is not whole, and takes something from it. */
async function unfinished(url: string, take = sql`select 1`) {
  const db = await openPostgres(url)
  await db.write('prueba', async (tx) => {
    await sql`insert into schema_steps values ('mudanza-sin-terminar', ${new Date().toISOString()})`.execute(tx)
    await take.execute(tx)
  })
  await db.close()
}

describe.skipIf(server === '')('an installation moves', () => {
  test('to PostgreSQL, and is the same row by row; later sales add up, and the old one opens no more', async () => {
    const { sqlite, postgres, url } = await places(await copySample())
    const given = await givenId(sqlite)
    const before = await contents(sqlite)
    expect(Object.values(before).reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(500)

    await moveInstallation(sqlite, url)
    expect(await contents(postgres)).toEqual(before)
    expect(existsSync(join(sqlite.dataDir, DATABASE_FILE))).toBe(false)
    expect(await works(postgres, '701.5')).toEqual([])
    expect(await givenId(postgres)).toBe(given + 1)
    await expect(moveInstallation(postgres, url)).rejects.toMatchObject({ code: 'MISMO_MOTOR' })
    renameSync(join(sqlite.dataDir, 'tombola-mudada.sqlite'), join(sqlite.dataDir, DATABASE_FILE))
    await expect(inside(sqlite, audit)).rejects.toMatchObject({ code: 'MUDADA' })
  })

  test('cut short the source is as it was and the target does not start; the same order ends it', async () => {
    const { sqlite, postgres, url } = await places()
    const before = await contents(sqlite)
    await moveInstallation(sqlite, url)
    // As a killed one leaves it: the mark is there, something is missing, and the source is where it was.
    renameSync(join(sqlite.dataDir, 'tombola-mudada.sqlite'), join(sqlite.dataDir, DATABASE_FILE))
    const source = openSqlite(sqlite.dataDir)
    await source.write('prueba', (tx) => sql`delete from schema_steps where name = 'mudada'`.execute(tx))
    await source.close()
    await unfinished(url, sql`delete from installation`)
    await expect(inside(postgres, audit)).rejects.toMatchObject({ code: 'MUDANZA_SIN_TERMINAR' })
    expect(await contents(sqlite)).toEqual(before)
    await moveInstallation(sqlite, url)
    expect(await contents(postgres)).toEqual(before)
  })

  test('cut short when all of it is there, one side starts at most; the same order ends it', async () => {
    const { sqlite, postgres, url } = await places()
    expect(await works(sqlite, '700.5')).toEqual([])
    const before = await contents(sqlite)

    broken.add('tombola-mudada.sqlite')
    await expect(moveInstallation(sqlite, url)).rejects.toThrow('cut short')
    broken.clear()
    await expect(inside(sqlite, audit)).rejects.toMatchObject({ code: 'MUDADA' })
    expect(await contents(postgres)).toEqual(before)
    // As one killed a moment sooner: the source is marked, and the target still says that it is not whole.
    await unfinished(url)
    await expect(inside(postgres, audit)).rejects.toMatchObject({ code: 'MUDANZA_SIN_TERMINAR' })
    await moveInstallation(sqlite, url)
    expect(existsSync(join(sqlite.dataDir, DATABASE_FILE))).toBe(false)
    expect(await contents(postgres)).toEqual(before)
    expect(await works(postgres, '702.5')).toEqual([])
  })

  test('a target that has something is refused', async () => {
    const { sqlite, url } = await places()
    await inside(sqlite, async () => {})
    await administer(url, 'create table ajena (a int)')
    await expect(moveInstallation(sqlite, url)).rejects.toMatchObject({ code: 'DESTINO_OCUPADO' })
    expect(existsSync(join(sqlite.dataDir, DATABASE_FILE))).toBe(true)
  })
})
