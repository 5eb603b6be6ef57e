import { expect, test } from 'vitest'
import { comeIn, confirmAll, openBdvShop, pay, stateOf } from '#app/server/testing/money/money-shop.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

const NOTICE = { fuente: 'aviso', confianza: 'aviso' } as const
const ST = { fuente: 'extracto', confianza: 'extracto' } as const
const ANA = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
const LUIS = { cedula: 'V-87.654.321', telefono: '0416-9998877' }

onBothEngines('a payment of Banco de Venezuela whose notice comes after the file of the morning', (setup) => {
  test('is not marked for another one of its price: the notice of that one had another whole reference', async () => {
    const shop = await openBdvShop(setup)
    const ana = { id_banco: 'f1', referencia: '067720010001', documento_origen: 'V12345678', banco_origen: '0102' }
    const luis = { id_banco: 'f2', referencia: '067720010777', documento_origen: 'V87654321', banco_origen: '0102' }
    const first = await pay(shop, '000154469146', ANA)
    await comeIn(shop, [{ referencia: '000154469146', telefono_origen: '584141112233' }], {
      ...NOTICE,
      crudo_sha256: 'a',
    })
    await comeIn(shop, [ana], { ...ST, crudo_sha256: 'noon' })
    const next = await pay(shop, '000187654300', LUIS)
    await comeIn(shop, [{ referencia: '000187654300', telefono_origen: '584169998877' }], {
      ...NOTICE,
      crudo_sha256: 'b',
    })
    await comeIn(shop, [ana, luis], { ...ST, crudo_sha256: 'night' })
    const rows = await shop.ctx.db.read.selectFrom('movements').select('repetida_de').orderBy('id').execute()
    expect.soft(rows.map(({ repetida_de }) => repetida_de)).toEqual([null, null])
    await confirmAll(shop)
    expect([await stateOf(shop, first), await stateOf(shop, next)]).toEqual(['confirmado', 'confirmado'])
  })
})

onBothEngines('a payment that the file of the evening lists beside one that the file of noon listed too', (setup) => {
  test.each([
    [
      'of another bank, by its phone',
      { referencia: '000187654300', telefono_origen: '584169998877', banco_origen: '0134' },
    ],
    ['without data of its payer', { referencia: '000187654300' }],
  ])('is exact: one list names both, so that they are two payments: %s', async (_, more) => {
    const shop = await openBdvShop(setup)
    const ana = { id_banco: 'f1', referencia: '067720010001', documento_origen: 'V12345678', banco_origen: '0102' }
    const first = await pay(shop, '000154469146', ANA)
    await comeIn(shop, [ana], { ...ST, crudo_sha256: 'noon' })
    expect(await confirmAll(shop)).toEqual([first])
    const next = await pay(shop, '000187654300', LUIS)
    await comeIn(shop, [ana, { id_banco: 'f2', ...more }], { ...ST, crudo_sha256: 'night' })
    expect(await confirmAll(shop)).toEqual([next])
  })
})
