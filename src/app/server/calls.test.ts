import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { audit } from '../cli/audit.ts'
import { correct, freeTickets, heldToken, hold, ofHold, ownPage } from './testing/buyer.ts'
import { post } from './testing/desk.ts'
import { openShop, PDF, report, type Shop, signInOwner } from './testing/shop.ts'

/** Decisions of the owner about a purchase. */
async function decides(shop: Shop) {
  const headers = await signInOwner(shop)
  return (id: number, deed: string, payload: object) => post(shop, headers, `/compras/${id}/${deed}`, payload)
}

onSqlite("the specification's calls", (setup) => {
  test('a client that knows nothing but the specification buys, and finds the numbers once they are confirmed', async () => {
    const shop = await openShop(setup, { descripcion: 'Doble tanque.\nCasco incluido.' })
    const raffle = (await shop.app.inject(`/api/rifas/rifas/${shop.id}`)).json()
    expect(raffle).toMatchObject({ id: 1, titulo: 'Moto 200 cc', precio: '5.00', fecha: '', tasa_usd: '671.42350000' })
    expect(raffle.descripcion).toBe('Doble tanque.<br />Casco incluido.')
    expect((await shop.app.inject('/api/rifas')).json()[0].tasa_usd).toBe('671.42350000')
    expect((await shop.app.inject('/api/rifas/tasa-bcv')).json().euro).toBe(671.4235)
    const methods = (await shop.app.inject('/api/rifas/metodo-pago')).json()
    expect(methods.find((method: { id: number }) => method.id === 1)).toMatchObject({ banco: '0134 Banesco' })

    const reported = await report(shop)
    expect(reported.statusCode, reported.body).toBe(201)
    const { rifa } = (await shop.app.inject(`/api/rifas/${shop.id}/status`)).json().data
    expect(rifa).toMatchObject({ numeros_disponibles: 98, porcentaje_disponible: 98, total_numeros: 100 })
    const lookup = () => shop.app.inject('/api/rifas/participante/cedula/V12345678')
    expect((await lookup()).json()).toEqual({
      participaciones: [{ rifa_id: 1, numeros: [], estado: 'en revision', cantidad: 2, en_espera: false }],
    })

    const decide = await decides(shop)
    const approved = await decide(reported.json().id, 'aprobar', { version: 1 })
    expect(approved.statusCode, approved.body).toBe(200)
    const [participation] = (await lookup()).json().participaciones
    expect(participation.numeros).toHaveLength(2)
    expect(participation.estado).toBe('confirmado')
    const numbers = (await shop.app.inject(`/api/rifas/${shop.id}/numeros`)).json()
    expect(numbers).toHaveLength(100)
    const sold = numbers.filter((number: { estado: string }) => number.estado === 'vendido')
    expect(sold.map((number: { numero: string }) => number.numero)).toEqual(participation.numeros)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('picked numbers are held, reported and become the buyer’s', async () => {
    const shop = await openShop(setup)
    const held = await hold(shop, { cantidad_tickets: 2, numeros_seleccionados: ['07', '42'] })
    expect(held.statusCode, held.body).toBe(201)
    const taken = await hold(shop, { cantidad_tickets: 2, numeros_seleccionados: ['42', '43'] })
    expect(taken.statusCode).toBe(409)
    expect(taken.json()).toMatchObject({ code: 'NUMERO_TOMADO', numeros: ['42'] })
    const bitmap = await shop.app.inject({
      url: `/api/rifas/${shop.id}/numeros`,
      headers: { accept: 'application/octet-stream' },
    })
    expect(bitmap.rawPayload).toHaveLength(13)
    expect((bitmap.rawPayload[5] ?? 0) & (1 << 2)).toBe(0)
    expect((bitmap.rawPayload[5] ?? 0) & (1 << 3)).not.toBe(0)

    const fields = { apartado: held.json().token, numeros_seleccionados: '["07","42"]' }
    const reported = await report(shop, fields, { manual: true })
    expect(reported.statusCode, reported.body).toBe(201)
    const decide = await decides(shop)
    expect((await decide(reported.json().id, 'aprobar', { version: 1 })).json().numeros).toEqual(['07', '42'])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a hold that ran out counts as free immediately, and the late payer still gets its price', async () => {
    const shop = await openShop(setup, { total_numeros: 10 })
    const held = (await hold(shop, { cantidad_tickets: 10 })).json()
    expect(held).toMatchObject({ segundos: 600, renovable: true, cotizacion: { total: '50.00', total_bs: '33571.18' } })
    expect(await freeTickets(shop)).toBe(0)
    expect((await hold(shop)).json()).toMatchObject({ code: 'SIN_DISPONIBLES', disponibles: 0 })
    shop.ctx.clock.advance(599_999)
    expect(await freeTickets(shop)).toBe(0)
    shop.ctx.clock.advance(1)
    expect(await freeTickets(shop)).toBe(10)
    const other = (await hold(shop)).json()
    // The buyer reports a payment: it outranks a bare hold, and that visitor is told.
    const late = await report(shop, { cantidad_tickets: '10', total: '50.00', apartado: held.token })
    expect(late.statusCode, late.body).toBe(201)
    expect(late.json()).toMatchObject({ en_espera: false, cotizacion: { total_bs: '33571.18' } })
    const lost = await ofHold(shop, other.token)
    expect([lost.statusCode, lost.json().code]).toEqual([410, 'APARTADO_CEDIDO'])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a hold is renewed once and released', async () => {
    const shop = await openShop(setup)
    const token = await heldToken(shop, { cantidad_tickets: 5 })
    shop.ctx.clock.advance(500_000)
    expect((await ofHold(shop, token, 'renovar')).json()).toMatchObject({ segundos: 600, renovable: false })
    expect((await ofHold(shop, token, 'renovar')).json().code).toBe('APARTADO_YA_RENOVADO')
    expect((await ofHold(shop, token, 'soltar')).statusCode).toBe(204)
    expect(await freeTickets(shop)).toBe(100)
    expect((await ofHold(shop, token)).json().code).toBe('APARTADO_VENCIDO')
  })

  test('the same key gives the same answer, another body is refused, no key is protected by the payment', async () => {
    const shop = await openShop(setup)
    const first = await report(shop, {}, { key: 'clave-de-prueba-1' })
    const again = await report(shop, {}, { key: 'clave-de-prueba-1' })
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
    const other = await report(shop, { nombre: 'Otra Persona' }, { key: 'clave-de-prueba-1' })
    expect([other.statusCode, other.json().code]).toEqual([422, 'CLAVE_REUTILIZADA'])
    const doubled = await report(shop, { cantidad_tickets: '3', total: '15.00' })
    expect(doubled.statusCode).toBe(409)
    expect(doubled.json()).toMatchObject({
      error: 'Registro duplicado',
      details: "Duplicate entry '004512783390' for key 'referencia'",
    })
    expect(await freeTickets(shop)).toBe(98)
    expect((await report(shop, { cedula: 'E87654321' })).statusCode).toBe(201)
  })

  test('a key whose report is still being served gets 409, and its answer once it was', async () => {
    const shop = await openShop(setup)
    const send = () => report(shop, {}, { key: 'doble-toque-2' })
    const arrived = Promise.withResolvers<void>()
    const finishes = Promise.withResolvers<void>()
    const { receive } = shop.ctx.files
    shop.ctx.files.receive = async (id) => {
      arrived.resolve()
      await finishes.promise
      return receive(id)
    }
    const first = send()
    await arrived.promise
    for (const answer of [await send(), await send()])
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'EN_CURSO'])
    finishes.resolve()
    const { statusCode, body } = await first
    expect(statusCode, body).toBe(201)
    expect((await send()).json()).toEqual(JSON.parse(body))
    expect(await freeTickets(shop)).toBe(98)
  })

  test('registro_unico refuses a second cédula, phone or mail in the words that the page parses', async () => {
    const shop = await openShop(setup, { registro_unico: true })
    expect((await report(shop)).statusCode).toBe(201)
    const other = { cedula: 'V22222222', telefono: '04121112233', correo: 'otra@ejemplo.test', referencia: '999888777' }
    const refused = async (changes: object) => (await report(shop, { ...other, ...changes })).json().details
    expect(await refused({ cedula: '12345678' })).toBe("Duplicate entry 'V12345678' for key 'cedula'")
    expect(await refused({ telefono: '04141234567' })).toBe("Duplicate entry '04141234567' for key 'telefono'")
    expect(await refused({ correo: 'CARLA@ejemplo.test' })).toBe(
      "Duplicate entry 'carla@ejemplo.test' for key 'correo'",
    )
    expect((await report(shop, other)).statusCode).toBe(201)
  })

  test('one payment confirms one purchase, whoever reported it', async () => {
    const shop = await openShop(setup)
    const first = (await report(shop)).json()
    const second = (await report(shop, { cedula: 'V22222222' })).json()
    const decide = await decides(shop)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => decide(at % 2 ? first.id : second.id, 'aprobar', { version: 1 })),
    )
    // A second approval is answered as done already.
    const approved = answers.filter((answer) => answer.statusCode === 200)
    expect(approved).toHaveLength(10)
    expect(new Set(approved.map((answer) => answer.json().id)).size).toBe(1)
    const deeds = shop.ctx.db.read.selectFrom('journal').select('id').where('accion', '=', 'compra aprobada')
    expect(await deeds.execute()).toHaveLength(1)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a confirmation whose mail cannot be written is undone: no number is drawn', async () => {
    const shop = await openShop(setup)
    const { id, secreto } = (await report(shop)).json()
    const rename = (from: string, to: string) =>
      shop.ctx.db.write('prueba', (tx) => tx.schema.alterTable(from).renameTo(to).execute())
    await rename('outbox', 'outbox_away')
    await expect(approvePurchase(shop.ctx, id, 1, { actor: TESTER })).rejects.toThrow('outbox')
    await rename('outbox_away', 'outbox')
    expect((await ownPage(shop, secreto)).json()).toMatchObject({ estado: 'en revision', numeros: [] })
    expect(await approvePurchase(shop.ctx, id, 1, { actor: TESTER })).toHaveLength(2)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a rejected purchase is corrected by its buyer, and undone while its mail waits', async () => {
    const shop = await openShop(setup)
    const { id, secreto } = (await report(shop)).json()
    const owner = await decides(shop)
    const decide = (deed: string, payload: object) => owner(id, deed, payload)
    const motivo = 'El pago no aparece en la cuenta.'
    expect((await decide('rechazar', { version: 1, motivo })).json()).toMatchObject({ estado: 'rechazado', version: 2 })
    expect((await decide('aprobar', { version: 1 })).json().code).toBe('VERSION_VIEJA')
    expect((await decide('deshacer', { version: 2 })).json()).toMatchObject({ estado: 'en revision', version: 3 })
    expect((await decide('rechazar', { version: 3, motivo })).json().version).toBe(4)
    shop.ctx.clock.advance(21_000)
    expect((await decide('deshacer', { version: 4 })).json().code).toBe('YA_NO_SE_DESHACE')

    const proof = { bytes: PDF, name: 'nuevo.pdf', type: 'application/pdf' }
    const corrected = await correct(shop, { secreto, referencia: '555000111222' }, proof)
    expect(corrected.json(), corrected.body).toMatchObject({ estado: 'en revision', referencia: '555000111222' })
    expect((await decide('aprobar', { version: 5 })).json().estado).toBe('confirmado')
    expect((await decide('anular', { version: 6, motivo })).json()).toMatchObject({
      estado: 'anulado',
      numeros: [],
    })
    expect(await freeTickets(shop)).toBe(100)
    expect(await audit(shop.ctx)).toEqual([])
    const mails = await shop.ctx.db.read.selectFrom('outbox').select(['asunto', 'estado']).orderBy('id').execute()
    // Mails about the earlier decision are cancelled: the arrival and the annulment are left.
    expect(mails.map((mail) => mail.estado)).toEqual(['pendiente', 'cancelado', 'cancelado', 'cancelado', 'pendiente'])
  })
})

