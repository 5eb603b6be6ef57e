import { expect, test } from 'vitest'
import { ANA, confirmAll, openBdvShop, pay } from '#app/server/testing/money/money-shop.ts'
import { bringHere, csv } from '#app/server/testing/money/statement-shop.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'

const HER = { ...ANA, nombre: 'Ana Perez' }
const NOON = '20/11/2026;067720010001;PAGOMOVIL BDV V012345678 ANA PEREZ;;6714,24'
const LATE = '20/11/2026;067720990077;PAGOMOVIL BDV V012345678 ANA PEREZ;;6714,24'
const LUIS = '20/11/2026;000187654300;PAGOMOVIL OTROS BANCOS 0134 04169998877;;6714,24'

onSqlite('two payments of one price at Banco de Venezuela, which a file names both', (setup) => {
  test.each([
    ['the file is longer than a portion', LATE, '067720990077', HER, 510, '067720010001'],
    ['control: the file is short', LATE, '067720990077', HER, 10, '067720010001'],
    [
      'the second is of another bank',
      LUIS,
      '000187654300',
      { cedula: 'V-87.654.321', telefono: '0416-9998877' },
      1,
      '000154469146',
    ],
  ] as const)('confirm both reports: %s', async (_, evening, says, who, length, receipt) => {
    const shop = await openBdvShop(setup)
    // The first fee has the number of the payment.
    const fees = Array.from({ length }, (_, at) => `20/11/2026;0677${20_010_001 + at};COMISION;20,${10 + (at % 90)};`)
    const first = await pay(shop, receipt, HER)
    await bringHere(shop, csv(NOON, ...fees))
    expect(await confirmAll(shop)).toEqual([first])
    const next = await pay(shop, says, who)
    expect((await bringHere(shop, csv(NOON, ...fees, evening))).nuevos).toBe(1)
    expect(await confirmAll(shop)).toEqual([next])
  })

  test('confirm both reports, where each was in a file of its own before', async () => {
    const shop = await openBdvShop(setup)
    const both = [await pay(shop, '067720010001', HER), await pay(shop, '067720990077', HER)]
    for (const rows of [[NOON], [LATE], [NOON, LATE]]) await bringHere(shop, csv(...rows))
    expect((await confirmAll(shop)).sort()).toEqual(both.sort())
  })
})
