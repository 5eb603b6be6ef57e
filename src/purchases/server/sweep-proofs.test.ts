import { expect, test } from 'vitest'
import { auditAll } from '#app/server/audit/audit-all.ts'
import { watchProofs } from '#app/server/jobs.ts'
import { JPEG, openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { randomId } from '#platform/server/random.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { SURE } from '#platform/server/time-guard.ts'
import { FEW_ORPHANS, KEEP_ASIDE, sweepProofs } from './sweep-proofs.ts'

const HOUR = 3_600_000

async function filesOf({ ctx }: Shop): Promise<string[]> {
  return Array.fromAsync(ctx.files.olderThan(Number.POSITIVE_INFINITY))
}

/** Files without a row, as a killed process leaves them. */
async function leave({ ctx }: Shop, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomId(ctx.random))
  for (const id of ids) await ctx.files.put(id, JPEG)
  return ids
}

/** Files carry the time of the machine's clock. */
function laterThanItsFiles({ ctx }: Shop, milliseconds: number): void {
  ctx.clock.set(Date.now() + milliseconds)
}

onSqlite('the sweep of proofs', (setup) => {
  test('a file without a purchase is set aside for a month; the proof of a purchase stays', async () => {
    const shop = await openShop(setup)
    await report(shop)
    const [kept] = await filesOf(shop)
    const [orphan = ''] = await leave(shop, 1)
    expect(await sweepProofs(shop.ctx)).toEqual({ setAside: 0, stopped: null })
    // It may be one whose report is still being written.
    laterThanItsFiles(shop, HOUR / 2)
    expect(await sweepProofs(shop.ctx)).toEqual({ setAside: 0, stopped: null })
    laterThanItsFiles(shop, 2 * HOUR)
    expect(await sweepProofs(shop.ctx)).toEqual({ setAside: 1, stopped: null })
    expect(await filesOf(shop)).toEqual([kept])
    shop.ctx.clock.advance(KEEP_ASIDE - 1_000)
    await sweepProofs(shop.ctx)
    expect(await Array.fromAsync(shop.ctx.files.setAsideBefore(Number.POSITIVE_INFINITY))).toEqual([orphan])
    shop.ctx.clock.advance(2_000)
    // For good only by an hour that is believed.
    shop.ctx.time = { known: () => false, sure: async () => false }
    await sweepProofs(shop.ctx)
    expect(await Array.fromAsync(shop.ctx.files.setAsideBefore(Number.POSITIVE_INFINITY))).toEqual([orphan])
    shop.ctx.time = SURE
    await sweepProofs(shop.ctx)
    expect(await Array.fromAsync(shop.ctx.files.setAsideBefore(Number.POSITIVE_INFINITY))).toEqual([])
    expect(await filesOf(shop)).toEqual([kept])
  })

  test('another database over the same folder takes nothing away', async () => {
    const shop = await openShop(setup)
    const sent = await leave(shop, FEW_ORPHANS + 1)
    laterThanItsFiles(shop, 2 * HOUR)
    await watchProofs(shop.ctx)
    await watchProofs(shop.ctx)
    expect((await filesOf(shop)).sort()).toEqual(sent.sort())
    expect(shop.ctx.lines.filter((line) => line.includes('nothing was swept'))).toHaveLength(2)
  })

  test('a proof that an older database did not know comes back with the newer one', async () => {
    const shop = await openShop(setup)
    await report(shop)
    const [proof = ''] = await filesOf(shop)
    const older = await openShop(setup)
    laterThanItsFiles(older, 2 * HOUR)
    expect(await sweepProofs({ ...older.ctx, files: shop.ctx.files })).toEqual({ setAside: 1, stopped: null })
    expect(await shop.ctx.files.has(proof)).toBe(false)
    await sweepProofs(shop.ctx)
    expect(await shop.ctx.files.has(proof)).toBe(true)
  })

  test('control: where a file that nobody knows is removed immediately, it is gone for the newer one too', async () => {
    const shop = await openShop(setup)
    await report(shop)
    const [proof = ''] = await filesOf(shop)
    const older = await openShop(setup)
    laterThanItsFiles(older, 2 * HOUR)
    await sweepProofs({ ...older.ctx, files: { ...shop.ctx.files, setAside: shop.ctx.files.remove } })
    await sweepProofs(shop.ctx)
    expect(await filesOf(shop)).toEqual([])
    expect(await auditAll(shop.ctx, shop.ctx.db.read)).toContainEqual(
      expect.stringContaining('falta el archivo del comprobante'),
    )
    expect(await shop.ctx.files.has(proof)).toBe(false)
  })

  test('control: as few as a crash leaves are taken, from any shop: it is their number that stops the sweep', async () => {
    const shop = await openShop(setup)
    await leave(shop, FEW_ORPHANS)
    laterThanItsFiles(shop, 2 * HOUR)
    await watchProofs(shop.ctx)
    expect(await filesOf(shop)).toEqual([])
    expect(shop.ctx.lines.filter((line) => line.includes('nothing was swept'))).toEqual([])
  })
})
