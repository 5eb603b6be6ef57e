import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { migrate, type SchemaStep } from '#platform/server/db/migrate.ts'
import { openSqlite } from '#platform/server/db/sqlite.ts'
import { openKeys } from '#platform/server/installation/keys.ts'
import { createLog } from '#platform/server/log.ts'
import { onPostgres, onSqlite } from '#platform/server/testing/engines.ts'
import { createContext } from '../server/create-context.ts'
import { schema } from '../server/schema.ts'
import { copyBeforeUpgrade } from '../server/service/before-upgrade.ts'
import { buy, inside, KEY, openCopiedShop } from '../server/testing/copied-shop.ts'
import { signInOwner } from '../server/testing/shop.ts'
import { undoUpgradeCommand } from './undo-upgrade.ts'

/** A step of a version that is still to come. */
const LATER: SchemaStep = {
  name: '2099-01-01-01-later',
  up: async (db) => void (await db.schema.createTable('later').addColumn('id', 'integer').execute()),
}

onSqlite('an upgrade that is undone', (setup) => {
  test('sells nothing of the old state until somebody has compared, also when it was cut short before that', async () => {
    const shop = await openCopiedShop(setup)
    const { dataDir } = shop.ctx.config
    shop.ctx.config.key = KEY
    await openKeys(shop.ctx.config, shop.ctx.db)
    await buy(shop, 1)
    await signInOwner(shop)
    await shop.ctx.db.close()
    // There is nothing to undo yet, which is no error of the caller.
    const nothing = await undoUpgradeCommand.look({ ...readConfig({ DATA_DIR: dataDir }), key: KEY }, [], {})
    expect(nothing).toEqual({ data: expect.anything(), text: expect.stringContaining('No hay nada que deshacer') })
    // The clean-up after the test would close it again.
    shop.ctx.db.close = async () => {}
    const steps = [...schema, LATER]
    await copyBeforeUpgrade(dataDir, steps)
    const db = openSqlite(dataDir)
    await migrate(db, steps)
    await db.close()
    const config = { ...readConfig({ DATA_DIR: dataDir }), key: KEY }
    // Without its key it ends after the older one has its place.
    await expect(undoUpgradeCommand.look({ ...config, key: null }, [], {})).rejects.toThrow(/llave/)
    await expect(createContext(config, createLog('silent'))).rejects.toThrow(/a medias/)
    const done = await undoUpgradeCommand.look(config, [], {})
    const { apartada, pausadas } = done.data as { apartada: string; pausadas: string[] }
    expect(pausadas).toHaveLength(1)
    const newer = new DatabaseSync(apartada)
    expect(newer.prepare("select name from sqlite_master where name = 'later'").get()).toEqual({ name: 'later' })
    newer.close()
    await inside(config, async (ctx) => {
      const raffles = await ctx.db.read.selectFrom('raffles').select(['estado', 'restaurada_en']).execute()
      expect(raffles).toEqual([{ estado: 'pausada', restaurada_en: expect.any(Number) }])
      expect(await ctx.db.read.selectFrom('operator_sessions').selectAll().execute()).toEqual([])
      const lines = ctx.db.read.selectFrom('journal').select('datos').where('accion', '=', 'respaldo restaurado')
      expect(await lines.execute()).toMatchObject([{ datos: expect.stringContaining('antes-de-actualizar/') }])
    })
  })
})

onPostgres('an upgrade of a database of PostgreSQL', (setup) => {
  test('is not undone, with a sentence about the remaining way, and nothing of it is touched', async () => {
    const { ctx } = await openCopiedShop(setup)
    const rows = () => ctx.db.read.selectFrom('journal').select('id').execute()
    const before = await rows()
    await expect(undoUpgradeCommand.look(ctx.config, [], {})).rejects.toMatchObject({
      code: 'SIN_COPIA',
      details: expect.stringContaining('recupera un respaldo en una base de datos vacía'),
    })
    expect(await rows()).toEqual(before)
  })
})
