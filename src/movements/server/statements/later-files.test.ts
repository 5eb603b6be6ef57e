import { expect, test } from 'vitest'
import { confirmAll, pay } from '#app/server/testing/money/money-shop.ts'
import { csv, openStatementShop } from '#app/server/testing/money/statement-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

const ANA = { cedula: 'V-12.345.678', telefono: '0414-1112233', nombre: 'Ana Perez' }
const NOON = '20/11/2026;067720010001;PAGOMOVIL BDV V012345678 ANA PEREZ;;6714,24'
const LATE = '20/11/2026;067720990077;PAGOMOVIL BDV V012345678 ANA PEREZ;;6714,24'
onBothEngines('two payments of one buyer at Banco de Venezuela, which a file names both', (setup) => {
  test.each([
    ['the file is longer than a portion', 510],
    ['control: the file is short', 10],
  ])('confirm both reports: %s', async (_, length) => {
    const shop = await openStatementShop(setup)
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela', cedula: 'J-12345678-0' }, TESTER)
    const fees = Array.from({ length }, (_, at) => `20/11/2026;0677${30_000_000 + at};COMISION;20,${10 + (at % 90)};`)
    const first = await pay(shop, '067720010001', ANA)
    await shop.bring({ bytes: csv(NOON, ...fees) })
    expect(await confirmAll(shop as never)).toEqual([first])
    const next = await pay(shop, '067720990077', ANA)
    expect((await shop.bring({ bytes: csv(NOON, ...fees, LATE) })).nuevos).toBe(1)
    expect(await confirmAll(shop as never)).toEqual([next])
  })

  test('confirm both reports, where each was in a file of its own before', async () => {
    const shop = await openStatementShop(setup)
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela', cedula: 'J-12345678-0' }, TESTER)
    const both = [await pay(shop, '067720010001', ANA), await pay(shop, '067720990077', ANA)]
    await shop.bring({ bytes: csv(NOON) })
    await shop.bring({ bytes: csv(LATE) })
    await shop.bring({ bytes: csv(NOON, LATE) })
    expect((await confirmAll(shop as never)).sort()).toEqual(both.sort())
  })
})
