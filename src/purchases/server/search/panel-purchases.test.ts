import { expect, test } from 'vitest'
import { addReviewer, callsOf, type Desk, deskOf } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import { openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { matchesFilter } from './purchase-filter.ts'

interface Line {
  id: number
  codigo: string
  nombre: string
}

const PEOPLE = [
  ['José Ángel Núñez', 'V-11.111.111', '0414-000.00.01', 'jose@ejemplo.test', '004512783390'],
  ['María Núñez', 'E-11.111.111', '0412-000.00.02', 'Maria.N@Ejemplo.test', '88006630'],
  ['Carmen Luisa Ferrer', 'V-22.222.222', '0424-000.00.03', 'carmen@ejemplo.test', 'KT7Q20PL', 'Zelle'],
  ['Ana Ferrer', 'V-33.333.333', '0416-000.00.04', 'ana@otro.test', '000000019999'],
] as const

/** Four purchases of four people, a minute apart, and a signed-in owner. */
async function open(setup: Setup) {
  const shop = await openShop(setup, { total_numeros: 1000 })
  const ids: number[] = []
  for (const [nombre, cedula, telefono, correo, referencia, metodo_pago = 'Pago Movil'] of PEOPLE) {
    const answer = await report(shop, { nombre, cedula, telefono, correo, referencia, metodo_pago })
    expect(answer.statusCode, answer.body).toBe(201)
    ids.push(answer.json().id)
    shop.ctx.clock.advance(60_000)
  }
  const desk = await deskOf(shop)
  const get = async (path: string) => {
    const answer = await desk.get(path)
    return { status: answer.statusCode, body: answer.json() }
  }
  const list = async (query: Record<string, string>) =>
    (await get(`/compras?${new URLSearchParams(query)}`)).body.compras.map((line: Line) => line.nombre.split(' ')[0])
  return { shop: desk, ids, get, list }
}

onBothEngines('purchases in the panel', (setup) => {
  test('one field finds by any typed fact, and by nothing less', async () => {
    const { shop, ids, get, list } = await open(setup)
    const numbers = await judge.approve(shop, ids[2] ?? 0)
    const { body } = await get('/compras')
    const codigo = body.compras.find((line: Line) => line.id === ids[0]).codigo as string
    const found: [string, string[]][] = [
      ['nunez', ['María', 'José']],
      ['NÚÑEZ jose', ['José']],
      ['angel n', []],
      ['jo', ['José']],
      ['ferrer', ['Ana', 'Carmen']],
      ['fer car', ['Carmen']],
      ['ferrera', []],
      ['V-11.111.111', ['José']],
      ['e11111111', ['María']],
      ['11111111', ['María', 'José']],
      ['0414 0000001', ['José']],
      ['+58 412-000.00.02', ['María']],
      ['maria.n@ejemplo.test', ['María']],
      ['MARIA.N@', ['María']],
      ['@ejemplo.test', []],
      ['3390', ['José']],
      ['04512783390', ['José']],
      ['4512783390', ['José']],
      ['06630', ['María']],
      ['16630', []],
      ['kt7q20pl', ['Carmen']],
      ['20PL', ['Carmen']],
      ['9999', ['Ana']],
      ['19999', ['Ana']],
      [codigo, ['José']],
      [codigo.slice(3).toLowerCase(), ['José']],
      [numbers[0] ?? '', ['Carmen']],
      [String(Number(numbers[0])).padStart(3, '0'), ['Carmen']],
      // Also the price in the raffle's money, and nothing of that figure in another money.
      ['$10', ['Ana', 'Carmen', 'María', 'José']],
      ['10,00', ['Ana', 'Carmen', 'María', 'José']],
      ['Bs. 6.714,24', ['Ana', 'María', 'José']],
      ['6714.24', ['Ana', 'María', 'José']],
      ['Bs 10', []],
      ['$6.714,24', []],
      ['%', []],
      ['a%', []],
      ["' or 1=1 --", []],
      ['_____', []],
      ['💥', []],
    ]
    for (const [buscar, expected] of found) expect(await list({ buscar }), buscar).toEqual(expected)
    // The rows found by index are those for which the condition of an export is true.
    for (const [buscar] of found) {
      const rows = await shop.ctx.db.read
        .selectFrom('purchases')
        .select('nombre')
        .where(matchesFilter({ buscar }))
        .orderBy('id', 'desc')
        .execute()
      expect(
        rows.map(({ nombre }) => nombre.split(' ')[0]),
        buscar,
      ).toEqual(await list({ buscar }))
    }
  })

  test('filters narrow, count and add up, through every change of state', async () => {
    const { shop, ids, get, list } = await open(setup)
    const [jose = 0, maria = 0, carmen = 0] = ids
    await judge.approve(shop, jose)
    await judge.approve(shop, carmen)
    await judge.reject(shop, maria, null, { motivo: 'No aparece en la cuenta.' })
    await judge.annul(shop, carmen, null, { motivo: 'Se pidió por error.' })
    expect(await list({ estado: 'confirmado' })).toEqual(['José'])
    expect(await list({ estado: 'anulado' })).toEqual(['Carmen'])
    expect(await list({ estado: 'rechazado', buscar: 'nunez' })).toEqual(['María'])
    expect(await list({ estado: 'confirmado', metodo: 'zelle' })).toEqual([])
    expect(await list({ metodo: 'pago_movil', desde: '2026-11-20', hasta: '2026-11-20' })).toHaveLength(3)
    expect(await list({ desde: '2026-11-21' })).toEqual([])
    expect(await list({ rifa: '999' })).toEqual([])
    expect(await list({ venta: 'mano' })).toEqual([])
    const { body } = await get('/compras')
    expect(body.cuenta).toEqual({ cuantas: 4, sumas: [{ moneda: 'USD', monto: '40.00' }] })
    expect((await get('/compras?estado=anulado')).body.cuenta.cuantas).toBe(1)
    expect((await get('/compras?estado=en+revision')).body.cuenta).toEqual({
      cuantas: 1,
      sumas: [{ moneda: 'USD', monto: '10.00' }],
    })
    expect((await get('/compras?buscar=nunez')).body.cuenta).toBeNull()
    // The counts equal the rows.
    const counted = await shop.ctx.db.read
      .selectFrom('purchase_counts')
      .select(['estado', 'cuantas'])
      .where('cuantas', '!=', 0)
      .orderBy('estado')
      .execute()
    expect(counted).toEqual([
      { estado: 'anulado', cuantas: 1 },
      { estado: 'confirmado', cuantas: 1 },
      { estado: 'en revision', cuantas: 1 },
      { estado: 'rechazado', cuantas: 1 },
    ])
  })

  test('hostile input is refused or finds nothing, and never an error of ours', async () => {
    const { get } = await open(setup)
    const refused = ['rifa=0', 'rifa=x', 'estado=x', 'desde=2026-02-30', 'despues=1', 'metodo=x']
    for (const query of refused) expect((await get(`/compras?${query}`)).status, query).toBe(422)
    expect((await get(`/compras?buscar=${'a'.repeat(121)}`)).status).toBe(422)
    expect((await get('/compras?despues=99999999999999-1')).status).toBe(422)
    expect((await get('/compras?buscar=a%00b')).status).toBe(400)
    for (const query of ['', '&estado=anulado', '&buscar=ana', '&desde=2026-11-20']) {
      expect((await get(`/compras?despues=9999999999999-999999999999999${query}`)).status, query).toBe(200)
      expect((await get(`/compras?despues=0-0${query}`)).body.compras, query).toEqual([])
    }
    expect((await get('/compras?desde=9999-12-31&hasta=0001-01-01')).body.compras).toEqual([])
    for (const path of ['/compras/0/ficha', '/compras/x/ficha', '/compras/99999999999/ficha'])
      expect((await get(path)).status, path).toBe(404)
  })

  test('pages follow each other without a gap or a repetition', async () => {
    const { shop, get } = await open(setup)
    await reportMore(shop, 50)
    for (const query of [
      '',
      'estado=en+revision',
      'buscar=ferrer',
      'desde=2026-11-20',
      'buscar=ana&estado=en+revision',
    ]) {
      const seen: number[] = []
      for (let despues = ''; ; ) {
        const { body } = await get(`/compras?${query}${despues === '' ? '' : `&despues=${despues}`}`)
        seen.push(...body.compras.map((line: Line) => line.id))
        if (body.siguiente === null) break
        despues = body.siguiente
      }
      expect(new Set(seen).size, query).toBe(seen.length)
      expect(seen, query).toEqual([...seen].sort((a, b) => b - a))
      expect(seen.length, query).toBe({ 'buscar=ferrer': 52 }[query] ?? (query.startsWith('buscar=ana') ? 51 : 54))
    }
  })
})

onSqlite('purchases in the panel', (setup) => {
  test('the identity of a buyer can be corrected: found anew, written to anew, and in the journal', async () => {
    const { shop, ids, get, list } = await open(setup)
    const id = ids[0] ?? 0
    const antes = pick((await get(`/compras/${id}/ficha`)).body)
    const ahora = { ...antes, nombre: 'Josefina Núñez', telefono: '0426-111.22.33', correo: 'josefina@ejemplo.test' }
    const change = put(shop, id)
    expect((await change({ antes, ahora })).statusCode).toBe(200)
    // A second tap, or a retry after a lost answer.
    expect((await change({ antes, ahora })).statusCode).toBe(200)
    expect(await list({ buscar: 'jose' })).toEqual(['Josefina'])
    expect(await list({ buscar: 'angel' })).toEqual([])
    expect(await list({ buscar: 'jose@ejemplo.test' })).toEqual([])
    expect(await list({ buscar: '04261112233' })).toEqual(['Josefina'])
    const { body } = await get(`/compras/${id}/ficha`)
    expect(body).toMatchObject({ nombre: 'Josefina Núñez', telefono: '04261112233', correo: 'josefina@ejemplo.test' })
    expect(body.correos.map((mail: { para: string }) => mail.para)).toEqual(['josefina@ejemplo.test'])
    const lines = body.historia.filter((line: { accion: string }) => line.accion === 'datos del comprador cambiados')
    expect(lines).toHaveLength(1)
    expect(lines[0].datos).toMatchObject({
      antes: { nombre: 'J…é Á…l N…z', telefono: '0414…0001', correo: 'j…e@ejemplo.test' },
      ahora: { telefono: '0426…2233' },
    })
    // Somebody who still sees the old data does not overwrite the new.
    const stale = await change({ antes, ahora: { ...antes, nombre: 'Otro Nombre' } })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'VERSION_VIEJA'])
    for (const [field, value] of Object.entries({
      nombre: 'x',
      telefono: '123',
      correo: 'a@b',
      cedula: 'J-12345678',
    })) {
      const now = { ...antes, ...pick(body), [field]: value }
      const answer = await change({ antes: { ...antes, ...pick(body) }, ahora: now, motivo: 'prueba de reglas' })
      expect([answer.statusCode, Object.keys(answer.json().campos)], field).toEqual([422, [field]])
    }
  })

  test('a sheet has all of a purchase, its shared facts, and not the private link', async () => {
    const { shop, ids, get } = await open(setup)
    const again = await report(shop, { cedula: 'V-11.111.111', nombre: 'José Núñez', referencia: '777788889999' })
    const { status, body } = await get(`/compras/${again.json().id}/ficha`)
    expect(status).toBe(200)
    expect(body.otras.map((other: { id: number; comparte: string[] }) => [other.id, other.comparte])).toEqual([
      [ids[0], ['cedula']],
    ])
    expect(body.correos).toHaveLength(1)
    expect(body.historia.map((line: { accion: string }) => line.accion)).toEqual(['compra reportada'])
    expect(body.cotizacion.total).toBe('10.00')
    expect(JSON.stringify(body)).not.toContain(again.json().secreto)
  })

  test('list, sheet and file have the correction that was asked for, and nothing of a refused payment', async () => {
    const { shop, ids, get } = await open(setup)
    const [asked = 0, refused = 0] = [ids[0], (await report(shop, { referencia: '777788889999' })).json().id]
    await judge.reject(shop, asked, null, { motivo: 'No se lee.', pide: 'comprobante' })
    await judge.reject(shop, refused, null, { motivo: 'No se lee.' })
    expect((await get(`/compras/${asked}/ficha`)).body).toMatchObject({ estado: 'rechazado', pide: 'comprobante' })
    expect((await get(`/compras/${refused}/ficha`)).body).toMatchObject({ estado: 'rechazado', pide: null })
    expect((await get('/compras?estado=rechazado')).body.compras).toMatchObject([
      { id: refused, pide: null },
      { id: asked, pide: 'comprobante' },
    ])
    const [, first, second] = (await shop.get('/exportar/compras?formato=csv&estado=rechazado')).body.split('\n')
    expect(first).toContain(';Rechazada;')
    expect(second).toContain(';Corrección pedida;')
  })

  test('a mail that left goes out again only when asked, and one that failed always', async () => {
    const { shop, ids, get } = await open(setup)
    const states = ['enviado', 'enviado', 'fallido'] as const
    const asked = [true, false, false]
    const after = ['pendiente nuevo@', 'enviado viejo@', 'pendiente nuevo@']
    for (const [index, estado] of states.entries()) {
      const id = ids[index] ?? 0
      await shop.ctx.db.write('prueba', async (tx) => {
        await tx.updateTable('purchases').set({ correo: 'viejo@ejemplo.test' }).where('id', '=', id).execute()
        await tx.updateTable('outbox').set({ estado, para: 'viejo@ejemplo.test' }).where('compra_id', '=', id).execute()
      })
      const antes = pick((await get(`/compras/${id}/ficha`)).body)
      const ahora = { ...antes, correo: 'nuevo@ejemplo.test' }
      const answer = await put(shop, id)({ antes, ahora, reenviar: asked[index] })
      expect(answer.statusCode, answer.body).toBe(200)
      const [mail] = answer.json().correos
      expect(`${mail.estado} ${mail.para.replace('ejemplo.test', '')}`).toBe(after[index])
    }
    // Nobody writes to an address that does not exist.
    const id = ids[3] ?? 0
    await shop.ctx.db.write('prueba', async (tx) => {
      await tx
        .insertInto('mail_suppressions')
        .values({ correo: 'nadie@ejemplo.test', motivo: '550', correo_id: 1, en: shop.ctx.clock.now() })
        .execute()
    })
    const antes = pick((await get(`/compras/${id}/ficha`)).body)
    const refused = await put(shop, id)({ antes, ahora: { ...antes, correo: 'Nadie@ejemplo.test' } })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'CORREO_SUPRIMIDO'])
    expect((await get(`/compras/${id}/ficha`)).body.correo).toBe(antes['correo'])
  })

  test('the cédula is for owners, with a reason', async () => {
    const { shop, ids, get } = await open(setup)
    const id = ids[0] ?? 0
    const antes = pick((await get(`/compras/${id}/ficha`)).body)
    const ahora = { ...antes, cedula: 'V-44.444.444' }
    const silent = await put(shop, id)({ antes, ahora })
    expect([silent.statusCode, Object.keys(silent.json().campos)]).toEqual([422, ['motivo']])
    const reviewer = await put(
      callsOf(shop, await addReviewer(shop)),
      id,
    )({ antes, ahora, motivo: 'Se equivocó al escribir' })
    expect([reviewer.statusCode, Object.keys(reviewer.json().campos)]).toEqual([422, ['cedula']])
    const owner = await put(shop, id)({ antes, ahora, motivo: 'Se equivocó al escribir' })
    expect(owner.json().cedula).toBe('V44444444')
  })

  test('where each takes part once, a correction lets nobody in twice', async () => {
    const shop = await openShop(setup, { registro_unico: true })
    const first = await report(shop)
    const carmen = { cedula: 'V-22.222.222', telefono: '0424-000.00.03', correo: 'carmen@ejemplo.test' }
    const second = await report(shop, { ...carmen, referencia: '999988887777' })
    const desk = await deskOf(shop)
    const antes = pick((await desk.get(`/compras/${second.json().id}/ficha`)).json())
    const change = put(desk, second.json().id)
    const taken = await change({ antes, ahora: { ...antes, correo: 'carla@ejemplo.test' } })
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'REGISTRO_DUPLICADO'])
    expect((await change({ antes, ahora: { ...antes, correo: 'otra@ejemplo.test' } })).statusCode).toBe(200)
    // The address that it had is free, the one that it has is not.
    const person = { cedula: 'V-55.555.555', telefono: '0424-000.00.09' }
    const again = (correo: string, referencia: string) => report(shop, { ...person, correo, referencia })
    expect((await again('otra@ejemplo.test', '111122223333')).statusCode).toBe(409)
    expect((await again('carmen@ejemplo.test', '111122223333')).statusCode).toBe(201)
    expect(first.statusCode).toBe(201)
  })
})

const CONTACT = ['nombre', 'cedula', 'telefono', 'correo'] as const

function pick(body: Record<string, string>): Record<string, string> {
  return Object.fromEntries(CONTACT.map((field) => [field, body[field] ?? '']))
}

const put = (desk: Pick<Desk, 'put'>, id: number) => (payload: object) => desk.put(`/compras/${id}/comprador`, payload)

/** More purchases of Ana Ferrer, some of them in the same millisecond. */
async function reportMore(shop: Shop, count: number): Promise<void> {
  const [nombre, cedula, telefono, correo] = PEOPLE[3]
  for (let more = 0; more < count; more++) {
    const referencia = String(500_000_000 + more)
    const answer = await report(shop, { nombre, cedula, telefono, correo, referencia })
    expect(answer.statusCode, answer.body).toBe(201)
    if (more % 3 === 0) shop.ctx.clock.advance(1_000)
  }
}
