import { expect, test } from 'vitest'
import { post } from '#app/server/testing/desk.ts'
import {
  comeIn,
  confirmAll,
  letConfirm,
  type MoneyShop,
  openMoneyShop,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'

const ANA = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
const PAYER = { documento_origen: 'V12345678' }
const ST = { fuente: 'extracto', confianza: 'extracto' } as const

const giveBack = async (shop: MoneyShop, id: number | undefined, que: string) =>
  expect(
    (await post(shop, shop.headers, `/conciliacion/movimientos/${id}`, { que, razon: 'Por Pago Móvil.' })).statusCode,
  ).toBe(200)

onBothEngines('money that a person returned and another source tells later', (setup) => {
  test.each(['devuelto', 'ignorado'])(
    'confirms nobody alone where a file told it by the payer and the bank tells it with its reference, after %s',
    async (que) => {
      const shop = await openMoneyShop(setup)
      await letConfirm(shop)
      const [lost] = await comeIn(shop, [PAYER], ST)
      await giveBack(shop, lost, que)
      await comeIn(shop, [{ referencia: '000030906155', ...PAYER }])
      const next = await pay(shop, '000030906155', ANA)
      await createMoneyWatch(shop.ctx)()
      await confirmAll(shop)
      expect(await stateOf(shop, next)).toBe('en revision')
    },
  )

  test('confirms nobody alone where it is told for a method that was once the same account, under the same reference', async () => {
    const shop = await openMoneyShop(setup)
    await letConfirm(shop)
    const money = {
      moneda: 'VES',
      precio_por_boleto: null,
      banco: '0134 Banesco',
      paginas: ['A', 'B'],
    } satisfies Parameters<typeof changeMethod>[2]
    await changeMethod(shop.ctx, 5, { ...money, cedula: 'V-00.123.456' }, TESTER)
    const told = [{ referencia: '0030906155', ...PAYER }]
    const [first] = await comeIn(shop, told, { metodo_id: 1 })
    await giveBack(shop, first, 'devuelto')
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    await comeIn(shop, told, { metodo_id: 5, crudo_sha256: 'b' })
    const next = await pay(shop, '30906155', { metodo_id: '5', metodo_pago: 'Transferencia Bancaria', ...ANA })
    await createMoneyWatch(shop.ctx)()
    await confirmAll(shop)
    expect(await stateOf(shop, next)).toBe('en revision')
  })
})

onBothEngines('two rows of one payment that a call with both numbers joins', (setup) => {
  test('leave nothing that pays where a person returned one of them', async () => {
    const shop = await openMoneyShop(setup)
    const now = shop.ctx.clock.now()
    const [own] = await comeIn(shop, [{ referencia: '771200345', ...PAYER }], { fuente: 'bnc', crudo_sha256: 'a' })
    await comeIn(shop, [{ referencia: '000030906155', en: now }], { ...ST, crudo_sha256: 'b' })
    await giveBack(shop, own, 'devuelto')
    await comeIn(shop, [{ referencia: '000030906155', referencia_otra: '771200345', en: now, ...PAYER }], {
      fuente: 'bnc',
      canal: 'webhook',
      crudo_sha256: 'c',
    })
    const next = await pay(shop, '30906155', ANA)
    await confirmAll(shop)
    expect(await stateOf(shop, next)).toBe('en revision')
  })
})
