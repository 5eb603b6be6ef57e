import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { post } from '#app/server/testing/desk.ts'
import {
  comeIn,
  confirmAll,
  letConfirm,
  look,
  type MoneyShop,
  openMoneyShop,
  PRICE,
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
import type { ToReturn, Unreported } from '../../contract.ts'

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
  const openNoted = async (noted = true) => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '000030906155', ANA)
    await approvePurchase(shop.ctx, id, 1, { actor: TESTER })
    await annulPurchase(shop.ctx, id, null, WHY)
    const note = () => post(shop, shop.headers, `/conciliacion/por-devolver/${id}`, BACK)
    if (noted) await note()
    const back = (money = 0) => post(shop, shop.headers, `/conciliacion/movimientos/${money}`, BACK)
    return { shop, id, note, back }
  }
  const returns = async ({ ctx }: MoneyShop) => {
    const lines = await ctx.db.read
      .selectFrom('journal')
      .select('datos')
      .where('accion', '=', 'dinero devuelto')
      .execute()
    return lines.map(({ datos }) => JSON.parse(datos)).map(({ monto, anotado = 'nuevo' }) => [monto, anotado])
  }

  test('is that money as far as the note goes, and what came beyond it is returned by itself', async () => {
    const { shop, id, back } = await openNoted()
    const [money] = await comeIn(shop, [{ referencia: '30906155', centimos: PRICE + 500 }])
    const { movimientos } = await look<Unreported>(shop, '/sin-reporte')
    expect(movimientos).toMatchObject([{ id: money }])
    expect((await back(money)).statusCode).toBe(200)
    expect(await returns(shop)).toEqual([
      ['6714.24', 'nuevo'],
      ['6714.24', 'antes'],
      ['5.00', 'nuevo'],
    ])
    // Control: opened again, it is owed again, with its note.
    await post(shop, shop.headers, `/conciliacion/movimientos/${money}`, { que: 'abierto' })
    expect((await look<ToReturn>(shop, '/por-devolver')).compras).toMatchObject([{ id, monto: '6714.24' }])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is not noted as returned once it was returned as money of nobody', async () => {
    const { shop, note, back } = await openNoted(false)
    const [money, other] = await comeIn(shop, [{ referencia: '30906155' }, { referencia: '40906156' }])
    await back(other)
    await back(money)
    expect((await note()).json().code).toBe('ESTADO_NO_PERMITE')
    expect(await returns(shop)).toHaveLength(2)
  })

  test('is returned by itself where it has another reference, or came into another account', async () => {
    const { shop, back } = await openNoted()
    const [other] = await comeIn(shop, [{ referencia: '40906155' }])
    await back(other)
    expect(await returns(shop)).toEqual([
      ['6714.24', 'nuevo'],
      ['6714.24', 'nuevo'],
    ])
  })

  test('confirms no report that has but four digits of its reference, of the same payer', async () => {
    const { shop } = await openNoted()
    const next = await pay(shop, '6155', ANA)
    await comeIn(shop, [{ referencia: '30906155', documento_origen: 'V12345678' }])
    await confirmAll(shop)
    expect(await stateOf(shop, next)).toBe('en revision')
  })

  test('is told to a person who looks at another report of that payment, with or without the money', async () => {
    const { shop } = await openNoted()
    const next = await pay(shop, '30906155', { cedula: 'V-9.999.991' })
    const approve = () => post(shop, shop.headers, `/compras/${next}/aprobar`, { version: 1 })
    expect((await approve()).json().code).toBe('MOTIVO_NECESARIO')
    await comeIn(shop, [{ referencia: '000030906155' }])
    expect((await approve()).json().code).toBe('MOTIVO_NECESARIO')
  })
})
