import { expect, test } from 'vitest'
import { comeIn, letConfirm, openMoneyShop, pay, stateOf } from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { rejectPurchase } from '../decision/reject-purchase.ts'
import { createMoneyWatch } from './watch-money.ts'

onBothEngines('a report whose payment a person rejected', (setup) => {
  test.each([
    ['the same phone and mail', { telefono: '0414-1112233', correo: 'ana@ejemplo.test' }],
    ['nothing in common but the reference', { telefono: '0424-7778899', correo: 'otra@ejemplo.test' }],
  ])('is not confirmed alone when it comes again under another cédula, with %s', async (_, more) => {
    const shop = await openMoneyShop(setup)
    await letConfirm(shop)
    const first = await pay(shop, '000030906155', {
      cedula: 'V-12.345.678',
      telefono: '0414-1112233',
      correo: 'ana@ejemplo.test',
    })
    await rejectPurchase(shop.ctx, first, 1, { actor: TESTER, motivo: 'El pago es de otra persona.' })
    const next = await pay(shop, '000030906155', { cedula: 'V-9.999.991', ...more })
    await comeIn(shop, [{ referencia: '000030906155' }])
    await createMoneyWatch(shop.ctx)()
    expect(await stateOf(shop, next)).toBe('en revision')
  })
})
