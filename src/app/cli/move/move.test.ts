import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { appendEntry } from '#journal/server/append-entry.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { openSettings } from '#money/server/bank/sources/source-store.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/database.ts'
import { FolderInUseError } from '#platform/server/db/instance-lock.ts'
import { openPostgres } from '#platform/server/db/postgres.ts'
import { DATABASE_FILE } from '#platform/server/db/sqlite.ts'
import { openDiskFiles } from '#platform/server/files.ts'
import { checkInstallation } from '#platform/server/installation/installation.ts'
import { putSetting, readSetting } from '#platform/server/settings/settings.ts'
import { onPostgres, onSqlite } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { NO_BACKUP_SETTINGS } from '#platform/settings.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import { PROOFS_FOLDER } from '../../server/create-context.ts'
import { openBusyShop } from '../../server/testing/busy-shop.ts'
import { inside, KEY, seenAlive } from '../../server/testing/copied-shop.ts'
import { audit } from '../audit.ts'
import { UsageError } from '../command.ts'
import { moveCommand } from './move.ts'

/** Events of a move after all tables are copied. */
const meanwhile = vi.hoisted(() => ({ befalls: async (_: unknown) => {} }))
vi.mock('./copy-tables.ts', async (original) => {
  const real = await original<typeof import('./copy-tables.ts')>()
  return {
    ...real,
    async copyTables(...given: Parameters<typeof real.copyTables>) {
      const held = await real.copyTables(...given)
      await meanwhile.befalls(given[1])
      return held
    },
  }
})
afterEach(() => {
  meanwhile.befalls = async () => {}
})

onPostgres('moving an installation', (setup) => {
  async function open() {
    const config = readConfig({ DATA_DIR: newFolder() })
    await inside(config, (ctx) => setFixedRate(ctx, '700.5', { actor: TESTER }))
    const url = (await setup.context()).config.databaseUrl ?? ''
    const tables = async () => {
      const db = await openPostgres(url)
      const { rows } = await sql`select 1 from pg_tables where tablename = 'raffles'`.execute(db.read)
      await db.close()
      return rows.length
    }
    return { config, url, tables, move: () => moveCommand.look(config, [url], {}) }
  }

  test('the order names the amount moved and the next step, and its target is one PostgreSQL', async () => {
    const { config, url, move } = await open()
    for (const args of [[], ['mysql://x'], ['postgresql://uno,dos/x'], ['postgresql://x@['], [url, 'x'], ['sqlite']])
      await expect(moveCommand.look(config, args, {})).rejects.toThrow(UsageError)
    const { data, text } = await move()
    expect(data).toMatchObject({ filas: expect.any(Number), numeros: expect.any(String) })
    expect(text).toMatch(/^Hecho: \d+ filas, y todo cuadra en los dos lados\. Pon esa dirección en DATABASE_URL antes/)
    expect(await inside({ ...config, databaseUrl: url }, audit)).toEqual([])
  })

  onSqlite('a shop in use', (small) => {
    test('with something in every sealed table it adds up on both sides, and what is sealed opens on both', async () => {
      const { ctx } = (await openBusyShop(small)).shop
      const onDisk = await openDiskFiles(join(ctx.config.dataDir, PROOFS_FOLDER))
      for (const { id } of await ctx.db.read.selectFrom('proofs').select('id').execute())
        await onDisk.put(id, (await ctx.files.read(id)) ?? Buffer.alloc(0))
      await checkInstallation(ctx.config, ctx.db, ctx.random, async () => true)
      const frase = 'una frase larga que sella las copias'
      const save = { version: 0, en: ctx.clock.now(), por: 'Ñusta 😀' }
      await ctx.db.write('sitio', async (tx) => {
        await putSetting(ctx, tx, 'respaldos', { ...NO_BACKUP_SETTINGS, frase }, save)
        const told = { accion: 'ajuste del servidor cambiado', datos: {}, rows: { settings: ['respaldos'] } } as const
        await appendEntry(tx, { ambito: 'sitio', en: save.en, actor: TESTER, ...told })
      })
      const seen = async (of: Ctx) => {
        const source = await of.db.read.selectFrom('movement_sources').selectAll().executeTakeFirstOrThrow()
        return [await audit(of), (await readSetting(of, 'respaldos'))?.frase, openSettings(of, source)['clave']]
      }
      const here = { ...ctx.config, key: KEY }
      expect(await inside(here, seen)).toEqual([[], frase, 'de-prueba'])
      const url = (await setup.context()).config.databaseUrl ?? ''
      await moveCommand.look(here, [url], {})
      expect(await inside({ ...here, databaseUrl: url }, seen)).toEqual([[], frase, 'de-prueba'])
    })
  })

  test('a shop that does not add up is not moved, and stays as and where it was', async () => {
    const { config, tables, move } = await open()
    await inside(config, async ({ db }) => {
      await db.write('prueba', (tx) => sql`update rate_settings set fija = '999.9'`.execute(tx))
    })
    const before = await inside(config, audit)
    expect(before).not.toEqual([])
    await expect(move()).rejects.toMatchObject({ code: 'NO_CUADRA', details: expect.stringContaining('de origen') })
    expect(await tables()).toBe(0)
    expect(await inside(config, audit)).toEqual(before)
  })

  test('while a server reports that it lives nothing is moved; once it is gone, all is', async () => {
    const { config, tables, move } = await open()
    await seenAlive(config, Date.now())
    await expect(move()).rejects.toThrow(FolderInUseError)
    expect([await tables(), existsSync(join(config.dataDir, DATABASE_FILE))]).toEqual([0, true])
    await seenAlive(config, Date.now() - 120_000)
    expect((await move()).text).toContain('todo cuadra')
  })

  test('a shop that arrives damaged, or changes meanwhile, does not open; the same order ends it', async () => {
    const { config, url, move } = await open()
    const target = { ...config, databaseUrl: url }
    meanwhile.befalls = (db) =>
      (db as Db).write('prueba', async (tx) => void (await sql`update rate_settings set fija = '999.9'`.execute(tx)))
    await expect(move()).rejects.toMatchObject({ code: 'NO_CUADRA', details: 'La tabla rate_settings no llegó igual.' })
    await expect(inside(target, audit)).rejects.toMatchObject({ code: 'MUDANZA_SIN_TERMINAR' })
    meanwhile.befalls = () => inside(config, (ctx) => setFixedRate(ctx, '701.5', { actor: TESTER }))
    await expect(move()).rejects.toMatchObject({
      code: 'NO_CUADRA',
      details: expect.stringContaining('cambió mientras'),
    })
    expect(await inside(config, audit)).toEqual([])
    meanwhile.befalls = async () => {}
    await move()
    expect(await inside(target, async (ctx) => [await audit(ctx), (await fixed(ctx)).fija])).toEqual([
      [],
      '701.50000000',
    ])
  })
})

const fixed = ({ db }: Ctx) => db.read.selectFrom('rate_settings').select('fija').executeTakeFirstOrThrow()
