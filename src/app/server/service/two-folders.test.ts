import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Files, openDiskFiles } from '#platform/server/files.ts'
import { checkInstallation } from '#platform/server/installation/installation.ts'
import { onSqlite, type TestCtx } from '#platform/server/testing/engines.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { sweepProofs } from '#purchases/server/sweep-proofs.ts'
import { createApp } from '../create-app.ts'
import { openShop, report, signInOwner } from '../testing/shop.ts'

const holds = async (files: Files) => (await Array.fromAsync(files.olderThan(Number.POSITIVE_INFINITY))).length
/** As a start checks it. @param files in the folder. */
const start = ({ db, random }: TestCtx, dataDir: string, files: Files) =>
  checkInstallation({ dataDir }, db, random, async () => (await holds(files)) === 0)

onSqlite('a database and a folder that do not belong together', (setup) => {
  test('a second folder over one database does not start; control: started, each has not the proofs of the other', async () => {
    const shop = await openShop(setup)
    const headers = await signInOwner(shop)
    await start(shop.ctx, newFolder(), shop.ctx.files)
    const other = newFolder()
    const files = await openDiskFiles(join(other, 'comprobantes'))
    await expect(start(shop.ctx, other, files)).rejects.toThrow(/Todos los servidores/)

    const unguarded = await createApp({ ...shop.ctx, files }, null)
    const { id } = (await report(shop)).json()
    const url = `/api/panel/compras/${id}/comprobante/original`
    expect((await shop.app.inject({ url, headers })).statusCode).toBe(200)
    expect((await unguarded.inject({ url, headers })).statusCode).toBe(404)
  })

  test('an empty database over a folder with proofs does not start; control: started, it takes them out of use', async () => {
    const shop = await openShop(setup)
    const folder = newFolder()
    await start(shop.ctx, folder, shop.ctx.files)
    await report(shop)
    const empty = await openShop(setup)
    await expect(start(empty.ctx, folder, shop.ctx.files)).rejects.toThrow(/base de datos está vacía/)

    // Files carry the time of the machine's clock, and an hour they are left alone.
    empty.ctx.clock.set(Date.now() + 2 * 3_600_000)
    expect(await holds(shop.ctx.files)).toBe(1)
    await sweepProofs({ ...empty.ctx, files: shop.ctx.files })
    expect(await holds(shop.ctx.files)).toBe(0)
  })
})
