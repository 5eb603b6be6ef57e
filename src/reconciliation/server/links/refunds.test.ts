import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { post } from '#app/server/testing/desk.ts'
import { comeIn, confirmAll, look, openMoneyShop, PRICE, pay } from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { annulPurchase } from '#review/server/decision/annul-purchase.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'
import type { ToReturn, Unreported } from '../../contract.ts'

const WHY = { actor: TESTER, motivo: 'No quedaban boletos.' }
const BACK = { que: 'devuelto', razon: 'Por Pago Móvil.' }

onBothEngines('the money of a purchase that was annulled or rejected', (setup) => {
  const open = async () => {
    const shop = await openMoneyShop(setup)
    return {
      shop,
      act: (path: string, payload: object) => post(shop, shop.headers, `/conciliacion${path}`, payload),
      owed: async () => (await look<ToReturn>(shop, '/por-devolver')).compras,
      /** The refund as its buyer reads it. */
      told: async (id: number) => {
        const { secreto } = await shop.ctx.db.read
          .selectFrom('purchases')
          .select('secreto')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const answer = await shop.app.inject({ method: 'POST', url: '/api/rifas/mi-compra', payload: { secreto } })
        return answer.json().devuelto
      },
    }
  }

  test('is by purchase in one list with its account until it is written down as returned, which its buyer reads', async () => {
    const { shop, act, owed, told } = await open()
    const id = await pay(shop, '30906155')
    // More came than it was to pay: the rest is nobody's yet.
    const [money = 0] = await comeIn(shop, [{ referencia: '000030906155', centimos: PRICE + 500 }])
    await act('/unir', { compra_id: id, movimientos: [{ id: money, monto: '6714.24' }] })
    await rejectPurchase(shop.ctx, id, 1, WHY)
    expect(await owed()).toMatchObject([{ id, monto: '6714.24', cuenta: 'Pago Movil', llego: true }])
    expect(await told(id)).toBeNull()
    expect((await act(`/por-devolver/${id}`, { que: 'devuelto' })).json().code).toBe('MOTIVO_NECESARIO')
    expect((await act(`/por-devolver/${id}`, BACK)).statusCode).toBe(200)
    expect(await owed()).toEqual([])
    expect(await told(id)).toEqual({ monto: '6714.24', en: new Date(shop.ctx.clock.now()).toISOString() })
    expect((await look<Unreported>(shop, '/sin-reporte')).movimientos).toMatchObject([
      { id: money, libre: '5.00', devuelto: '6714.24' },
    ])
    // Noted twice, it is refused and counts once.
    expect((await act(`/por-devolver/${id}`, BACK)).statusCode).toBe(409)
    expect((await act(`/por-devolver/${id}`, { que: 'abierto' })).statusCode).toBe(200)
    expect(await told(id)).toBeNull()
    expect((await look<Unreported>(shop, '/sin-reporte')).movimientos).toMatchObject([{ libre: '6719.24' }])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('that is given back where it came in is told to each purchase that held it, also when that is undone', async () => {
    const { shop, act, owed, told } = await open()
    const ids = [await pay(shop, '30906155'), await pay(shop, '30906155')]
    const [money = 0] = await comeIn(shop, [{ referencia: '000030906155', centimos: 2 * PRICE }])
    for (const id of ids) {
      await act('/unir', { compra_id: id, movimientos: [{ id: money, monto: '6714.24' }] })
      await rejectPurchase(shop.ctx, id, 1, WHY)
    }
    expect((await act(`/movimientos/${money}`, BACK)).json()).toMatchObject({ devuelto: '13428.48', por_devolver: [] })
    expect(await Promise.all(ids.map(told))).toMatchObject([{ monto: '6714.24' }, { monto: '6714.24' }])
    expect(await owed()).toEqual([])
    await act(`/movimientos/${money}`, { que: 'abierto' })
    expect(await Promise.all(ids.map(told))).toEqual([null, null])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is owed to who was annulled also where no source told of it, and not where the bank took it back', async () => {
    const { shop, act, owed, told } = await open()
    const alone = await pay(shop, '40906155')
    await approvePurchase(shop.ctx, alone, 1, { actor: TESTER })
    await annulPurchase(shop.ctx, alone, null, WHY)
    const taken = await pay(shop, '30906155')
    const said = { referencia: '000030906155' }
    await comeIn(shop, [said])
    expect(await confirmAll(shop)).toEqual([taken])
    await comeIn(shop, [{ ...said, sentido: 'debito', concepto: 'REVERSO PAGO MOVIL' }])
    await annulPurchase(shop.ctx, taken, null, WHY)
    expect(await owed()).toMatchObject([{ id: alone, monto: '6714.24', cuenta: 'Pago Movil', llego: false }])
    await act(`/por-devolver/${alone}`, { que: 'ignorado', razon: 'Nunca llegó.' })
    expect([await owed(), await told(alone)]).toEqual([[], null])
    await act(`/por-devolver/${alone}`, { que: 'abierto' })
    await act(`/por-devolver/${alone}`, BACK)
    expect([await owed(), await told(alone)]).toMatchObject([[], { monto: '6714.24' }])
    // A buyer who may still get numbers is owed nothing.
    const alive = await pay(shop, '50906155')
    expect((await act(`/por-devolver/${alive}`, BACK)).json().code).toBe('ESTADO_NO_PERMITE')
  })
})
