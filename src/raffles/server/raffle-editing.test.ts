import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { createApp } from '#app/server/create-app.ts'
import { hold as holdWish, ofHold } from '#app/server/testing/buyer.ts'
import { openDesk } from '#app/server/testing/desk.ts'
import { OWNER, openShop, report, type Shop, said } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { setColumns } from '#journal/server/testing/set-columns.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import type { PanelRaffle, PanelRaffles } from '../panel-contract.ts'
import type { NewRaffle, RaffleFields } from '../raffle-fields.ts'
import { publishRaffle } from './publish-raffle.ts'
import { seenRaffle } from './testing/seen-raffle.ts'

const FIELDS: Partial<RaffleFields> = { titulo: 'Nevera', precio: '2.00', total_numeros: 1_000 }

async function open(setup: Setup, raffle: Partial<NewRaffle> = {}) {
  const shop = await openDesk(setup, raffle)
  const change = (path: string, payload?: object) => shop.post(`/rifas${path}`, payload)
  const read = async (id = shop.id) => (await shop.get(`/rifas/${id}`)).json<PanelRaffle>()
  /** @param more proof of the change, or another version than is read now. */
  const save = async (campos: object, more: object = {}, id = shop.id) =>
    change(`/${id}`, { version: (await read(id)).version, campos, ...more })
  const create = async (campos: object = FIELDS, clave = 'clave-de-prueba') => change('', { clave, campos })
  const publish = async (id: number, paginas: string[] = [], more: object = {}) =>
    change(`/${id}/publicar`, { ...(await seenRaffle(shop.ctx, id)), paginas, ...more })
  const mails = () => readMails(shop.ctx)
  return { ...shop, change, read, save, create, publish, mails }
}

const hold = (shop: Pick<Shop, 'app' | 'id'>, cantidad_tickets: number, numeros_seleccionados?: string[]) =>
  holdWish(shop, { cantidad_tickets, ...(numeros_seleccionados ? { numeros_seleccionados } : {}) })

const shown = async (shop: Pick<Shop, 'app' | 'id'>, id = shop.id) => shop.app.inject(`/api/rifas/rifas/${id}`)

