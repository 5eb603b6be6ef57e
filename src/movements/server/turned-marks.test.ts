import { expect, test } from 'vitest'
import { post } from '#app/server/testing/desk.ts'
import { comeIn, confirmAll, openMoneyShop, pay, stateOf } from '#app/server/testing/money/money-shop.ts'
import type { Instant } from '#platform/clock.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

const NOTICE = { fuente: 'aviso', confianza: 'aviso' } as const

onBothEngines('a notice whose money a person returned, and its repetition', (setup) => {
  test.each(['devuelto', 'ignorado'])('pays nobody when the bank tells the repetition, after %s', async (que) => {
    const shop = await openMoneyShop(setup)
    const now = shop.ctx.clock.now()
    const [first] = await comeIn(shop, [{ referencia: '000059762001', en: now }], { ...NOTICE, crudo_sha256: 'a' })
    await comeIn(shop, [{ referencia: '000059762001', en: (now - 3_600_000) as Instant }], {
      ...NOTICE,
      crudo_sha256: 'b',
    })
    const done = await post(shop, shop.headers, `/conciliacion/movimientos/${first}`, { que, razon: 'Por Pago Móvil.' })
    expect(done.statusCode).toBe(200)
    await comeIn(shop, [{ referencia: '000059762001', en: (now - 3_600_000) as Instant }])
    const next = await pay(shop, '59762001')
    await confirmAll(shop)
    expect(await stateOf(shop, next)).toBe('en revision')
  })
})
