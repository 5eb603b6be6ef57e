import { expect, test } from 'vitest'
import { openShop, report, type Shop, signInOwner } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import type { Instant } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { changeSite } from '#site/server/change-site.ts'

interface Desk {
  fecha: string
  tasa_verificada: boolean
  comprobaciones: { sobre: string; nivel: string; titulo: string; compras?: unknown[] }[]
}

onSqlite('the facts of a report about its buyer', (setup) => {
  async function desk(shop: Shop, headers: Record<string, string>, id: number): Promise<Desk> {
    const answer = await shop.app.inject({ url: `/api/panel/compras/${id}`, headers })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json() as Desk
  }
  const of = ({ comprobaciones }: Desk, sobre: string) => comprobaciones.find((check) => check.sobre === sobre)

  test('the accepted terms, and when', async () => {
    const shop = await openShop(setup)
    await changeSite(shop.ctx, { terminos_version: '7' }, TESTER)
    const now = shop.ctx.clock.now()
    expect((await report(shop, { terminos: '6' })).statusCode).toBe(201)
    expect((await report(shop, { cedula: 'V22222222', referencia: '88887777' })).statusCode).toBe(201)
    const rows = await shop.ctx.db.read
      .selectFrom('purchases')
      .select(['terminos_version', 'creado_en'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { terminos_version: '6', creado_en: now },
      { terminos_version: '7', creado_en: now },
    ])
  })

  test('a page that could not reach the rate: the desk is told to look at the amount', async () => {
    const shop = await openShop(setup)
    const known = (await report(shop)).json()
    const unknown = (
      await report(shop, { cedula: 'V22222222', referencia: '88887777', tasa_no_verificada: '1' })
    ).json()
    const headers = await signInOwner(shop)
    expect(of(await desk(shop, headers, known.id), 'monto')).toMatchObject({ nivel: 'bien' })
    const told = await desk(shop, headers, unknown.id)
    expect(told.tasa_verificada).toBe(false)
    expect(of(told, 'monto')).toMatchObject({ nivel: 'aviso', titulo: 'Tasa no verificada' })
  })

  test('a report without a date was paid today, and today is the day in Caracas', async () => {
    const shop = await openShop(setup)
    const midnight = (Math.ceil(shop.ctx.clock.now() / 86_400_000) * 86_400_000) as Instant
    // In UTC it is the next day already; in Caracas it is 20:01 of the day before.
    shop.ctx.clock.advance(midnight + 60_000 - shop.ctx.clock.now())
    const { id } = (await report(shop, { fecha: undefined })).json()
    const headers = await signInOwner(shop)
    expect((await desk(shop, headers, id)).fecha).toBe(new Date(midnight - 1).toISOString().slice(0, 10))
    const before = (await report(shop, { fecha: '2026-11-15', referencia: '88887777', cedula: 'V22222222' })).json()
    expect((await desk(shop, headers, before.id)).fecha).toBe('2026-11-15')
    for (const none of ['', '2026-02-30'])
      expect((await report(shop, { fecha: none })).json().campos.fecha).toBe('Por favor, selecciona la fecha de pago.')
  })

  test('the method: it may be left out, and one that does not exist is refused', async () => {
    const shop = await openShop(setup)
    const without = await report(shop, { metodo_pago: undefined })
    expect(without.statusCode, without.body).toBe(201)
    const unknown = await report(shop, { referencia: '88887777', metodo_pago: 'Cheque' })
    expect([unknown.statusCode, unknown.json().campos]).toEqual([422, { metodo_pago: 'Ese método de pago no existe.' }])
    const kept = await shop.ctx.db.read.selectFrom('purchases').select(['id', 'metodo_pago']).execute()
    expect(kept).toEqual([{ id: without.json().id, metodo_pago: null }])
  })

  test('a buyer may buy any number of times, and an equal reference of somebody else is told to both', async () => {
    const shop = await openShop(setup)
    const first = (await report(shop)).json()
    expect((await report(shop, { referencia: '900011112222' })).statusCode).toBe(201)
    const other = (await report(shop, { cedula: 'V22222222', correo: 'otra@ejemplo.test' })).json()
    const headers = await signInOwner(shop)
    for (const { id } of [first, other])
      expect(of(await desk(shop, headers, id), 'referencia'), String(id)).toMatchObject({ nivel: 'aviso' })
  })
})

onSqlite('the calls of the specification', (setup) => {
  test('lists are bare; of the methods only those that a page offers, with the data of Pago Movil under id 1', async () => {
    const shop = await openShop(setup)
    const methods = (await shop.app.inject('/api/rifas/metodo-pago')).json()
    expect(methods.map(({ id, titulo }: { id: number; titulo: string }) => [id, titulo])).toEqual([
      [1, 'Pago Movil'],
      [2, 'Zelle'],
    ])
    expect(methods[0]).toMatchObject({ banco: '0134 Banesco', cedula: 'V-00.123.456', telefono: '04001234567' })
    expect((await shop.app.inject('/api/rifas')).json()).toBeInstanceOf(Array)
    const numbers = (await shop.app.inject(`/api/rifas/${shop.id}/numeros`)).json()
    expect(numbers[7]).toEqual({ numero: '07', estado: 'disponible' })
    const nequi = await shop.ctx.db.read
      .selectFrom('payment_methods')
      .select(['tipo', 'moneda', 'precio_por_boleto', 'paginas'])
      .where('titulo', '=', 'Nequi')
      .execute()
    expect(nequi).toEqual([{ tipo: 'transferencia', moneda: 'COP', precio_por_boleto: '4000.00', paginas: '' }])
  })
})
