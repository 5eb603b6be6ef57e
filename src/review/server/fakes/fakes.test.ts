import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { correct, freeTickets, ownPage, paysAnew } from '#app/server/testing/buyer.ts'
import { type Desk, openDesk } from '#app/server/testing/desk.ts'
import { JPEG, type Shop } from '#app/server/testing/shop.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'
import { forgetConnections } from './forget-connections.ts'

/** A report of somebody else, from that address. */
const reportFrom = (shop: Shop, remoteAddress: string, changes: Record<string, string> = {}, bytes?: Buffer) =>
  paysAnew(shop, changes, {
    remoteAddress,
    manual: changes['numeros_seleccionados'] !== undefined,
    ...(bytes && { proof: { bytes, name: 'pago.jpg', type: 'image/jpeg' } }),
  })

async function groups(shop: Desk, id: number) {
  const { grupos } = (await shop.get(`/compras/${id}/parecidos`)).json()
  const told: { por: string; cuantas: number; boletos: number }[] = grupos
  return Object.fromEntries(told.map(({ por, cuantas, boletos }) => [por, [cuantas, boletos]]))
}

const listAll = async (shop: Desk, id: number, por: string) =>
  (await shop.get(`/compras/${id}/parecidos/${por}`)).json().compras as {
    id: number
    version: number
    conocido: boolean
  }[]

const seen = (list: { id: number; version: number }[]) => list.map(({ id, version }) => ({ id, version }))

const mailsTo = async ({ ctx }: Shop, correo: string) => (await readMails(ctx)).filter(({ para }) => para === correo)

