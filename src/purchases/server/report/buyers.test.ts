import { expect, test } from 'vitest'
import { correct, ownPage } from '#app/server/testing/buyer.ts'
import { openShop, report, type Shop, signInOwner } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import type { Instant } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { changeSite } from '#site/server/change-site.ts'
import { readPayer } from '../../rules.ts'

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

const AUNT = { pagador_banco: '0105', pagador_telefono: '0424-111.22.33', pagador_cedula: 'V-9.876.543' }
const KEPT = { pagador_banco: '0105', pagador_telefono: '584241112233', pagador_cedula: 'V9876543' }
const NOBODY = { pagador_banco: '', pagador_telefono: '', pagador_cedula: '' }

async function payerOf({ ctx }: Shop, id: number) {
  return ctx.db.read
    .selectFrom('purchases')
    .select(['pagador_banco', 'pagador_telefono', 'pagador_cedula'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

test.each([
  [{ pagador_banco: '0134 Banesco' }, { ...NOBODY, pagador_banco: '0134' }],
  [{ pagador_telefono: '+58 424 1112233' }, { ...NOBODY, pagador_telefono: '584241112233' }],
  [{ pagador_cedula: 'j-12345678-9' }, { ...NOBODY, pagador_cedula: 'J123456789' }],
  [{ pagador_cedula: '12.345' }, { ...NOBODY, pagador_cedula: 'V12345' }],
  [{ pagador_banco: '9999', pagador_telefono: '0212-5551122', pagador_cedula: 'X1' }, NOBODY],
])('%j is kept as %j', (said, kept) => expect(readPayer(said)).toEqual(kept))

onSqlite('the payer', (setup) => {
  test('is the buyer where a report names nobody else', async () => {
    const shop = await openShop(setup)
    const plain = await report(shop)
    expect(await payerOf(shop, plain.json().id)).toEqual(NOBODY)
    const himself = await report(shop, {
      referencia: '700000000001',
      pagador_telefono: '+58 414 1234567',
      pagador_cedula: '12345678',
    })
    expect(himself.statusCode, himself.body).toBe(201)
    expect(await payerOf(shop, himself.json().id)).toEqual(NOBODY)
  })

  test('is kept as banks say it, and told on the desk, in the sheet and in the file, not behind the link', async () => {
    const shop = await openShop(setup)
    const { id, secreto } = (await report(shop, AUNT)).json()
    expect(await payerOf(shop, id)).toEqual(KEPT)
    const headers = await signInOwner(shop)
    const read = async (url: string) => (await shop.app.inject({ url, headers })).json()
    const text = '0105 Mercantil · 0424-111-2233 · V-9.876.543'
    const { comprobaciones } = await read(`/api/panel/compras/${id}`)
    expect(comprobaciones).toContainEqual(
      expect.objectContaining({ sobre: 'pagador', nivel: 'bien', titulo: `Pagó otra persona: ${text}` }),
    )
    expect((await read(`/api/panel/compras/${id}/ficha`)).pagador).toBe(text)
    const file = await shop.app.inject({ url: '/api/panel/exportar/compras?formato=csv', headers })
    expect(file.body).toContain(';0105;584241112233;V9876543')
    const own = await ownPage(shop, secreto)
    expect(own.json().otro_pagador).toBe(true)
    expect(own.body).not.toMatch(/1112233|9876543/)
  })

  test('is refused with a message for each field where it cannot be read', async () => {
    const shop = await openShop(setup)
    const refused = await report(shop, { pagador_banco: 'Banesco', pagador_telefono: '123', pagador_cedula: 'X1' })
    expect([refused.statusCode, Object.keys(refused.json().campos)]).toEqual([
      422,
      ['pagador_banco', 'pagador_telefono', 'pagador_cedula'],
    ])
  })

  test('is corrected on the private page, field by field, or taken back; that alone is a correction', async () => {
    const shop = await openShop(setup)
    const { id, secreto } = (await report(shop, AUNT)).json()
    const corrections = async () => (await shop.ctx.db.read.selectFrom('purchases').select('correcciones').execute())[0]
    // The same again changes nothing.
    await correct(shop, { secreto, pagador_cedula: 'v9876543' })
    expect(await corrections()).toEqual({ correcciones: 0 })
    expect((await correct(shop, { secreto, pagador_banco: '0134' })).statusCode).toBe(200)
    expect(await payerOf(shop, id)).toEqual({ ...KEPT, pagador_banco: '0134' })
    expect((await correct(shop, { secreto, pagador_telefono: '12' })).json().campos).toHaveProperty('pagador_telefono')
    shop.ctx.clock.advance(3_600_000)
    expect((await correct(shop, { secreto, ...NOBODY })).json()).toMatchObject({ otro_pagador: false })
    expect(await payerOf(shop, id)).toEqual(NOBODY)
  })
})
