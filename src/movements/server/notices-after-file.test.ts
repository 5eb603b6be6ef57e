import { expect, test } from 'vitest'
import {
  ANA,
  comeIn,
  confirmAll,
  file,
  HER_DOCUMENT,
  HER_PHONE,
  marksOf,
  notice,
  openBdvShop,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'

const LUIS = { cedula: 'V-87.654.321', telefono: '0416-9998877' }
const HIS_PHONE = { telefono_origen: '584169998877' }
const HERS = { id_banco: 'f1', referencia: '067720010001', banco_origen: '0102', ...HER_DOCUMENT }

onSqlite('two payments of one price, of which the files of noon and evening tell', (setup) => {
  test('confirm both reports, where the notice of the second comes between them: it has another whole reference', async () => {
    const shop = await openBdvShop(setup)
    const his = { id_banco: 'f2', referencia: '067720010777', documento_origen: 'V87654321', banco_origen: '0102' }
    const first = await pay(shop, '000154469146', ANA)
    await comeIn(shop, [{ referencia: '000154469146', ...HER_PHONE }], notice('a'))
    await comeIn(shop, [HERS], file('noon'))
    const next = await pay(shop, '000187654300', LUIS)
    await comeIn(shop, [{ referencia: '000187654300', ...HIS_PHONE }], notice('b'))
    await comeIn(shop, [HERS, his], file('night'))
    expect.soft(await marksOf(shop)).toEqual([null, null])
    await confirmAll(shop)
    expect([await stateOf(shop, first), await stateOf(shop, next)]).toEqual(['confirmado', 'confirmado'])
  })

  test.each([
    ['of another bank, by its phone', { banco_origen: '0134', ...HIS_PHONE }],
    ['without data of its payer', {}],
  ])('are both exact, for one file names both: the second %s', async (_, more) => {
    const shop = await openBdvShop(setup)
    const first = await pay(shop, '000154469146', ANA)
    await comeIn(shop, [HERS], file('noon'))
    expect(await confirmAll(shop)).toEqual([first])
    const next = await pay(shop, '000187654300', LUIS)
    await comeIn(shop, [HERS, { id_banco: 'f2', referencia: '000187654300', ...more }], file('night'))
    expect(await confirmAll(shop)).toEqual([next])
  })
})
