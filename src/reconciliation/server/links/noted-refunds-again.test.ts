import { expect, test } from 'vitest'
import { post } from '#app/server/testing/desk.ts'
import {
  comeIn,
  confirmAll,
  letConfirm,
  look,
  openMoneyShop,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import { annulPurchase } from '#review/server/decision/annul-purchase.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'
import { undoDecision } from '#review/server/decision/undo-decision.ts'
import type { ToReturn } from '../../contract.ts'

const WHY = { actor: TESTER, motivo: 'No quedaban boletos.' }
const BACK = { que: 'devuelto', razon: 'Por Pago Móvil.' }
const ANA = { cedula: 'V-12.345.678', telefono: '0414-1112233' }

onBothEngines('money whose return was noted before it was seen', (setup) => {
  test.each(['anulado', 'rechazado'])(
    'confirms no other report of its payment, where the first was %s',
    async (how) => {
      const shop = await openMoneyShop(setup)
      const first = await pay(shop, '000030906155', ANA)
      if (how === 'anulado') {
        await approvePurchase(shop.ctx, first, 1, { actor: TESTER })
        await annulPurchase(shop.ctx, first, null, WHY)
      } else await rejectPurchase(shop.ctx, first, 1, WHY)
      const noted = await post(shop, shop.headers, `/conciliacion/por-devolver/${first}`, BACK)
      expect(noted.statusCode).toBe(200)
      const next = await pay(shop, '000030906155', ANA)
      await comeIn(shop, [{ referencia: '000030906155' }])
      await confirmAll(shop)
      expect(await stateOf(shop, next)).toBe('en revision')
    },
  )

  test('confirms no other report of its payment alone either', async () => {
    const shop = await openMoneyShop(setup)
    await letConfirm(shop)
    const first = await pay(shop, '000030906155', ANA)
    await approvePurchase(shop.ctx, first, 1, { actor: TESTER })
    await annulPurchase(shop.ctx, first, null, WHY)
    await post(shop, shop.headers, `/conciliacion/por-devolver/${first}`, BACK)
    const next = await pay(shop, '000030906155', ANA)
    await comeIn(shop, [{ referencia: '000030906155' }])
    await createMoneyWatch(shop.ctx)()
    expect(await stateOf(shop, next)).toBe('en revision')
  })

  test('is not owed again where it was joined to its confirmed purchase by itself, and that one is undone and rejected', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '000030906155', ANA)
    await rejectPurchase(shop.ctx, id, 1, WHY)
    expect((await post(shop, shop.headers, `/conciliacion/por-devolver/${id}`, BACK)).statusCode).toBe(200)
    await undoDecision(shop.ctx, id, null, TESTER)
    await approvePurchase(shop.ctx, id, null, { actor: TESTER, motivo: 'No se devolvió.' })
    shop.ctx.clock.advance(1000)
    await comeIn(shop, [{ referencia: '000030906155' }])
    await createMoneyWatch(shop.ctx)()
    await undoDecision(shop.ctx, id, null, TESTER)
    await rejectPurchase(shop.ctx, id, null, WHY)
    const { compras } = await look<ToReturn>(shop, '/por-devolver')
    expect(compras).toEqual([])
  })

  test('is not returned a second time as money of nobody, when it comes under the reference of that purchase', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '000030906155', ANA)
    await approvePurchase(shop.ctx, id, 1, { actor: TESTER })
    await annulPurchase(shop.ctx, id, null, WHY)
    await post(shop, shop.headers, `/conciliacion/por-devolver/${id}`, BACK)
    const [money] = await comeIn(shop, [{ referencia: '000030906155', documento_origen: 'V12345678' }])
    await post(shop, shop.headers, `/conciliacion/movimientos/${money}`, BACK)
    const lines = await shop.ctx.db.read
      .selectFrom('journal')
      .select('datos')
      .where('accion', '=', 'dinero devuelto')
      .execute()
    expect(lines.filter(({ datos }) => !datos.includes('"anotado"'))).toHaveLength(1)
  })
})
