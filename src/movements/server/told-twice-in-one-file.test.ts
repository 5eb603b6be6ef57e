import { expect, test } from 'vitest'
import {
  ANA,
  call,
  comeIn,
  confirmAll,
  file,
  HER_DOCUMENT,
  HER_PHONE,
  notice,
  openBdvShop,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { bringHere, csv } from '#app/server/testing/money/statement-shop.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

const HER = { ...ANA, nombre: 'Ana Perez' }
const CALLED = { ...HER_PHONE, ...HER_DOCUMENT, banco_origen: '0102' }
const RECEIPT = '154469146319'
const ROW = { ...HER_DOCUMENT, banco_origen: '0102', concepto: 'PAGOMOVIL BDV V012345678 ANA PEREZ' }
const NOON = '20/11/2026;067720010001;PAGOMOVIL BDV V012345678 ANA PEREZ;;6714,24'

onBothEngines('a payment of which the bank called, and which a file has twice', (setup) => {
  test.each([
    ['under one number', '067720010001', call('bdv'), 2],
    ['under the next number', '067720010002', call('bdv'), 2],
    ['under the next number, in a later file', '067720010002', call('bdv'), 1],
    ['under the next number, after a notice', '067720010002', notice('sms'), 2],
  ] as const)('confirms one purchase: %s', async (_, again, word, length) => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [{ ...CALLED, referencia: RECEIPT }], word)
    const rows = ['067720010001', again].map((referencia, at) => ({ ...ROW, id_banco: `row ${at}`, referencia }))
    await comeIn(shop, rows.slice(0, length), file('noon'))
    if (length < rows.length) await comeIn(shop, rows, file('evening'))
    const first = await pay(shop, RECEIPT, ANA)
    expect(await confirmAll(shop)).toEqual([first])
    const next = await pay(shop, '199999999', ANA)
    expect(await confirmAll(shop)).toEqual([])
    expect(await stateOf(shop, next)).toBe('en revision')
  })

  test('confirms one purchase, by the file itself', async () => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [{ ...CALLED, referencia: RECEIPT }], call('bdv'))
    const { nuevos, posibles } = await bringHere(shop, csv(NOON, NOON))
    const first = await pay(shop, RECEIPT, HER)
    expect(await confirmAll(shop)).toEqual([first])
    await pay(shop, '199999999', HER)
    expect(await confirmAll(shop)).toEqual([])
    expect([nuevos, posibles]).toEqual([1, 1])
  })

  test('and of two such payments confirms no third', async () => {
    const shop = await openBdvShop(setup)
    const calls = [RECEIPT, '288877665544']
    for (const referencia of calls) await comeIn(shop, [{ ...CALLED, referencia }], call('bdv'))
    const rows = ['067720010001', '067720010001', '067733330003'].map((referencia, at) => ({
      ...ROW,
      id_banco: `row ${at}`,
      referencia,
    }))
    await comeIn(shop, rows, file('noon'))
    const both = [await pay(shop, calls[0] as string, ANA), await pay(shop, calls[1] as string, ANA)]
    expect((await confirmAll(shop)).sort()).toEqual(both)
    await pay(shop, '199999999', ANA)
    expect(await confirmAll(shop)).toEqual([])
  })
})