onBothEngines('fakes', (setup) => {
  test('groups race approvals of the same reports: each is one or the other, and it all adds up', async () => {
    const shop = await openDesk(setup, { total_numeros: 1_000 })
    const reported = []
    for (let number = 0; number < 30; number++) reported.push(await reportFrom(shop, '190.1.1.1'))
    const compras = reported.map(({ id }) => ({ id, version: 1 }))
    const [bulk, other, ...approved] = await Promise.all([
      shop.post('/revision/falsas', { compras }),
      shop.post('/revision/falsas', { compras: [...compras].reverse() }),
      ...reported.map(({ id }) => shop.post(`/compras/${id}/aprobar`, { version: 1 })),
    ])
    const fakes = bulk.json().resultados.filter(({ hecha }: { hecha: boolean }) => hecha).length
    expect(other.json().resultados.filter(({ hecha }: { hecha: boolean }) => hecha)).toHaveLength(fakes)
    expect(approved.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30 - fakes)
    expect(await freeTickets(shop)).toBe(1_000 - 2 * (30 - fakes))
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('fakes', (setup) => {
  test('one is rejected without grace and without correction, its tickets are free immediately, and it is taken back within 20 s', async () => {
    const shop = await openDesk(setup, { registro_unico: true })
    const { id, secreto } = await reportFrom(shop, '190.1.1.1', {
      numeros_seleccionados: '["07","08"]',
      cedula: 'V7654321',
    })
    const fake = (version: number) => shop.post(`/compras/${id}/falso`, { version })
    expect((await fake(1)).json()).toMatchObject({ estado: 'rechazado', falsa: true, version: 2 })
    expect(await freeTickets(shop)).toBe(100)
    const page = await ownPage(shop, secreto)
    expect(page.json()).toMatchObject({
      estado: 'rechazado',
      corregible: false,
      corregible_hasta: null,
      no_encontrado: true,
    })
    const refused = await correct(shop, { secreto, referencia: '999888777666' })
    expect(refused.json()).toMatchObject({ code: 'ESTADO_NO_PERMITE' })
    expect(refused.json().details).toMatch(/escribe a soporte con el código TB-/)
    expect((await shop.post(`/compras/${id}/deshacer`, { version: 2 })).json()).toMatchObject({
      estado: 'en revision',
      falsa: false,
      numeros: ['07', '08'],
    })
    await fake(3)
    // A person who takes part only once may take part again at once.
    await reportFrom(shop, '190.1.1.1', { cedula: 'V7654321' })
    shop.ctx.clock.advance(20_000)
    await sweepHolds(shop.ctx)
    expect(await freeTickets(shop)).toBe(98)
    expect((await shop.post(`/compras/${id}/deshacer`, { version: 4 })).json().code).toBe('YA_NO_SE_DESHACE')
    expect((await correct(shop, { secreto, referencia: '999888777666' })).json().code).toBe('ESTADO_NO_PERMITE')
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a group is rejected together: its tickets are free immediately, each is told, and none that was confirmed or changed', async () => {
    const shop = await openDesk(setup, { total_numeros: 1_000, registro_unico: true })
    const fakes = []
    for (let number = 0; number < 23; number++) {
      fakes.push(await reportFrom(shop, '190.1.1.1', number === 5 ? { numeros_seleccionados: '["100","101"]' } : {}))
    }
    const list = seen(await listAll(shop, fakes[0]?.id ?? 0, 'direccion'))
    expect(list).toHaveLength(23)
    const [confirmed, corrected] = fakes
    await shop.post(`/compras/${confirmed?.id}/aprobar`, { version: 1 })
    expect((await correct(shop, { secreto: corrected?.secreto ?? '', referencia: '999888777666' })).statusCode).toBe(
      200,
    )
    const mails = async () => (await readMails(shop.ctx)).length
    const before = await mails()
    const answer = await shop.post('/revision/falsas', { compras: list })
    const told = answer.json().resultados as { id: number; hecha: boolean; code: string }[]
    expect(told.map(({ id }) => id)).toEqual(list.map(({ id }) => id))
    expect(told.filter(({ hecha }) => hecha)).toHaveLength(21)
    expect(told.filter(({ hecha }) => !hecha).map(({ id, code }) => [id, code])).toEqual([
      [confirmed?.id, 'ESTADO_NO_PERMITE'],
      [corrected?.id, 'VERSION_VIEJA'],
    ])
    expect(await freeTickets(shop)).toBe(1_000 - 4)
    // Strangers' addresses get no mail of it.
    expect(await mails()).toBe(before)
    // An answer that was lost: the same again is done, and nothing twice.
    const again = await shop.post('/revision/falsas', { compras: list })
    expect(again.json()).toEqual(answer.json())
    const lines = await readDeeds(shop.ctx, 'compra rechazada por falsa')
    expect(lines).toHaveLength(21)
    expect(new Set(lines.map(({ actor }) => actor))).toEqual(new Set(['Marisela']))
    // The numbers that were picked are somebody else's to pick.
    await reportFrom(shop, '190.9.9.9', { numeros_seleccionados: '["100","101"]' })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('one that is taken back when others have its tickets waits for some, and gets them first', async () => {
    const shop = await openDesk(setup, { total_numeros: 100 })
    const state = async (id: number) => (await shop.get(`/compras/${id}`)).json().en_espera
    const picks = Array.from({ length: 100 }, (_, place) => String(place).padStart(2, '0'))
    const all = { cantidad_tickets: '100', total: '500.00', numeros_seleccionados: JSON.stringify(picks) }
    const { id } = await reportFrom(shop, '190.1.1.1', { numeros_seleccionados: '["07","08"]' })
    await shop.post(`/compras/${id}/falso`, { version: 1 })
    const other = await reportFrom(shop, '190.1.1.2', all)
    expect((await shop.post(`/compras/${id}/deshacer`, { version: 2 })).json()).toMatchObject({
      estado: 'en revision',
      en_espera: true,
    })
    const late = await reportFrom(shop, '190.1.1.3')
    await shop.post(`/compras/${other.id}/falso`, { version: 1 })
    expect([await state(id), await state(late.id)]).toEqual([false, false])
    const sheet = await shop.get(`/compras/${id}`)
    expect(sheet.json().numeros).toEqual(['07', '08'])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('its mail is short, says where to write and has no correction', async () => {
    const shop = await openDesk(setup)
    const { id } = await reportFrom(shop, '190.1.1.1', { correo: 'quien@ejemplo.test' })
    await shop.post(`/compras/${id}/falso`, { version: 1 })
    const mail = (await mailsTo(shop, 'quien@ejemplo.test')).at(-1)
    expect(mail).toMatchObject({ asunto: 'No encontramos tu pago · Moto 200 cc', estado: 'pendiente' })
    expect(mail?.texto).toContain('escribe a quien te vendió los boletos con el código')
    expect(mail?.texto).not.toMatch(/[Cc]orrig/)
  })

  test('the desk names the traits that reports share: address, file, picture’s file, person, minutes; never one that is decided', async () => {
    const shop = await openDesk(setup)
    const one = await reportFrom(shop, '190.1.1.1')
    await reportFrom(shop, '190.1.1.1')
    const third = await reportFrom(shop, '190.1.1.1', { cantidad_tickets: '4', total: '20.00' })
    const confirmed = await reportFrom(shop, '190.1.1.1')
    expect((await shop.post(`/compras/${confirmed.id}/aprobar`, { version: 1 })).statusCode).toBe(200)
    shop.ctx.clock.advance(3_600_000)
    const same = Buffer.concat([JPEG, Buffer.from('misma')])
    const file = await reportFrom(shop, '190.1.1.2', { telefono: '04141112233' }, same)
    await reportFrom(shop, '190.1.1.3', {}, same)
    await reportFrom(shop, '190.1.1.4', { telefono: '04141112233' })
    expect(await groups(shop, one.id)).toEqual({ direccion: [3, 8], momento: [3, 8] })
    expect(await groups(shop, file.id)).toEqual({ comprobante: [2, 4], datos: [2, 4], momento: [3, 6] })
    expect((await listAll(shop, one.id, 'direccion')).map(({ id }) => id)).not.toContain(confirmed.id)
    expect((await listAll(shop, third.id, 'direccion')).map(({ id }) => id)).toContain(third.id)
    await forgetConnections(shop.ctx)
    // Nobody can read an address from the stored rows.
    const rows = await shop.ctx.db.read.selectFrom('purchases').select(['estado', 'cliente']).execute()
    for (const { estado, cliente } of rows) {
      if (estado === 'confirmado') expect(cliente).toBeNull()
      else expect(cliente).toMatch(/^[\w-]{12}$/)
    }
  })

  test('a buyer of before is named, and written to when among them', async () => {
    const shop = await openDesk(setup)
    const loyal = { cedula: 'V12345678', correo: 'fiel@ejemplo.test' }
    const first = await reportFrom(shop, '190.1.1.1', loyal)
    await shop.post(`/compras/${first.id}/aprobar`, { version: 1 })
    const second = await reportFrom(shop, '190.1.1.1', loyal)
    // A buyer's cédula alone is easily known: it spares nobody.
    const stranger = await reportFrom(shop, '190.1.1.1', { cedula: 'V12345678' })
    const list = await listAll(shop, second.id, 'direccion')
    expect(list.map(({ id, conocido }) => [id, conocido])).toEqual([
      [second.id, true],
      [stranger.id, false],
    ])
    await shop.post('/revision/falsas', { compras: seen(list) })
    expect((await mailsTo(shop, 'fiel@ejemplo.test')).at(-1)?.asunto).toBe('No encontramos tu pago · Moto 200 cc')
  })

  test('of each of a group the desk says its raffle, the sum to be paid, and whether it has tickets at all', async () => {
    const shop = await openDesk(setup)
    const first = await reportFrom(shop, '190.1.1.1', { cantidad_tickets: '100', total: '500.00' })
    const late = await reportFrom(shop, '190.1.1.1')
    const answer = await shop.get(`/compras/${late.id}/parecidos/direccion`)
    const of = { rifa_id: shop.id, rifa_titulo: 'Moto 200 cc', monto_moneda: 'VES' }
    expect(answer.json().compras).toMatchObject([
      { id: first.id, ...of, monto: '335711.75', en_espera: false },
      { id: late.id, ...of, monto: '6714.24', en_espera: true },
    ])
  })

  test('a payment that another reviewer has open is left alone', async () => {
    const shop = await openDesk(setup)
    const { id } = await reportFrom(shop, '190.1.1.1')
    await shop.ctx.db.write('prueba', (tx) =>
      tx
        .insertInto('review_claims')
        .values({ compra_id: id, operador_id: 99, nombre: 'Ana', hasta: (shop.ctx.clock.now() + 60_000) as never })
        .execute(),
    )
    const answer = await shop.post('/revision/falsas', {
      compras: [
        { id, version: 1 },
        { id: 9_999, version: 1 },
      ],
    })
    expect(
      answer
        .json()
        .resultados.map(({ code }: { code: string }) => code)
        .sort(),
    ).toEqual(['LA_REVISA_OTRO', 'NO_EXISTE'])
  })
})
