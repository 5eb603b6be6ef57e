import { expect, test } from 'vitest'
import { post } from '#app/server/testing/desk.ts'
import { comeIn, confirmAll, letConfirm, openBdvShop, pay, stateOf } from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import { annulPurchase } from '#review/server/decision/annul-purchase.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'

const WHY = { actor: TESTER, motivo: 'No quedaban boletos.' }
const BACK = { que: 'devuelto', razon: 'Por Pago Móvil.' }
const ANA = { cedula: 'V-12.345.678', telefono: '0414-1112233' }

onBothEngines(
  'money whose return was noted before it was seen, which its bank gives another number or none',
  (setup) => {
    for (const how of ['anulado', 'rechazado'])
      for (const who of ['in bulk', 'alone'])
        test.each([
          ['another number', { referencia: '067720010001', documento_origen: 'V12345678', banco_origen: '0102' }],
          ['no number', { documento_origen: 'V12345678' }],
          [
            'the receipt’s, and the next report names four digits of it',
            { referencia: '000154469146', documento_origen: 'V12345678' },
          ],
        ])(`confirms no other report of that buyer, where the first was ${how}, ${who}: %s`, async (kind, money) => {
          const shop = await openBdvShop(setup)
          if (who === 'alone') await letConfirm(shop)
          const first = await pay(shop, '000154469146', ANA)
          if (how === 'anulado') {
            await approvePurchase(shop.ctx, first, 1, { actor: TESTER })
            await annulPurchase(shop.ctx, first, null, WHY)
          } else await rejectPurchase(shop.ctx, first, 1, WHY)
          expect((await post(shop, shop.headers, `/conciliacion/por-devolver/${first}`, BACK)).statusCode).toBe(200)
          const next = await pay(shop, kind.startsWith('the') ? '9146' : '000199887766', ANA)
          await comeIn(shop, [money])
          if (who === 'alone') await createMoneyWatch(shop.ctx)()
          else await confirmAll(shop)
          expect(await stateOf(shop, next)).toBe('en revision')
        })
  },
)
