import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { openShop, report } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { randomId } from '#platform/server/random.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { makeQuote } from '#tickets/quote.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'
import { decideAlone } from '#tickets/server/path/open-raffle.ts'
import { takeTickets } from '#tickets/server/reserve.ts'
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

onSqlite('numbers that were drawn by an approval', (setup) => {
  test('are the same where the payment waited for tickets, and others once somebody has taken one of them', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000, tope_sin_verificar: 10 })
    const { ctx } = shop
    await report(shop, { cantidad_tickets: '100', total: '500.00' })
    const late = (await report(shop, { referencia: '119988776655', cedula: 'V87654321' })).json()
    expect(late.en_espera).toBe(true)
    const drawn = await approvePurchase(ctx, late.id, 1, { actor: TESTER })
    await undoDecision(ctx, late.id, 2, TESTER)
    expect(await approvePurchase(ctx, late.id, 3, { actor: TESTER })).toEqual(drawn)
    await undoDecision(ctx, late.id, 4, TESTER)
    await decideAlone(ctx, shop.id, {}, (state) => {
      state.raffle = { ...state.raffle, tope_sin_verificar: null }
      return takeTickets(state, {
        token: randomId(ctx.random),
        cantidad: 1,
        numeros: drawn.slice(0, 1),
        estado: 'apartado',
        vence_en: null,
        cotizacion: makeQuote(state.raffle, 1, null),
        client: null,
      })
    })
    const others = await approvePurchase(ctx, late.id, 5, { actor: TESTER })
    expect([others.length, others.includes(drawn[0] ?? '')]).toEqual([2, false])
    expect(await audit(ctx)).toEqual([])
  })
})
