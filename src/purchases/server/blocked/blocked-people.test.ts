import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { hold, ownPage } from '#app/server/testing/buyer.ts'
import { addReviewer, openDesk, post, sellByHand } from '#app/server/testing/desk.ts'
import { report } from '#app/server/testing/shop.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'

const HIM = { cedula: 'V-12.345.678', telefono: '0414-123.45.67', correo: 'Carla@Ejemplo.test' }
const WHY = 'Devolvió tres pagos después de recibir sus números'

type Headers = Record<string, string>

async function open(setup: Setup) {
  const shop = await openDesk(setup)
  const get = async (path: string) => (await shop.get(path)).json()
  const block = (changes: object = {}, headers: Headers = shop.headers) =>
    post(shop, headers, '/bloqueados', { cedula: HIM.cedula, motivo: WHY, ...changes })
  const unblock = (id: number) => shop.drop(`/bloqueados/${id}`)
  const checks = async (id: number) =>
    (await get(`/compras/${id}`)).comprobaciones.filter(({ sobre }: { sobre: string }) => sobre === 'bloqueo')
  return { shop, owner: shop.headers, get, block, unblock, checks }
}

onSqlite('somebody who may not buy', (setup) => {
  test('is marked on the desk by cédula, phone or mail, on waiting payments too, until the block ends', async () => {
    const { shop, get, block, unblock, checks } = await open(setup)
    const other = { cedula: 'V-20.000.001', telefono: '0412-000.00.01', correo: 'otra@ejemplo.test' }
    const sent = async (referencia: string, changes: Record<string, string>) =>
      (await report(shop, { ...other, referencia, ...changes })).json().id as number
    const before = await sent('111122223333', { cedula: HIM.cedula })
    expect(await checks(before)).toEqual([])
    const { id } = (await block({ ...HIM })).json()
    const phone = await sent('222233334444', { telefono: HIM.telefono })
    const mail = await sent('333344445555', { correo: 'CARLA@ejemplo.test' })
    const nobody = await sent('444455556666', {})
    const all = await sent('555566667777', { ...HIM, correo: 'CARLA@ejemplo.test' })
    const told: [number, string][] = [
      [before, 'Coincide la cédula.'],
      [phone, 'Coincide el teléfono.'],
      [mail, 'Coincide el correo.'],
      [all, 'Coinciden la cédula, el teléfono y el correo.'],
    ]
    for (const [one, traits] of told) {
      const detalle = `${traits} La bloqueó Marisela: ${WHY}. Si pagó, devuelve el dinero y recházala.`
      expect(await checks(one)).toMatchObject([{ nivel: 'grave', detalle }])
    }
    expect(await checks(nobody)).toEqual([])
    const { compras } = await get('/revision')
    const levels = Object.fromEntries(compras.map((one: { id: number; nivel: string }) => [one.id, one.nivel]))
    expect([levels[before], levels[nobody]]).toEqual(['grave', 'aviso'])
    await unblock(id)
    for (const one of [before, phone, mail, nobody]) expect(await checks(one)).toEqual([])
  })

  test('is in a list with reason, time and operator; the journal has neither person nor reason', async () => {
    const { shop, owner, get, block, unblock } = await open(setup)
    const { id: compra } = (await report(shop)).json()
    const ana = await addReviewer(shop)
    const answer = await block({ ...HIM, compra }, ana)
    expect(answer.statusCode, answer.body).toBe(201)
    const told = {
      ...{ cedula: 'V12345678', telefono: '04141234567', correo: 'carla@ejemplo.test', nombre: 'Carla Mendoza' },
      ...{ motivo: WHY, por: 'Ana', compra_id: compra, en: new Date(shop.ctx.clock.now()).toISOString() },
    }
    expect((await get('/bloqueados')).bloqueados).toEqual([{ id: answer.json().id, ...told }])
    // Sent again after a lost answer; for anybody else, this person is blocked already.
    expect((await block({ ...HIM, compra }, ana)).json().id).toBe(answer.json().id)
    expect((await block({}, owner)).json()).toMatchObject({
      code: 'YA_BLOQUEADA',
      details: expect.stringContaining('Ana'),
    })
    expect((await get(`/compras/${compra}/ficha`)).bloqueo).toMatchObject({ motivo: WHY, por: 'Ana' })

    expect((await unblock(answer.json().id)).statusCode).toBe(204)
    expect((await unblock(answer.json().id)).statusCode).toBe(404)
    expect((await get('/bloqueados')).bloqueados).toEqual([])
    expect((await get(`/compras/${compra}/ficha`)).bloqueo).toBeNull()
    const lines = await shop.ctx.db.read.selectFrom('journal').selectAll().where('accion', 'like', 'persona%').execute()
    expect(lines.map(({ actor, accion }) => [actor, accion])).toEqual([
      ['Ana', 'persona bloqueada'],
      ['Marisela', 'persona desbloqueada'],
    ])
    for (const fragment of ['1234567', 'carla', 'Carla', 'Devolvió'])
      expect(JSON.stringify(lines)).not.toContain(fragment)
    expect(await shop.ctx.db.read.selectFrom('blocked_people').selectAll().execute()).toEqual([])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is in the list by the name in the purchase that led to it, or in the newest confirmed one: not by a stranger’s', async () => {
    const { shop, get, block } = await open(setup)
    const other = { cedula: 'V-20.000.001', telefono: '0412-000.00.01', correo: 'otra@ejemplo.test' }
    const { id: compra } = (await report(shop)).json()
    const { id: paid } = (await report(shop, { ...other, nombre: 'Otra Persona', referencia: '111122223333' })).json()
    await shop.post(`/compras/${paid}/aprobar`, { version: 1 })
    await block({ compra })
    await block({ cedula: other.cedula })
    await block({ cedula: 'V-20.000.002' })
    const names = async () =>
      Object.fromEntries(
        (await get('/bloqueados')).bloqueados.map((one: Record<string, string>) => [one['cedula'], one['nombre']]),
      )
    const known = { V12345678: 'Carla Mendoza', V20000001: 'Otra Persona', V20000002: '' }
    expect(await names()).toEqual(known)
    let referencia = 444455556666
    for (const cedula of [HIM.cedula, other.cedula, 'V-20.000.002']) {
      const forged = { cedula, nombre: 'Un Cualquiera', referencia: String(referencia++ * 7) }
      expect((await report(shop, forged)).statusCode).toBe(201)
    }
    expect(await names()).toEqual(known)
  })

  test('a value that identifies nobody is refused by its field', async () => {
    const { block } = await open(setup)
    const wrong: [object, string][] = [
      [{ cedula: 'J-123' }, 'cedula'],
      [{ telefono: '0212-1234567' }, 'telefono'],
      [{ correo: 'nadie' }, 'correo'],
      [{ motivo: ' no ' }, 'motivo'],
    ]
    for (const [changes, campo] of wrong) {
      const answer = (await block(changes)).json()
      expect([answer.code, Object.keys(answer.campos)]).toEqual(['DATOS_INVALIDOS', [campo]])
    }
    expect((await block({ compra: 999 })).statusCode).toBe(404)
  })

  test('reports a payment like anybody else: a stranger who tries cédulas learns nothing', async () => {
    const { shop, block } = await open(setup)
    expect((await block({ ...HIM })).statusCode).toBe(201)
    const others = { telefono: '0412-000.00.01', correo: 'otra@ejemplo.test' }
    const person = async (changes: Record<string, string>) => {
      const held = await hold(shop)
      const reported = await report(shop, { ...changes, apartado: held.json().token })
      const { secreto } = reported.json()
      const own = await ownPage(shop, secreto)
      const cedula = changes['cedula'] ?? ''
      const lookup = await shop.app.inject({
        method: 'POST',
        url: '/api/rifas/participante/buscar',
        payload: { cedula },
      })
      const seen = [held, reported, own, lookup].map(({ statusCode, body }) => `${statusCode} ${body}`).join('\n')
      expect(reported.statusCode).toBe(201)
      // Parts that differ for everybody: codes, ids and the typed texts.
      const own_words = [...Object.values(changes), secreto, held.json().token, reported.json().codigo]
      return own_words
        .reduce((text, word) => text.replaceAll(word, '…'), seen)
        .replace(/"(id|reserva_id)":\d+/g, '"$1":0')
        .replace(/TB-\w+/g, 'TB')
    }
    const him = await person({ cedula: HIM.cedula, referencia: '111122223333', ...others })
    const hisPhone = await person({
      ...others,
      cedula: 'V-20.000.001',
      telefono: HIM.telefono,
      referencia: '444455556666',
    })
    const nobody = await person({ ...others, cedula: 'V-20.000.002', referencia: '777788889999' })
    expect([him, hisPhone]).toEqual([nobody, nobody])
  })

  test('is not taken for the same number with the other letter, which is looked at', async () => {
    const { shop, owner, get, block, checks } = await open(setup)
    await block()
    const other = { cedula: 'E-12.345.678', telefono: '0412-000.00.01', correo: 'otra@ejemplo.test' }
    const { id } = (await report(shop, other)).json()
    const person = async (of: number) =>
      (await get(`/compras/${of}`)).comprobaciones.filter(({ sobre }: { sobre: string }) => sobre === 'persona')
    expect(await person(id)).toMatchObject([{ nivel: 'aviso', titulo: 'Esa cédula, con otra letra, está bloqueada' }])
    expect((await person(id))[0].detalle).toContain(`V-12.345.678. La bloqueó Marisela: ${WHY}.`)
    expect(await checks(id)).toEqual([])
    expect((await get(`/compras/${id}/ficha`)).bloqueo).toBeNull()
    const sold = await sellByHand(shop, owner, 'venta-1-0000', other)
    expect(sold.json().estado, sold.body).toBe('confirmado')
    const himself = (await report(shop, { ...other, cedula: HIM.cedula, referencia: '111122223333' })).json().id
    expect((await person(himself))[0].titulo).not.toContain('otra letra')
  })

  test('is confirmed by nobody without a reason, alone or in bulk; with one the numbers are given', async () => {
    const { shop, block } = await open(setup)
    const { id } = (await report(shop)).json()
    await block()
    const alone = await shop.post(`/compras/${id}/aprobar`, { version: 1 })
    expect([alone.statusCode, alone.json().code]).toEqual([422, 'MOTIVO_NECESARIO'])
    const bulk = { decision: 'aprobar', compras: [{ id, version: 1 }] }
    const { resultados } = (await shop.post('/revision/lote', bulk)).json()
    expect(resultados).toMatchObject([{ hecha: false, code: 'TIENE_AVISOS' }])
    const approved = await shop.post(`/compras/${id}/aprobar`, { version: 1, motivo: 'ya pagó lo que debía' })
    expect(approved.statusCode, approved.body).toBe(200)
    // Sent again after an answer that was lost.
    expect((await shop.post(`/compras/${id}/aprobar`, { version: 1 })).json()).toEqual(approved.json())
  })

  test('is refused by hand before paying; a payment to an account waits in review', async () => {
    const { shop, owner, checks, block } = await open(setup)
    const sold = await sellByHand(shop, owner, 'venta-1-0000')
    expect(sold.statusCode, sold.body).toBe(201)
    await block()
    // The answer of that sale was lost, and it is sent again.
    expect((await sellByHand(shop, owner, 'venta-1-0000')).json()).toEqual(sold.json())
    const refused = await sellByHand(shop, owner, 'venta-2-0000')
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'PERSONA_BLOQUEADA'])
    const paid = { metodo_pago: 'Pago Movil', referencia: '004512783390', confirmar: undefined }
    const waits = await sellByHand(shop, owner, 'venta-3-0000', paid)
    expect([waits.statusCode, waits.json().estado]).toEqual([201, 'en revision'])
    expect(await checks(waits.json().id)).toHaveLength(1)
    // Control: a sale to somebody else succeeds.
    expect((await sellByHand(shop, owner, 'venta-4-0000', { cedula: 'V-20.000.001' })).json().estado).toBe('confirmado')
  })
})
