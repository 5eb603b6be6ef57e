import { expect, test } from 'vitest'
import { tables } from '#app/server/schema.ts'
import { correct, heldToken } from '#app/server/testing/buyer.ts'
import { openShop, report, signInOwner } from '#app/server/testing/shop.ts'
import { capDeadlines } from '#platform/server/jobs/cap-deadlines.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'

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
