import { expect, test } from 'vitest'
import { comeIn, confirmAll, letConfirm, openMoneyShop, pay, stateOf } from '#app/server/testing/money/money-shop.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'

const ANA = { cedula: 'V-12.345.678', telefono: '0414-1112233' }

onBothEngines('a payment that a bank calls about and lists under a short number of its own', (setup) => {
  test.each(['48213', '4821'])('confirms one purchase alone: %s', async (referencia) => {
    const shop = await openMoneyShop(setup)
    await letConfirm(shop)
    const now = shop.ctx.clock.now()
    await comeIn(
      shop,
      [{ referencia: '000059762001', telefono_origen: '584141112233', banco_origen: '0102', en: now }],
      {
        fuente: 'bnc',
        canal: 'webhook',
        crudo_sha256: 'call',
      },
    )
    await comeIn(shop, [{ referencia, documento_origen: 'V12345678', banco_origen: '0102' }], {
      fuente: 'bnc',
      crudo_sha256: 'list',
    })
    const first = await pay(shop, '000059762001', ANA)
    await createMoneyWatch(shop.ctx)()
    const next = await pay(shop, referencia.slice(-4), ANA)
    await createMoneyWatch(shop.ctx)()
    await confirmAll(shop)
    expect([await stateOf(shop, first), await stateOf(shop, next)]).not.toEqual(['confirmado', 'confirmado'])
  })
})
