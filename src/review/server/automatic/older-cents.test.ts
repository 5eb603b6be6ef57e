import { expect, test } from 'vitest'
import {
  chooseCents,
  comeIn,
  confirmAll,
  letConfirm,
  openMoneyShop,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { after } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from './watch-money.ts'

const HOLD = 600_000

onSqlite('céntimos that somebody else had before', (setup) => {
  /** All nine are given, their time runs out, and somebody gets one of them again. */
  async function openTaken() {
    const shop = await openMoneyShop(setup, { centimos_unicos: 9 })
    await letConfirm(shop)
    const first = await chooseCents(shop)
    shop.ctx.clock.advance(1_000)
    for (let more = 0; more < 8; more++) await chooseCents(shop)
    const paid = after(shop.ctx.clock.now(), HOLD / 2)
    shop.ctx.clock.advance(3 * HOLD)
    const second = await chooseCents(shop)
    expect(second.centimos).toBe(first.centimos)
    return { shop, paid, second }
  }

  test('are not the buyer’s by money that came before: neither alone nor together', async () => {
    const { shop, paid, second } = await openTaken()
    const { apartado, centimos } = second
    const id = await pay(shop, '44556677', { apartado })
    await comeIn(shop, [{ centimos, en: paid }])
    await createMoneyWatch(shop.ctx)()
    expect([await stateOf(shop, id), await confirmAll(shop)]).toEqual(['en revision', []])
  })

  test('control: are the buyer’s by money that came since', async () => {
    const { shop, second } = await openTaken()
    const { apartado, centimos } = second
    const en = shop.ctx.clock.now()
    shop.ctx.clock.advance(HOLD / 2)
    const id = await pay(shop, '44556677', { apartado })
    await comeIn(shop, [{ centimos, en }])
    await createMoneyWatch(shop.ctx)()
    expect(await stateOf(shop, id)).toBe('confirmado')
  })
})
