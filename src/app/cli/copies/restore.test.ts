import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCopy } from '#house/server/backups/back/find-copy.ts'
import { putBack } from '#house/server/backups/back/put-back.ts'
import { MANIFEST } from '#house/server/backups/copy/manifest.ts'
import { type Config, readConfig } from '#platform/server/config.ts'
import { openKeys } from '#platform/server/installation/keys.ts'
import { createLog } from '#platform/server/log.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { startS3Server } from '#platform/server/testing/s3-server.ts'
import { createContext } from '../../server/create-context.ts'
import { buy, copiesIn, copy, inside, KEY, left, openCopiedShop, product } from '../../server/testing/copied-shop.ts'
import { signInOwner } from '../../server/testing/shop.ts'
import { backupCommand, restoreCommand } from './backup.ts'

const silent = createLog('silent')
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64')

/** A copy of a shop on sale, of an installation with TOMBOLA_KEY, with somebody signed in. */
async function copied(setup: Setup): Promise<string> {
  const shop = await openCopiedShop(setup)
  shop.ctx.config.key = KEY
  await openKeys(shop.ctx.config, shop.ctx.db)
  await buy(shop, 1)
  await signInOwner(shop)
  const place = newFolder()
  await copy(shop, place)
  return place
}

const requireSettled = (config: Config) =>
  inside(config, async ({ db: { read } }) => {
    expect(await read.selectFrom('raffles').select('estado').execute()).toEqual([{ estado: 'pausada' }])
    expect(await read.selectFrom('operator_sessions').selectAll().execute()).toEqual([])
    const lines = read.selectFrom('journal').select('id').where('accion', '=', 'respaldo restaurado')
    expect(await lines.execute()).toHaveLength(1)
  })

/** A restore that ended once the database has its place, and the order that ends it. */
async function cutShort(place: string) {
  const config = { ...readConfig({ DATA_DIR: newFolder() }), key: KEY }
  const open = (where: Config) => createContext(where, silent, 'being restored')
  await putBack(await findCopy(place, null), config, { ...product, open })
  const again = async () => {
    expect(await restoreCommand.look(config, [place], {})).toMatchObject({ data: { problemas: [] } })
    await requireSettled(config)
  }
  return { config, folder: config.dataDir, again }
}

onSqlite('a restore that is cut short', (setup) => {
  test('without the key of the installation, or with another, nothing is put back, and the same with it is', async () => {
    const place = await copied(setup)
    const folder = newFolder()
    for (const key of [null, OTHER_KEY]) {
      const config = { ...readConfig({ DATA_DIR: folder }), key }
      await expect(restoreCommand.look(config, [place], {})).rejects.toThrow(/llave/)
      expect(left(folder)).toEqual([])
    }
    const config = { ...readConfig({ DATA_DIR: folder }), key: KEY }
    expect(await restoreCommand.look(config, [place], {})).toMatchObject({ data: { problemas: [] } })
    await requireSettled(config)
  })

  test('after the database has its place: nobody opens it, and the same again starts over and ends', async () => {
    const place = await copied(setup)
    const { config, folder, again } = await cutShort(place)
    expect(existsSync(join(folder, 'tombola.sqlite'))).toBe(true)
    await expect(createContext(config, silent)).rejects.toThrow(/quedó a medias/)
    await expect(createContext(config, silent, 'any folder')).rejects.toThrow(/quedó a medias/)
    await again()
  })

  test('after its copies were brought into the data folder it is refused, and takes nothing of them away', async () => {
    const place = await copied(setup)
    const { config, folder, again } = await cutShort(place)
    const within = join(folder, 'respaldos')
    const before = readdirSync(place, { recursive: true }).sort()
    cpSync(place, within, { recursive: true })
    for (const from of [within, place]) {
      const says = { code: 'DESTINO_OCUPADO', details: expect.stringContaining('respaldos') }
      await expect(restoreCommand.look(config, [from], {})).rejects.toMatchObject(says)
      expect(readdirSync(within, { recursive: true }).sort()).toEqual(before)
    }
    rmSync(within, { recursive: true })
    await again()
  })

  test('a copy of the other engine is refused with a sentence, and nothing of it is written', async () => {
    const place = await copied(setup)
    const folder = newFolder()
    const refuses = (says: string, more: object) =>
      expect(
        restoreCommand.look({ ...readConfig({ DATA_DIR: folder }), key: KEY, ...more }, [place], {}),
      ).rejects.toMatchObject({
        code: 'RESPALDO_INVALIDO',
        error: 'Otra clase de base de datos',
        details: expect.stringContaining(says),
      })
    await refuses('es de SQLite: no definas DATABASE_URL', { databaseUrl: 'postgresql://x@127.0.0.1:9/x' })
    const file = join(place, copiesIn(place).at(-1) ?? '', MANIFEST)
    const said = readFileSync(file, 'utf8').replace('"sqlite"', '"postgres"').replace('tombola.sqlite', 'tombola.dump')
    writeFileSync(file, said)
    await refuses('es de PostgreSQL: indica una base de datos vacía', {})
    expect(left(folder)).toEqual([])
  })

  test('a copy of a newer version is refused, and nothing of it is written', async () => {
    const place = await copied(setup)
    const file = join(place, copiesIn(place).at(-1) ?? '', MANIFEST)
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    manifest.contiene.esquema.push('9999-mañana')
    writeFileSync(file, JSON.stringify(manifest))
    const config = { ...readConfig({ DATA_DIR: newFolder() }), key: KEY }
    await expect(restoreCommand.look(config, [place], {})).rejects.toMatchObject({ code: 'ESQUEMA_NUEVO' })
    expect(left(config.dataDir)).toEqual([])
  })

  test('of an installation with its files in a bucket nothing is put back without that bucket', async () => {
    const s3 = await startS3Server()
    const other = await startS3Server()
    const [place, folder] = [newFolder(), newFolder()]
    try {
      const ctx = await createContext(readConfig({ DATA_DIR: newFolder(), ...s3.env }), silent)
      await backupCommand.run(ctx, [], { to: place })
      await ctx.db.close()
      for (const env of [other.env, {}]) {
        await expect(restoreCommand.look(readConfig({ DATA_DIR: folder, ...env }), [place], {})).rejects.toThrow(/S3/)
        expect(left(folder)).toEqual([])
      }
      const config = readConfig({ DATA_DIR: folder, ...s3.env })
      expect(await restoreCommand.look(config, [place], {})).toMatchObject({ data: { problemas: [] } })
    } finally {
      await s3.close()
      await other.close()
    }
  })
})
