import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { platformSchema } from '../schema.ts'
import { onBothEngines, type Setup, type TestCtx } from '../testing/engines.ts'
import { newFolder } from '../testing/new-folder.ts'
import { adoptFolder, checkInstallation, INSTALLATION_FILE } from './installation.ts'

const open = (setup: Setup) => setup.context({ schema: platformSchema })
const check = ({ db, random }: TestCtx, dataDir: string, files = 0) =>
  checkInstallation({ dataDir }, db, random, async () => files === 0)

onBothEngines('a database and its folder', (setup) => {
  test('a new folder and a new database belong together from the first start on', async () => {
    const ctx = await open(setup)
    const folder = newFolder()
    await check(ctx, folder)
    await check(ctx, folder, 20)
    const { identidad } = await ctx.db.read.selectFrom('installation').selectAll().executeTakeFirstOrThrow()
    expect(readFileSync(join(folder, INSTALLATION_FILE), 'utf8').trim()).toBe(identidad)
  })

  test('an empty database does not start over a folder that has proofs', async () => {
    const folder = newFolder()
    await check(await open(setup), folder)
    const other = await open(setup)
    await expect(check(other, folder, 20)).rejects.toThrow(/base de datos está vacía/)
    expect(await other.db.read.selectFrom('installation').selectAll().execute()).toEqual([])
  })

  test('a second folder is refused, new or of another installation', async () => {
    const ctx = await open(setup)
    await check(ctx, newFolder())
    await expect(check(ctx, newFolder())).rejects.toThrow(/Todos los servidores/)
    const foreign = newFolder()
    await check(await open(setup), foreign)
    await expect(check(ctx, foreign)).rejects.toThrow(/de otra instalación/)
  })

  test('of two folders that start together on a new database one is refused', async () => {
    const ctx = await open(setup)
    const twin = await setup.twin(ctx)
    const starts = await Promise.allSettled([check(ctx, newFolder()), check(twin, newFolder())])
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('a first start that was cut short goes on', async () => {
    const ctx = await open(setup)
    const folder = newFolder()
    writeFileSync(join(folder, INSTALLATION_FILE), 'a-1234567890123456789\n')
    await check(ctx, folder)
    await check(ctx, folder, 1)
  })

  test('on purpose they are joined', async () => {
    const ctx = await open(setup)
    await check(ctx, newFolder())
    const found = newFolder()
    await ctx.db.write('instalacion', (tx) => adoptFolder(tx, found, ctx.random))
    await check(ctx, found, 20)
  })
})