onSqlite('checks of client data', (setup) => {
  test('every rule of the form, with its text', async () => {
    const shop = await openShop(setup)
    const details = async (changes: Record<string, string | undefined>) => (await report(shop, changes)).json().details
    expect(await details({ referencia: '' })).toBe('Por favor, ingresa el Numero de Referencia.')
    expect(await details({ cantidad_tickets: '1', total: '5.00' })).toBe('Debes seleccionar al menos 2 boletos')
    expect(await details({ cantidad_tickets: '101', total: '505.00' })).toBe('El máximo de tickets permitido es 100')
    expect(await details({ cedula: 'J123456789' })).toMatch(/Solo cédulas V o E/)
    expect(await details({ telefono: '02121234567' })).toMatch(/04/)
    expect(await details({ correo: 'a@b.co, c@d.co' })).toMatch(/correo/)
    expect(await details({ fecha: '2026-12-31' })).toMatch(/7 días/)
    expect((await report(shop, {}, { proof: null })).json().details).toBe('Por favor, sube el comprobante de pago.')
    expect(await freeTickets(shop)).toBe(100)
  })

  test('total and status of a client are never believed', async () => {
    const shop = await openShop(setup)
    const cheap = await report(shop, { total: '0.01' })
    expect(cheap.statusCode).toBe(409)
    expect(cheap.json()).toMatchObject({ code: 'COTIZACION_CAMBIO', cotizacion: { total: '10.00' } })
    const sly = (await report(shop, { status: 'confirmado' })).json()
    expect(sly.estado).toBe('en revision')
  })

  test('a proof is what its bytes say, and nothing of a refused one stays', async () => {
    const shop = await openShop(setup)
    const send = async (bytes: Buffer, name: string, type: string) => report(shop, {}, { proof: { bytes, name, type } })
    const html = await send(Buffer.from('<html><script>alert(1)</script>'), 'pago.jpg', 'image/jpeg')
    expect(html.json()).toMatchObject({ code: 'ARCHIVO_NO_VALIDO', details: 'Formato no válido. Sube JPG, PNG o PDF.' })
    const large = await send(Buffer.concat([PDF, Buffer.alloc(5 * 1024 * 1024)]), 'pago.pdf', 'application/pdf')
    expect(large.json()).toMatchObject({ code: 'ARCHIVO_MUY_GRANDE', details: 'El archivo excede el límite de 5MB' })
    const left: string[] = []
    for await (const id of shop.ctx.files.olderThan(Number.MAX_SAFE_INTEGER)) left.push(id)
    expect(left).toEqual([])
    expect((await send(PDF, '../../raro\r\nX: y.pdf', 'text/plain')).statusCode).toBe(201)
  })

  test('no personal value reaches the log', async () => {
    const shop = await openShop(setup)
    await report(shop)
    await shop.app.inject('/api/rifas/participante/cedula/V12345678')
    const log = shop.ctx.lines.join('\n')
    for (const value of ['12345678', 'carla', 'Mendoza', '4512783390', '1234567']) expect(log).not.toContain(value)
    expect(log).toContain('/api/rifas/participante/cedula/:cedula')
  })
})
