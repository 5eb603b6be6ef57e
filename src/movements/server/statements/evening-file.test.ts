import { expect, test } from 'vitest'
import { confirmAll, pay } from '#app/server/testing/money/money-shop.ts'
import { csv, openStatementShop } from '#app/server/testing/money/statement-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

const ANA = '20/11/2026;067720010001;PAGOMOVIL BDV V012345678 ANA PEREZ;;6714,24'
const LUIS = '20/11/2026;000187654300;PAGOMOVIL OTROS BANCOS 0134 04169998877;;6714,24'
const FEE = '20/11/2026;067720010001;COMISION;20,14;'

onBothEngines('a file of Banco de Venezuela at noon, and the same with the rest of the day in the evening', (setup) => {
  test('confirm a payment of each, whichever bank the payers are of', async () => {
    const shop = await openStatementShop(setup)
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela', cedula: 'J-12345678-0' }, TESTER)
    const first = await pay(shop, '000154469146', {
      cedula: 'V-12.345.678',
      telefono: '0414-1112233',
      nombre: 'Ana Perez',
    })
    expect((await shop.bring({ bytes: csv(ANA, FEE) })).nuevos).toBe(2)
    expect(await confirmAll(shop as never)).toEqual([first])
    const next = await pay(shop, '000187654300', { cedula: 'V-87.654.321', telefono: '0416-9998877' })
    expect((await shop.bring({ bytes: csv(LUIS, ANA, FEE) })).nuevos).toBe(1)
    expect(await confirmAll(shop as never)).toEqual([next])
  })
})
