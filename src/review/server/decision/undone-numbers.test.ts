import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { openShop, report } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'
import { approvePurchase } from './approve-purchase.ts'
import { rejectPurchase } from './reject-purchase.ts'
import { undoDecision } from './undo-decision.ts'

onBothEngines('numbers that were drawn by an approval', (setup) => {
  test('are the same after an undo and another approval, however often, and free once it is rejected', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    const { ctx } = shop
    const { id } = (await report(shop)).json()
    const owned = async () => {
      const rows = await ctx.db.read.selectFrom('tickets').select(['numero', 'estado']).orderBy('numero').execute()
      return rows.map(({ numero, estado }) => `${numero} ${estado}`)
    }
    const drawn = await approvePurchase(ctx, id, 1, { actor: TESTER })
    for (const version of [2, 4, 6]) {
      await undoDecision(ctx, id, version, TESTER)
      expect(await owned()).toEqual(drawn.map((numero) => `${numero} en revision`))
      expect(await approvePurchase(ctx, id, version + 1, { actor: TESTER })).toEqual(drawn)
    }
    await undoDecision(ctx, id, 8, TESTER)
    await rejectPurchase(ctx, id, 9, { actor: TESTER, motivo: 'No se lee la referencia.' })
    ctx.clock.advance(8 * 86_400_000)
    await sweepHolds(ctx)
    expect(await owned()).toEqual([])
    expect(await audit(ctx)).toEqual([])
  })
})