onBothEngines('raffles in the panel', (setup) => {
  test('publishing is whole: a page that cannot be set leaves the draft a draft, and two at the same time publish once', async () => {
    const shop = await open(setup)
    const draft = (await shop.create()).json<PanelRaffle>()
    await shop.ctx.db.write('sitio', (tx) =>
      tx.insertInto('site_settings').values({ clave: 'rifa_b', valor: '"rota"' }).execute(),
    )
    expect((await shop.publish(draft.id, ['B'])).statusCode).toBe(500)
    await shop.ctx.db.write('sitio', (tx) => tx.deleteFrom('site_settings').where('clave', '=', 'rifa_b').execute())
    expect((await shop.read(draft.id)).estado).toBe('borrador')

    await Promise.allSettled([1, 2, 3, 4].map(() => publishRaffle(shop.ctx, draft.id, TESTER, ['A'])))
    expect(await shop.read(draft.id)).toMatchObject({ estado: 'publicada', paginas: expect.arrayContaining(['A']) })
    const told = await readDeeds(shop.ctx, 'rifa publicada')
    expect(told.filter(({ datos }) => datos['nombre'] === 'Nevera')).toHaveLength(1)
  })

  test('an edit during a sale: the total changes before the first ticket is taken, or not at all', async () => {
    const shop = await open(setup)
    const other = setup.engine === 'sqlite' ? shop.ctx : await setup.twin(shop.ctx)
    const app = await createApp(other, null)
    const codigo = await giveSecondFactor(shop.ctx, OWNER.correo)
    for (let round = 0; round < 6; round++) {
      const { id } = (await shop.create(FIELDS, `carrera-${round}`)).json<PanelRaffle>()
      await shop.publish(id)
      const guard = { codigo: codigo(), motivo: 'Se vende en bolívares' }
      const holds = Array.from({ length: 6 }, () =>
        app.inject({ method: 'POST', url: `/api/rifas/${id}/apartados`, payload: { cantidad_tickets: 100 } }),
      )
      const [edited, ...held] = await Promise.all([
        shop.save({ total_numeros: 250, moneda: 'VES' }, { ...guard, version: 1 }, id),
        ...holds,
      ])
      const after = await shop.read(id)
      const taken = held.filter(({ statusCode }) => statusCode === 201)
      if (edited.statusCode === 200) {
        expect(after.campos).toMatchObject({ total_numeros: 250, moneda: 'VES' })
        expect(taken.length).toBe(2)
        for (const answer of taken) expect(answer.json().cotizacion.moneda).toBe('VES')
      } else {
        expect(edited.json().code).toBe('CAMPO_BLOQUEADO')
        expect(after.campos).toMatchObject({ total_numeros: 1_000, moneda: 'USD' })
        expect(taken.length).toBe(6)
      }
      expect(after.ventas.libres + after.ventas.apartados).toBe(after.campos.total_numeros)
    }
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('raffles in the panel', (setup) => {
  test('a key that made one raffle, or one copy, makes no other, and loses none: another body is refused', async () => {
    const shop = await open(setup, { fecha: '2027-01-15', minimo: 5 })
    const draft = (await shop.create()).json<PanelRaffle>()
    await shop.save({ titulo: 'Nevera de tres puertas' }, {}, draft.id)
    // The form's request counts, not the raffle's current state.
    const again = await shop.create()
    expect([again.statusCode, again.json().id]).toEqual([201, draft.id])
    const other = await shop.create({ ...FIELDS, titulo: 'Lavadora' })
    expect([other.statusCode, other.json()]).toMatchObject([422, { code: 'CLAVE_REUTILIZADA' }])
    expect((await shop.create({ ...FIELDS, titulo: 'Lavadora' }, 'otra-clave-propia')).statusCode).toBe(201)

    const copy = (id: number) => shop.change(`/${id}/duplicar`, { clave: 'clave-de-copia' })
    const made = (await copy(shop.id)).json<PanelRaffle>()
    expect(made).toMatchObject({ estado: 'borrador', campos: { titulo: 'Moto 200 cc', fecha: '', minimo: 5 } })
    expect((await copy(shop.id)).json<PanelRaffle>().id).toBe(made.id)
    expect([(await copy(draft.id)).statusCode, (await copy(draft.id)).json().code]).toEqual([422, 'CLAVE_REUTILIZADA'])
    const { rifas } = (await shop.get('/rifas')).json<PanelRaffles>()
    expect(rifas).toHaveLength(4)
  })

  test('when every ticket is back, another total is drawn from as a fresh one', async () => {
    const shop = await open(setup)
    const token = (await hold(shop, 3, ['00', '50', '99'])).json().token
    await ofHold(shop, token, 'soltar')
    expect((await shop.save({ total_numeros: 20 })).json()).toMatchObject({
      campos: { total_numeros: 20, digitos: 2 },
      ventas: { libres: 20 },
    })
    expect((await hold(shop, 20)).statusCode).toBe(201)
    expect((await hold(shop, 2)).json().code).toBe('SIN_DISPONIBLES')
    expect(await audit(shop.ctx)).toEqual([])
    const numbers = (await shop.app.inject(`/api/rifas/${shop.id}/numeros`)).json<{ numero: string }[]>()
    expect(numbers.map(({ numero }) => numero).slice(-2)).toEqual(['18', '19'])
  })

  test('a draft is made once from three answers, is seen by nobody, and is sold when it is published', async () => {
    const shop = await open(setup)
    const created = await shop.create()
    expect(created.statusCode).toBe(201)
    const draft = created.json<PanelRaffle>()
    expect(draft).toMatchObject({
      estado: 'borrador',
      version: 1,
      campos: { moneda: 'USD', digitos: 3, seleccion: 'automatica', minimo: 2, maximo: 100, tope_sin_verificar: null },
      ventas: { libres: 1_000, apartados: 0, en_revision: 0, confirmados: 0 },
    })
    expect((await shop.create()).json<PanelRaffle>().id).toBe(draft.id)
    expect((await shown(shop, draft.id)).statusCode).toBe(404)
    expect((await hold({ ...shop, id: draft.id }, 2)).statusCode).toBe(404)

    const published = await shop.publish(draft.id, ['B'])
    expect(published.json()).toMatchObject({ estado: 'publicada', paginas: ['B'] })
    expect((await shown(shop, draft.id)).json()).toMatchObject({ titulo: 'Nevera', minimo: 2, maximo: 100 })
    expect((await hold({ ...shop, id: draft.id }, 2)).statusCode).toBe(201)
    expect(said(await shop.publish(draft.id, ['A']))).toEqual([409, 'RIFA_NO_ES_BORRADOR'])
    expect((await shop.read(draft.id)).paginas).toEqual(['B'])

    // An answer that was lost: the same once more is no error and no second line.
    const before = await readDeeds(shop.ctx)
    const repeated = await shop.publish(draft.id, ['B'])
    expect(repeated.json()).toMatchObject({ estado: 'publicada', paginas: ['B'] })
    expect(await readDeeds(shop.ctx)).toEqual(before)

    // On no page too, as long as it says what that publishing said.
    const { id } = (await shop.create({ ...FIELDS, titulo: 'Cava' }, 'sin-pagina')).json<PanelRaffle>()
    const given = { ...(await seenRaffle(shop.ctx, id)), paginas: [] }
    for (const _ of [1, 2]) expect((await shop.change(`/${id}/publicar`, given)).json().estado).toBe('publicada')
    expect(
      (await readDeeds(shop.ctx, 'rifa publicada')).filter(({ datos }) => datos['nombre'] === 'Cava'),
    ).toHaveLength(1)
    await shop.save({ premio: 'Otra nevera' }, undefined, id)
    expect((await shop.change(`/${id}/publicar`, given)).json()).toMatchObject({
      code: 'VERSION_VIEJA',
      error: 'La rifa cambió desde que abriste esto',
    })
  })

  test('a change is shown at once, told in the journal, and never overwrites somebody else', async () => {
    const shop = await open(setup)
    const campos = { titulo: 'Moto 250 cc', descripcion: 'Una<script>x()</script>\nDos', fecha: '2027-01-15' }
    const saved = await shop.save(campos)
    expect(saved.json()).toMatchObject({ version: 2, campos: { titulo: 'Moto 250 cc', descripcion: 'Una<br />Dos' } })
    expect((await shown(shop)).json()).toMatchObject({ titulo: 'Moto 250 cc', fecha: '2027-01-15' })
    const late = await shop.save({ titulo: 'Otra cosa' }, { version: 1 })
    expect([late.statusCode, late.json().code, late.json().version]).toEqual([409, 'VERSION_VIEJA', 2])
    expect((await shop.save({ titulo: 'Moto 250 cc' })).json().version).toBe(2)
    const datos = { antes: { titulo: 'Moto 200 cc', fecha: '' }, ahora: { titulo: 'Moto 250 cc', fecha: '2027-01-15' } }
    expect(await readDeeds(shop.ctx, 'rifa cambiada')).toMatchObject([{ actor: 'Marisela', datos }])
  })

  test('once something is sold, total, digits and currency stay; a new price is for new buyers', async () => {
    const shop = await open(setup)
    const token = (await hold(shop, 4)).json().token
    for (const [campo, value] of [
      ['total_numeros', 200],
      ['total_numeros', 50],
      ['digitos', 4],
      ['moneda', 'VES'],
    ] as const) {
      const refused = await shop.save({ [campo]: value })
      expect(said(refused), campo).toEqual([409, 'CAMPO_BLOQUEADO'])
      expect(refused.json().campos, campo).toHaveProperty(campo)
    }
    const codigo = await giveSecondFactor(shop.ctx, OWNER.correo)
    const guard = { codigo: codigo(), motivo: 'Subió el costo' }
    expect((await shop.save({ precio: '7.50' }, guard)).statusCode).toBe(200)
    const reported = await report(shop, { cantidad_tickets: '4', total: '20.00', apartado: token })
    expect(reported.json()).toMatchObject({ estado: 'en revision', cotizacion: { precio: '5.00', total: '20.00' } })
    expect((await hold(shop, 2)).json().cotizacion).toMatchObject({ precio: '7.50', total: '15.00' })
    expect(said(await shop.save({ registro_unico: true }))).toEqual([409, 'CAMPO_BLOQUEADO'])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('with numbers picked and not confirmed it cannot become random', async () => {
    const shop = await open(setup)
    const token = (await hold(shop, 2, ['04', '17'])).json().token
    expect((await shop.read()).ventas.elegidos).toBe(true)
    const refused = await shop.save({ seleccion: 'automatica' })
    expect([refused.statusCode, refused.json().campos], refused.body).toEqual([
      409,
      { seleccion: expect.stringContaining('a mano') },
    ])
    expect((await shop.save({ seleccion: 'manual' })).statusCode).toBe(200)
    await ofHold(shop, token, 'soltar')
    expect((await shop.save({ seleccion: 'automatica' })).statusCode).toBe(200)
  })

  test('limits of the raffle hold for holds and for reports without one', async () => {
    const shop = await open(setup, { minimo: 5, maximo: 20 })
    const least = { error: 'Cantidad mínima', details: 'Debes seleccionar al menos 5 boletos' }
    const most = { error: 'Límite alcanzado', details: 'El máximo de tickets permitido es 20' }
    const [few, many] = [await hold(shop, 4), await report(shop, { cantidad_tickets: '21', total: '105.00' })]
    expect(said(few)).toEqual([422, 'CANTIDAD_NO_PERMITIDA'])
    expect([few.json(), many.statusCode, many.json()]).toMatchObject([least, 422, most])
    expect((await hold(shop, 5)).statusCode).toBe(201)
    expect((await report(shop, { cantidad_tickets: '20', total: '100.00' })).statusCode).toBe(201)
  })

  test('in a pause nothing is sold, and a visitor who holds tickets finishes', async () => {
    const shop = await open(setup)
    const token = (await hold(shop, 2)).json().token
    expect((await shop.change(`/${shop.id}/pausar`)).json().estado).toBe('pausada')
    expect((await shown(shop)).json().estado).toBe('pausada')
    for (const answer of [await hold(shop, 2), await report(shop)]) expect(said(answer)).toEqual([409, 'RIFA_PAUSADA'])
    expect((await ofHold(shop, token, 'renovar')).statusCode).toBe(200)
    expect((await report(shop, { apartado: token })).statusCode).toBe(201)
    expect((await shop.change(`/${shop.id}/pausar`)).json().code).toBe('ESTADO_NO_PERMITE')
    expect((await shop.change(`/${shop.id}/reanudar`)).json().estado).toBe('publicada')
    expect((await hold(shop, 2)).statusCode).toBe(201)
  })

  test('closing wants a fresh code, ends the sale for good, and leaves only words to change', async () => {
    const shop = await open(setup)
    const token = (await hold(shop, 2)).json().token
    const close = (codigo: string) => shop.change(`/${shop.id}/cerrar`, { codigo })
    expect((await close('123456')).json().code).toBe('SEGUNDO_FACTOR_NECESARIO')
    const freshCode = await giveSecondFactor(shop.ctx, OWNER.correo)
    expect((await close('000000')).json().code).toBe('CODIGO_INVALIDO')
    expect((await shop.change(`/${shop.id}/archivar`)).json().code).toBe('ESTADO_NO_PERMITE')
    expect((await close(freshCode())).json().estado).toBe('cerrada')
    expect((await hold(shop, 2)).json().code).toBe('RIFA_CERRADA')
    expect((await report(shop, { apartado: token })).statusCode).toBe(201)
    expect((await shop.change(`/${shop.id}/reanudar`)).json().code).toBe('ESTADO_NO_PERMITE')
    expect((await shop.save({ precio: '1.00' })).json().campos).toEqual({ precio: 'La venta terminó.' })
    expect((await shop.save({ descripcion: 'El sorteo se mueve', fecha: '2027-02-01' })).statusCode).toBe(200)
    expect((await shop.change(`/${shop.id}/archivar`)).json().archivada).toBe(true)
    expect((await shop.save({ titulo: 'x' })).json().code).toBe('CAMPO_BLOQUEADO')
    expect((await shop.change(`/${shop.id}/recuperar`)).json().archivada).toBe(false)
  })

  test('a draft that was put away is not published until it is taken out again', async () => {
    const shop = await open(setup)
    const { id } = (await shop.create()).json<PanelRaffle>()
    expect((await shop.change(`/${id}/archivar`)).json().archivada).toBe(true)
    expect(said(await shop.publish(id, ['B']))).toEqual([409, 'ESTADO_NO_PERMITE'])
    expect((await shop.read(id)).estado).toBe('borrador')
    await shop.change(`/${id}/recuperar`)
    expect((await shop.publish(id, ['B'])).statusCode).toBe(200)
  })

  test('a page shows another raffle only in place of the one that was seen there', async () => {
    const shop = await open(setup)
    const { id } = (await shop.create()).json<PanelRaffle>()
    const place = (vista: number) => shop.change(`/${id}/pagina`, { pagina: 'A', vista })
    expect((await place(99)).json().code).toBe('VERSION_VIEJA')
    expect((await place(shop.id)).json()).toMatchObject({
      paginas: ['A', 'B'],
      muestran: [{ pagina: 'A', rifa_id: id, titulo: 'Nevera' }, { pagina: 'B' }],
    })
  })

  test('input that is hostile or contradicts itself is refused with the field', async () => {
    const shop = await open(setup)
    for (const [campos, field] of [
      [{ titulo: '' }, 'campos.titulo'],
      [{ titulo: 'una\nlínea' }, 'campos.titulo'],
      [{ precio: '0' }, 'campos.precio'],
      [{ fecha: '2027-02-30' }, 'campos.fecha'],
      [{ minimo: 1 }, 'campos.minimo'],
      [{ minimo: 50, maximo: 10 }, 'maximo'],
      [{ total_numeros: 0 }, 'campos.total_numeros'],
      [{ total_numeros: 1_000, digitos: 2 }, 'digitos'],
      [{ tasa_usd: '0' }, 'campos.tasa_usd'],
      [{ estado: 'sorteada' }, 'campos'],
    ] as const) {
      const refused = await shop.save(campos)
      expect([refused.statusCode, refused.json().code], JSON.stringify(campos)).toEqual([422, 'DATOS_INVALIDOS'])
      expect(Object.keys(refused.json().campos), JSON.stringify(campos)).toContain(field)
    }
    for (const path of ['/999', '/abc', '/0', '/-1']) expect((await shop.get(`/rifas${path}`)).statusCode).toBe(404)
    expect((await shop.read()).version).toBe(1)
    const { id } = (await shop.create()).json<PanelRaffle>()
    for (const campos of [{ minimo: 50, maximo: 10 }, { digitos: 2 }])
      expect((await shop.save(campos, {}, id)).statusCode, JSON.stringify(campos)).toBe(422)
  })
})

const WHY = { motivo: 'El banco cambió la tasa' }

onSqlite('the price of a raffle', (setup) => {
  test('changes on sale only with a reason and a fresh code, and every owner is told the old one', async () => {
    const shop = await open(setup)
    expect((await shop.save({ precio: '0.05' })).json().code).toBe('MOTIVO_NECESARIO')
    expect((await shop.save({ precio: '0.05' }, WHY)).json().code).toBe('SEGUNDO_FACTOR_NECESARIO')
    const code = await giveSecondFactor(shop.ctx, OWNER.correo)
    expect((await shop.save({ precio: '0.05' }, WHY)).json().code).toBe('DATOS_INVALIDOS')
    expect((await shop.save({ precio: '0.05' }, { ...WHY, codigo: '000000' })).json().code).toBe('CODIGO_INVALIDO')
    expect((await shop.read()).campos.precio).toBe('5.00')
    expect(await shop.mails()).toEqual([])
    expect((await shop.save({ titulo: 'Moto 250 cc' })).statusCode).toBe(200)
    const saved = await shop.save({ precio: '6.00' }, { ...WHY, codigo: code() })
    expect(saved.json().campos.precio).toBe('6.00')
    const [, mail] = await shop.mails()
    expect(mail).toMatchObject({ para: OWNER.correo, asunto: 'Cambió lo que se paga en «Moto 250 cc» · Tómbola' })
    expect(mail?.texto).toContain('$5,00 → $6,00')
    expect((await readDeeds(shop.ctx, 'rifa cambiada')).at(-1)?.datos).toMatchObject({
      antes: { precio: '5.00' },
      ahora: { precio: '6.00' },
      motivo_interno: WHY.motivo,
    })
  })

  test('its own rate has a floor, and jumps only when that is said to be meant; an unspent code stays good', async () => {
    const shop = await open(setup)
    const code = await giveSecondFactor(shop.ctx, OWNER.correo)
    expect((await shop.save({ tasa_usd: '0.00000001' })).json().code).toBe('DATOS_INVALIDOS')
    const fresh = { ...WHY, codigo: code() }
    const jump = await shop.save({ tasa_usd: '6.71' }, fresh)
    expect(jump.json()).toMatchObject({ code: 'SALTO_SIN_CONFIRMAR', antes: '671.42350000', ahora: '6.71000000' })
    expect((await shop.save({ tasa_usd: '700' }, fresh)).statusCode).toBe(200)
    const meant = await shop.save({ tasa_usd: '6.71' }, { ...WHY, codigo: code(), salto: true })
    expect(meant.json().campos.tasa_usd).toBe('6.71000000')
    expect((await shop.save({ tasa_usd: null }, { ...WHY, codigo: code() })).json().code).toBe('SALTO_SIN_CONFIRMAR')
  })

  test('amounts that are almost right are accepted only with a code, and every owner is told', async () => {
    const shop = await open(setup)
    expect((await shop.save({ acepta_cercanos: true })).json().code).toBe('SEGUNDO_FACTOR_NECESARIO')
    const campos = { titulo: 'Nevera', precio: '5.00', total_numeros: 100, acepta_cercanos: true }
    const { id } = (await shop.create(campos)).json<PanelRaffle>()
    const published = await shop.publish(id, ['A'])
    expect(published.json().code).toBe('SEGUNDO_FACTOR_NECESARIO')
    expect(await shop.mails()).toEqual([])
    await giveSecondFactor(shop.ctx, OWNER.correo)
    expect((await shop.save({ acepta_cercanos: true })).json().campos.acepta_cercanos).toBe(true)
    const [mail] = await shop.mails()
    expect(mail?.para).toBe(OWNER.correo)
    expect(mail?.texto).toContain('Acepta tasa del día y redondeo')
    // Stricter again costs nobody anything.
    expect((await shop.save({ acepta_cercanos: false })).statusCode).toBe(200)
  })

  test('a draft is no way around it', async () => {
    const shop = await open(setup)
    const code = await giveSecondFactor(shop.ctx, OWNER.correo)
    const campos = { titulo: 'Nevera', precio: '5.00', total_numeros: 100, tasa_usd: '6.71', premio: 'Paga a Pedro' }
    const { id } = (await shop.create(campos)).json<PanelRaffle>()
    expect((await shop.publish(id, ['A'])).json().code).toBe('SALTO_SIN_CONFIRMAR')
    expect((await shop.publish(id, ['A'], { salto: true })).json().code).toBe('MOTIVO_NECESARIO')
    expect((await shop.publish(id, ['A'], { salto: true, ...WHY })).json().code).toBe('DATOS_INVALIDOS')
    const published = await shop.publish(id, ['A'], { salto: true, ...WHY, codigo: code() })
    expect(published.json().estado).toBe('publicada')
    expect((await shop.mails()).at(-1)?.texto).toMatch(/la vigente → propia, Bs. 6,71.*Paga a Pedro/s)
  })

  test('nothing is held or sold for nothing, whatever the row says', async () => {
    const shop = await open(setup)
    await setColumns(shop.ctx, 'raffles', { tasa_usd: '0.00000001' }, { id: shop.id })
    for (const refused of [await hold(shop, 2), await report(shop)]) {
      expect(said(refused)).toEqual([409, 'MONTO_EN_CERO'])
    }
  })

  test('nothing is sold by a method in whose currency it comes to nothing; by another it is sold', async () => {
    const shop = await openShop(setup, { moneda: 'VES', precio: '1.00' })
    // Two bolívares are 0.003 dollars.
    const cheap = { total: '2.00', metodo_pago: 'Zelle' }
    expect(said(await report(shop, cheap))).toEqual([409, 'MONTO_EN_CERO'])
    expect(await shop.ctx.db.read.selectFrom('purchases').select('id').execute()).toEqual([])
    expect((await report(shop, { ...cheap, metodo_pago: 'Pago Movil' })).statusCode).toBe(201)
  })
})
