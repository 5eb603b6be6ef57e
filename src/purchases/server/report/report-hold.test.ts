import { expect, test } from 'vitest'
import { tables } from '#app/server/schema.ts'
import { correct, heldToken, ofHold } from '#app/server/testing/buyer.ts'
import { openShop, report, signInOwner } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { capDeadlines } from '#platform/server/jobs/cap-deadlines.ts'
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

const HOUR = 3_600_000

onSqlite('promises made while the clock was ahead', (setup) => {
  test('a hold whose tickets went to a payer keeps its price for 600 s from now', async () => {
    const shop = await openShop(setup, { total_numeros: 100 })
    const { ctx } = shop
    const truth = ctx.clock.now()
    ctx.clock.set(truth + 240 * HOUR)
    const token = await heldToken(shop, { cantidad_tickets: 10 })
    // As a report leaves it: `cedido` has none of the stock any more.
    await ctx.db.write('prueba', async (tx) => {
      const ceded = tx.updateTable('reservations').set({ estado: 'cedido', elegidos: 0 })
      await ceded.where('token', '=', token).execute()
      await tx.updateTable('stock').set({ apartados: 0, libres: 100 }).where('rifa_id', '=', shop.id).execute()
    })
    ctx.clock.set(truth)
    await capDeadlines(ctx, tables)
    const ends = await ctx.db.read.selectFrom('reservations').select(['estado', 'vence_en']).orderBy('id').execute()
    expect(ends).toEqual([{ estado: 'cedido', vence_en: truth + 600_000 }])
  })
})

onSqlite('a payment while the clock is wrong', (setup) => {
  test('a reviewer who opened it days ahead keeps nobody out', async () => {
    const shop = await openShop(setup)
    const { clock } = shop.ctx
    const { id, secreto } = (await report(shop)).json()
    const truth = clock.now()
    const owner = await signInOwner(shop)
    const take = () =>
      shop.app.inject({ method: 'POST', url: `/api/panel/compras/${id}/tomar`, payload: {}, headers: owner })
    const row = { nombre: 'Otra', operador_id: 9, compra_id: id, hasta: (truth + 120 * HOUR) as typeof truth }
    await shop.ctx.db.write('prueba', (tx) => tx.insertInto('review_claims').values(row).execute())
    await capDeadlines(shop.ctx, tables)
    const shown = await shop.app.inject({ url: `/api/panel/compras/${id}`, headers: owner })
    expect(shown.json().revisa).toBeNull()
    const queue = await shop.app.inject({ url: '/api/panel/revision', headers: owner })
    expect(queue.json().compras[0].revisa).toBeNull()
    expect((await correct(shop, { secreto, referencia: '5550001112' })).statusCode).toBe(200)
    expect((await take()).statusCode).toBe(200)
    // A claim of now keeps the buyer waiting, two minutes at most.
    clock.set(truth + 121_000)
    expect((await take()).statusCode).toBe(200)
    const waits = await correct(shop, { secreto, referencia: '5550001113' })
    expect([waits.json().code, waits.headers['retry-after']]).toEqual(['LA_REVISAN_AHORA', '120'])
  })

  test('a buyer who corrected it days ahead corrects it again', async () => {
    const shop = await openShop(setup)
    const { clock } = shop.ctx
    const { secreto } = (await report(shop)).json()
    const truth = clock.now()
    clock.set(truth + 72 * HOUR)
    expect((await correct(shop, { secreto, referencia: '5550001112' })).statusCode).toBe(200)
    clock.set(truth + 60_000)
    expect((await correct(shop, { secreto, referencia: '5550001113' })).statusCode).toBe(200)
    expect((await correct(shop, { secreto, referencia: '5550001114' })).json().code).toBe('CORRECCIONES_SEGUIDAS')
  })
})
