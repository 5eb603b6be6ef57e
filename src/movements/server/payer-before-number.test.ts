import { expect, test } from 'vitest'
import {
  ANA,
  call,
  comeIn,
  confirmAll,
  file,
  HER_DOCUMENT,
  HER_PHONE,
  list,
  openBdvShop,
  pay,
} from '#app/server/testing/money/money-shop.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

const RECEIPT = '154469146319'
const HERS = { id_banco: 'ana', referencia: '067700020002', banco_origen: '0102', ...HER_DOCUMENT }
const LUIS = { id_banco: 'luis', referencia: '067700010001', banco_origen: '0102', documento_origen: 'V87654321' }

onBothEngines('a payment for which a file took the number of another one', (setup) => {
  test.each([[[HERS, LUIS]], [[LUIS, HERS]]])(
    'is exact by the list that names its payer, and so is the other one (%#)',
    async (rows) => {
      const shop = await openBdvShop(setup)
      await comeIn(shop, [{ ...HER_PHONE, ...HER_DOCUMENT, referencia: RECEIPT, banco_origen: '0102' }], call('bdv'))
      await comeIn(shop, [{ referencia: LUIS.referencia }], file('noon'))
      await comeIn(shop, rows, list('bdv'))
      const first = await pay(shop, RECEIPT, ANA)
      const next = await pay(shop, '177777777', { cedula: 'V-87.654.321', telefono: '0416-9998877' })
      expect((await confirmAll(shop)).sort()).toEqual([first, next])
    },
  )
})
