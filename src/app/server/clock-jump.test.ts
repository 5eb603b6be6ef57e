import { expect, test } from 'vitest'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { sweepHolds } from '#tickets/server/sweep-holds.ts'
import { openShop, type Shop } from './testing/shop.ts'

const HOUR = 3_600_000
const JUMPS = [HOUR, 24 * HOUR, 5 * 365 * 24 * HOUR].flatMap((jump) => [jump, -jump])

async function free({ app, id }: Shop): Promise<number> {
  return (await app.inject(`/api/rifas/${id}/status`)).json().data.rifa.numeros_disponibles
}

const hold = ({ app, id }: Shop) =>
  app.inject({ method: 'POST', url: `/api/rifas/${id}/apartados`, payload: { cantidad_tickets: 10 } })

onBothEngines('holds while the clock is wrong', (setup) => {
  test.each(JUMPS)('by %i ms: none lasts longer than 600 s from what the clock says now', async (jump) => {
    const shop = await openShop(setup)
    const { clock } = shop.ctx
    const truth = clock.now()
    clock.set(truth + jump)
    const held = await hold(shop)
    expect(held.json().segundos).toBe(600)
    expect(await free(shop)).toBe(90)

    clock.set(truth)
    await sweepHolds(shop.ctx)
    const shown = await shop.app.inject(`/api/rifas/apartados/${held.json().token}`)
    // Forward its time is over, as for everybody whose clock is right; back it lives on, no longer than any.
    if (jump < 0) expect(shown.statusCode).toBe(404)
    else expect(shown.json().segundos).toBeLessThanOrEqual(600)
    expect(await free(shop)).toBe(jump < 0 ? 100 : 90)

    clock.set(truth + 600_001)
    expect(await free(shop)).toBe(100)
    await sweepHolds(shop.ctx)
    expect(await free(shop)).toBe(100)
    expect((await hold(shop)).statusCode).toBe(201)
    expect(await free(shop)).toBe(90)
  })

  test('before the sweeper came, the page is told no more than a hold can have', async () => {
    const shop = await openShop(setup)
    const truth = shop.ctx.clock.now()
    shop.ctx.clock.set(truth + HOUR)
    const { token } = (await hold(shop)).json()
    shop.ctx.clock.set(truth)
    const shown = (await shop.app.inject(`/api/rifas/apartados/${token}`)).json()
    expect(shown.segundos).toBe(600)
    expect(Date.parse(shown.vence_en)).toBe(truth + 600_000)
  })
})
