import { expect, test } from 'vitest'
import { heldToken, ofHold } from '#app/server/testing/buyer.ts'
import { openShop, report, signInOwner } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import type { ReviewedPurchase } from '#review/contract.ts'

onSqlite('a report and its hold', (setup) => {
  test('one that names other numbers than were held is refused, and keeps the hold; the same in another order is not', async () => {
    const shop = await openShop(setup)
    const apartado = await heldToken(shop, { cantidad_tickets: 2, numeros_seleccionados: ['03', '07'] })
    const named = (numbers: string[]) =>
      report(shop, { apartado, numeros_seleccionados: JSON.stringify(numbers) }, { manual: true })
    for (const others of [
      ['03', '08'],
      ['03', '03'],
    ]) {
      const refused = await named(others)
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'APARTADO_DISTINTO'])
    }
    expect((await ofHold(shop, apartado)).statusCode).toBe(200)
    const { statusCode, body } = await named(['07', '03'])
    expect(statusCode, body).toBe(201)
  })

  test('numbers that are named for a hold without any are refused too', async () => {
    const shop = await openShop(setup)
    const apartado = await heldToken(shop, { cantidad_tickets: 2 })
    const refused = await report(shop, { apartado, numeros_seleccionados: '["03","07"]' }, { manual: true })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'APARTADO_DISTINTO'])
  })

  test('the owed amount goes by the method that was shown, also once another of its kind took its place', async () => {
    const shop = await openShop(setup)
    const owed = async (referencia: string, metodo_id?: string) => {
      const { id } = (await report(shop, { metodo_pago: 'transferencia', metodo_id, referencia })).json()
      const select = shop.ctx.db.read.selectFrom('purchases').select(['monto', 'monto_moneda', 'metodo_ofrecido'])
      return select.where('id', '=', id).executeTakeFirst()
    }
    const cop = { monto: '8000.00', monto_moneda: 'COP', metodo_ofrecido: 0 }
    expect(await owed('700000000001', '5')).toEqual(cop)
  })

  test('a method that no page offers is refused, unless the client names the one that it was shown', async () => {
    const shop = await openShop(setup)
    for (const metodo_id of [undefined, '2', '-5']) {
      const refused = await report(shop, { metodo_pago: 'Transferencia Bancaria', metodo_id })
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'METODO_NO_OFRECIDO'])
      expect(refused.json().details).toBe(
        'Aquí no se recibe Transferencia bancaria. Elige uno de los métodos que ofrece la página.',
      )
    }
    expect((await report(shop, { metodo_pago: 'transferencia', metodo_id: '5' })).statusCode).toBe(201)
  })

  test('a purchase keeps the account that its buyer was shown, and the desk reports when that was offered nowhere', async () => {
    const shop = await openShop(setup)
    await changeMethod(shop.ctx, 1, { telefono: '0412-5551234', paginas: ['A'] }, TESTER)
    const headers = await signInOwner(shop)
    const desk = async (fields: Record<string, string | undefined>) => {
      const { id } = (await report(shop, fields)).json()
      return (await shop.app.inject({ url: `/api/panel/compras/${id}`, headers })).json<ReviewedPurchase>()
    }
    const warned = ({ comprobaciones }: ReviewedPurchase) => comprobaciones.some(({ sobre }) => sobre === 'metodo')
    const paid = await desk({ metodo_pago: 'pago_movil', metodo_id: '1', referencia: '700000000011' })
    expect(paid.pagado_a).toContain('0412-5551234')
    expect(warned(paid)).toBe(false)
    await changeMethod(shop.ctx, 1, { telefono: '0424-5559999' }, TESTER)
    const kept = (await shop.app.inject({ url: `/api/panel/compras/${paid.id}`, headers })).json<ReviewedPurchase>()
    expect(kept.pagado_a).toBe(paid.pagado_a)
    const other = await desk({ metodo_pago: 'paypal', metodo_id: '4', referencia: '700000000012', cedula: 'V9000012' })
    expect([other.pagado_a, warned(other)]).toEqual(['', true])
    const silent = await desk({ metodo_pago: undefined, referencia: '700000000013', cedula: 'V9000013' })
    expect([silent.pagado_a, warned(silent)]).toEqual([null, false])
  })
})
