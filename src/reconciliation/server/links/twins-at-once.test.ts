import { expect, test } from 'vitest'
import {
  comeIn,
  confirmAll,
  letConfirm,
  type MoneyShop,
  openBdvShop,
  openMoneyShop,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'

const ST = { fuente: 'extracto', confianza: 'extracto' } as const
const CALL = { fuente: 'bdv', confianza: 'banco', canal: 'webhook', crudo_sha256: 'call' } as const
const NOTICE = { fuente: 'aviso', confianza: 'aviso', crudo_sha256: 'sms' } as const
const OWN = '067770752606'
const ANA = { cedula: 'V-12.345.678', telefono: '0414-1112233' }

const countUnmarked = async ({ ctx }: MoneyShop) =>
  (await ctx.db.read.selectFrom('movements').select('id').where('repetida_de', 'is', null).execute()).length

onBothEngines(
  'a payment of Banco de Venezuela in a file that cut its number, and in one that has it whole',
  (setup) => {
    test.each([
      ['a call', CALL, OWN.slice(-5)],
      ['a call', CALL, OWN.slice(-4)],
      ['a notice', NOTICE, OWN.slice(-5)],
    ] as const)('is marked beside %s, and confirms nobody twice (%#)', async (_, word, cut) => {
      const shop = await openBdvShop(setup)
      await comeIn(shop, [{ referencia: '154469146319', telefono_origen: '584141112233' }], word)
      await comeIn(shop, [{ referencia: cut }], { ...ST, crudo_sha256: 'cut' })
      await comeIn(shop, [{ referencia: OWN, documento_origen: 'V12345678' }], { ...ST, crudo_sha256: 'whole' })
      expect.soft(await countUnmarked(shop)).toBe(1)
      const first = await pay(shop, '154469146319', ANA)
      await confirmAll(shop)
      const next = await pay(shop, '0000', ANA)
      await confirmAll(shop)
      expect([await stateOf(shop, first), await stateOf(shop, next)]).not.toEqual(['confirmado', 'confirmado'])
    })

    test.each([
      ['another file cut it to fewer digits', [OWN.slice(-4), OWN.slice(-5)]],
      ['a file cut it to three digits', [OWN.slice(-3)]],
      ['a file cut its end', [OWN.slice(0, 7)]],
    ] as const)('is marked where %s', async (_, cuts) => {
      const shop = await openBdvShop(setup)
      await comeIn(shop, [{ referencia: '154469146319' }], CALL)
      for (const referencia of [...cuts, OWN]) await comeIn(shop, [{ referencia }], { ...ST, crudo_sha256: referencia })
      expect(await countUnmarked(shop)).toBe(1)
    })

    test('is marked where the list of the bank wrote the number of the call otherwise, and two files have another', async () => {
      const shop = await openBdvShop(setup)
      await comeIn(shop, [{ referencia: '154469146319' }], CALL)
      await comeIn(shop, [{ referencia: '000154469146319' }])
      for (const crudo_sha256 of ['a', 'b']) await comeIn(shop, [{ referencia: OWN }], { ...ST, crudo_sha256 })
      expect(await countUnmarked(shop)).toBe(1)
    })

    test('is another payment where that file had another whole number', async () => {
      const shop = await openBdvShop(setup)
      await comeIn(shop, [{ referencia: '154469146319' }], CALL)
      for (const referencia of ['067770750001', OWN])
        await comeIn(shop, [{ referencia }], { ...ST, crudo_sha256: referencia })
      expect(await countUnmarked(shop)).toBe(2)
    })

    test('confirms not two at once, where both were reported before either is confirmed', async () => {
      const shop = await openBdvShop(setup)
      await comeIn(shop, [{ referencia: '154469146319', telefono_origen: '584141112233' }], CALL)
      await comeIn(shop, [{ referencia: OWN.slice(-5) }], { ...ST, crudo_sha256: 'cut' })
      await comeIn(shop, [{ referencia: OWN, documento_origen: 'V12345678' }], { ...ST, crudo_sha256: 'whole' })
      const both = [await pay(shop, '154469146319', ANA), await pay(shop, '0000', ANA)]
      await confirmAll(shop)
      expect(await Promise.all(both.map((id) => stateOf(shop, id)))).not.toEqual(['confirmado', 'confirmado'])
    })
  },
)

onBothEngines('two movements that may be one payment, and neither pays yet', (setup) => {
  test.each(['in one bulk', 'alone'])('confirm not two purchases at once, %s', async (how) => {
    const shop = await openMoneyShop(setup)
    if (how === 'alone') await letConfirm(shop)
    const money = {
      moneda: 'VES',
      precio_por_boleto: null,
      banco: '0134 Banesco',
      paginas: ['A', 'B'],
    } satisfies Parameters<typeof changeMethod>[2]
    await changeMethod(shop.ctx, 5, { ...money, cedula: 'V-00.123.456' }, TESTER)
    const told = [{ referencia: '0030906155', documento_origen: 'V12345678' }]
    await comeIn(shop, told, { metodo_id: 1 })
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    await comeIn(shop, told, { metodo_id: 5, crudo_sha256: 'b' })
    const both = [
      await pay(shop, '30906155', { metodo_id: '1', ...ANA }),
      await pay(shop, '6155', { metodo_id: '5', metodo_pago: 'Transferencia Bancaria', ...ANA }),
    ]
    if (how === 'alone') await createMoneyWatch(shop.ctx)()
    else await confirmAll(shop)
    expect(await Promise.all(both.map((id) => stateOf(shop, id)))).not.toEqual(['confirmado', 'confirmado'])
  })

  test('confirm not two purchases at once, where a file lost its references and another one of its rows was marked for it', async () => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [{ documento_origen: 'V12345678' }], { ...ST, crudo_sha256: 'lost' })
    await comeIn(shop, [{ referencia: '000999999999' }, { referencia: '000123456789' }], {
      ...ST,
      crudo_sha256: 'whole',
    })
    const both = [await pay(shop, '000123456789', ANA), await pay(shop, '6789', ANA)]
    await confirmAll(shop)
    expect(await Promise.all(both.map((id) => stateOf(shop, id)))).not.toEqual(['confirmado', 'confirmado'])
  })

  test('confirm no second purchase where the first was approved by hand before its money came', async () => {
    const shop = await openMoneyShop(setup)
    const first = await pay(shop, '000123456789', ANA)
    await approvePurchase(shop.ctx, first, 1, { actor: TESTER })
    await comeIn(shop, [{ documento_origen: 'V12345678' }], { ...ST, crudo_sha256: 'lost' })
    await comeIn(shop, [{ referencia: '000999999999' }, { referencia: '000123456789' }], {
      ...ST,
      crudo_sha256: 'whole',
    })
    const next = await pay(shop, '6789', ANA)
    await confirmAll(shop)
    expect(await stateOf(shop, next)).toBe('en revision')
  })
})
