import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Calls } from '#access/calls.ts'
import { audit } from '#app/cli/audit.ts'
import { judge } from '#app/server/testing/judge.ts'
import { atClose, buy, HOUR, openRuled, pay, raffleOf, ruleFields, tick } from '#app/server/testing/ruled-shop.ts'
import { multipart, OWNER, permitOf, purchaseFields, type Shop, signInOwner } from '#app/server/testing/shop.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { UNSEEN_REASON } from '#review/reasons.ts'
import { ROOMS } from '../../../checks/room-table.ts'

/** Scene of a call: purchases of a raffle whose list is frozen, or is about to be. */
interface Scene {
  shop: Shop
  headers: Record<string, string>
  code: () => string
  /** Confirmed, rejected while it could be corrected, and never decided. */
  bought: Bought
  rejected: Bought
  open: Bought
  /** Of the confirmed one: a mail that did not arrive. */
  mail: number
}
type Bought = { id: number; secreto: string }
type Sent = Record<string, unknown> | { form: Record<string, string> } | undefined

/** A call that has to be refused: its path, and its body. */
interface Refused {
  path(scene: Scene): string
  body(scene: Scene): Sent | Promise<Sent>
  /** It decides about several and answers for each. */
  each?: true
}

/** Rooms that may not import `raffles` (checks/room-table.ts), so that none of their calls reaches one. */
const WITHOUT_RAFFLES = new Set(['operators', 'payment-methods', 'rates', 'site'])
const OF_HOUSE = 'no raffle is in it: settings, copies, words of mails and reasons'
const OF_MONEY = 'notes money that came in, which confirms nothing by itself'
const JOINS = 'says which money paid a purchase, and changes nothing of the purchase'
const LOOKS = 'changes nothing'
const WRITES = 'a letter to who bought, which changes nothing of what he bought'
const DRAWS = 'leads the draw, whose list it only reads (steps, winners)'

const decision = (deed: string, which: 'bought' | 'open', body: object = {}): Refused => ({
  path: (scene) => `/api/panel/compras/${scene[which].id}/${deed}`,
  body: () => ({ version: 1, ...body }),
})
const ofRaffle = (deed: string, body: (scene: Scene) => Sent = () => ({})): Refused => ({
  path: ({ shop }) => `/api/panel/rifas/${shop.id}${deed}`,
  body,
})
const reporting = (changes: Record<string, string> = {}) => ({
  form: purchaseFields(1, { cedula: 'V-9.876.543', referencia: '123123123123', ...changes }),
})
const buyer = (nombre: string) => ({
  nombre,
  cedula: 'V12345678',
  telefono: '04141234567',
  correo: 'carla@ejemplo.test',
})

/** Every other call that is no GET, from the tables of calls: if you add one, add here its effect on a frozen list. */
const TABLE: Record<string, Refused | string> = {
  // Sells, holds, reports, corrects.
  'POST /api/rifas/:id/apartados': {
    path: ({ shop }) => `/api/rifas/${shop.id}/apartados`,
    body: () => ({ cantidad_tickets: 2 }),
  },
  'POST /api/rifas/participantes': { path: () => '/api/rifas/participantes', body: () => reporting() },
  'POST /api/rifas/participantes/manual': {
    path: () => '/api/rifas/participantes/manual',
    body: () => reporting({ numeros_seleccionados: '["11","12"]' }),
  },
  'POST /api/rifas/mi-compra/corregir': {
    path: () => '/api/rifas/mi-compra/corregir',
    body: ({ rejected }) => ({ form: { secreto: rejected.secreto, referencia: '777666555444' } }),
  },
  'POST /api/panel/compras/nueva': {
    path: () => '/api/panel/compras/nueva',
    body: () => reporting({ confirmar: '1' }),
  },

  // Decides.
  'POST /api/panel/compras/:id/aprobar': decision('aprobar', 'open', { motivo: 'Lo vi en la cuenta.' }),
  'POST /api/panel/compras/:id/rechazar': decision('rechazar', 'open', { motivo: UNSEEN_REASON }),
  'POST /api/panel/compras/:id/falso': decision('falso', 'open'),
  'POST /api/panel/compras/:id/deshacer': decision('deshacer', 'bought', { version: 2 }),
  'POST /api/panel/compras/:id/anular': decision('anular', 'bought', { version: 2, motivo: UNSEEN_REASON }),
  'POST /api/panel/revision/lote': {
    path: () => '/api/panel/revision/lote',
    body: ({ open }) => ({ decision: 'rechazar', motivo: UNSEEN_REASON, compras: [{ id: open.id, version: 1 }] }),
    each: true,
  },
  'POST /api/panel/revision/falsas': {
    path: () => '/api/panel/revision/falsas',
    body: ({ open }) => ({ compras: [{ id: open.id, version: 1 }] }),
  },

  'PUT /api/panel/compras/:id/comprador': {
    path: ({ bought }) => `/api/panel/compras/${bought.id}/comprador`,
    body: () => ({ antes: buyer('Carla Mendoza'), ahora: buyer('Ramiro Gil'), motivo: 'Lo pidió.' }),
  },
  'POST /api/panel/correos/:id/corregir': {
    path: ({ mail }) => `/api/panel/correos/${mail}/corregir`,
    body: () => ({ para: 'otra@ejemplo.test' }),
  },

  'POST /api/panel/rifas/:id': ofRaffle('', () => ({ version: 2, campos: { titulo: 'Otra moto' } })),
  'POST /api/panel/rifas/:id/pausar': ofRaffle('/pausar'),
  'POST /api/panel/rifas/:id/reanudar': ofRaffle('/reanudar'),
  'POST /api/panel/rifas/:id/cerrar': ofRaffle('/cerrar', ({ code }) => ({ codigo: code() })),
  'POST /api/panel/rifas/:id/terminar-correcciones': ofRaffle('/terminar-correcciones', ({ code }) => ({
    codigo: code(),
  })),
  'PUT /api/panel/rifas/:id/regla': ofRaffle('/regla', () => ({ version: 2, regla: ruleFields() })),
  'DELETE /api/panel/rifas/:id/regla': ofRaffle('/regla', () => ({ version: 2 })),
  'POST /api/panel/rifas/:id/aplazar': ofRaffle('/aplazar', () => ({
    de: '2026-11-21T20:00:00-04:00',
    a: '2026-11-25T20:00:00-04:00',
    motivo: 'Faltan boletos.',
    codigo: '123456',
  })),
  'POST /api/panel/rifas/:id/sorteo/aplazar': DRAWS,
  'POST /api/panel/rifas/:id/sorteo/imagenes': DRAWS,
  'POST /api/panel/rifas/:id/sorteo/resultado': DRAWS,
  'POST /api/panel/rifas/:id/sorteo/resultado/confirmar': DRAWS,
  'POST /api/panel/rifas/:id/sorteo/resultado/rechazar': DRAWS,
  'POST /api/panel/rifas/:id/sorteo/resultado/corregir': DRAWS,
  'POST /api/panel/rifas/:id/sorteo/a-mano': 'ends a raffle without a rule, which has no list',
  'POST /api/panel/rifas/:id/sorteo/faro': DRAWS,
  'PUT /api/panel/rifas/:id/sorteo/ganadores/:ganador': DRAWS,
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/avisado': DRAWS,
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/reclamado': DRAWS,
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/entregado': DRAWS,
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/vencido': DRAWS,
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/deshacer': DRAWS,
  'POST /api/panel/rifas/:id/imagenes/orden': ofRaffle('/imagenes/orden', () => ({ orden: [] })),
  'POST /api/panel/rifas/:id/imagenes/:imagen': ofRaffle('/imagenes/1', () => ({ alt: 'Otra' })),
  'DELETE /api/panel/rifas/:id/imagenes/:imagen': ofRaffle('/imagenes/1'),
  'POST /api/panel/rifas/:id/imagenes': 'the same lock as the other pictures, after the file was read',
  'POST /api/panel/rifas/:id/publicar': 'only a draft is published, and none is frozen: the database says so',
  'PUT /api/panel/rifas/:id/papeles': 'says who allowed it and where it is shown, which nothing is drawn from',
  'POST /api/panel/rifas/:id/fotos':
    'keeps a picture that nothing shows: only a rule or a permit that is saved names it',
  'POST /api/panel/rifas/:id/archivar': 'puts it away in the list of the panel, which no visitor sees',
  'POST /api/panel/rifas/:id/recuperar': 'takes it back into that list',
  'POST /api/panel/rifas/:id/duplicar': 'makes another raffle',
  'POST /api/panel/rifas/:id/pagina': 'says which raffle a page shows',
  'POST /api/panel/rifas/:id/vista': LOOKS,
  'POST /api/panel/rifas': 'makes another raffle',

  // Holds end before a list is frozen: these find none.
  'POST /api/rifas/apartado': LOOKS,
  'POST /api/rifas/apartado/compra': LOOKS,
  'POST /api/rifas/apartado/renovar': 'no hold lives then (404)',
  'POST /api/rifas/apartado/metodo': 'no hold lives then (404)',
  'POST /api/rifas/apartado/soltar': 'no hold lives then',

  'POST /api/panel/rifas/:id/seguir': 'nothing waits then (409)',
  'POST /api/panel/rifas/:id/expediente': LOOKS,
  'POST /api/rifas/mi-compra': LOOKS,
  'POST /api/rifas/participante/buscar': LOOKS,
  'POST /api/panel/compras/:id/tomar': LOOKS,
  'POST /api/panel/compras/:id/soltar': LOOKS,
  'POST /api/panel/correos/:id/reenviar': 'sends again what was written',
  'POST /api/panel/correos/reintentar': 'sends again what was written',
  'POST /api/panel/extractos/vista': LOOKS,
  'POST /api/panel/extractos': 'says what came into an account: what it pays is decided elsewhere',
  'POST /api/panel/correos/prueba': OF_HOUSE,
  'POST /api/panel/correos/textos/:clave': OF_HOUSE,
  'DELETE /api/panel/correos/textos/:clave': OF_HOUSE,
  'POST /api/panel/correos/textos/:clave/vista': LOOKS,
  'POST /api/panel/conciliacion/confirmar': {
    path: () => '/api/panel/conciliacion/confirmar',
    body: ({ open }) => ({ pares: [{ compra_id: open.id, version: 1, movimiento_id: 1 }] }),
    each: true,
  },
  'PUT /api/panel/motivos': OF_HOUSE,
  'PUT /api/panel/rifas/:id/confirmacion-automatica':
    'says what may be confirmed later; confirming asks the raffle itself',
  'POST /api/panel/conciliacion/unir': JOINS,
  'POST /api/panel/conciliacion/desunir': JOINS,
  'POST /api/panel/conciliacion/movimientos/:id': OF_MONEY,
  'POST /api/panel/conciliacion/por-devolver/:id': OF_MONEY,
  'POST /api/panel/fuentes': OF_HOUSE,
  'POST /api/panel/fuentes/:id': OF_HOUSE,
  'POST /api/panel/fuentes/:id/clave': OF_HOUSE,
  'POST /api/panel/fuentes/recibos/:id': OF_MONEY,
  'POST /api/panel/fuentes/pegar/vista': LOOKS,
  'POST /api/panel/fuentes/pegar': OF_MONEY,
  'POST /api/panel/servidor/correo': OF_HOUSE,
  'POST /api/panel/servidor/tasa': OF_HOUSE,
  'POST /api/panel/servidor/direccion': OF_HOUSE,
  'DELETE /api/panel/servidor/:ajuste': OF_HOUSE,
  'POST /api/panel/respaldos/ahora': OF_HOUSE,
  'POST /api/panel/respaldos/ajuste': OF_HOUSE,
  'POST /api/panel/respaldos/descarga': LOOKS,
  'POST /api/panel/rifas/:id/cartas/vista': LOOKS,
  'POST /api/panel/rifas/:id/cartas/prueba': LOOKS,
  'POST /api/panel/rifas/:id/cartas': WRITES,
  'POST /api/panel/cartas/:id/detener': WRITES,
  'POST /api/panel/cartas/:id/continuar': WRITES,
  'POST /api/panel/compras/:id/notas': 'a note of the team, which is no part of the list',
  'POST /api/panel/bloqueados': 'what he has stays his',
  'DELETE /api/panel/bloqueados/:id': 'what he has stays his',
  'POST /api/panel/avisos': 'no raffle is in it: who is told by mail',
  'POST /api/panel/hora': 'of the server: no raffle changes by it',
}

const REFUSED = Object.entries(TABLE).filter((row): row is [string, Refused] => typeof row[1] !== 'string')

async function writingCalls(): Promise<string[]> {
  const source = new URL('../../', import.meta.url)
  const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const rooms = folders.filter(({ name }) => !WITHOUT_RAFFLES.has(name))
  const names: string[] = []
  for (const { name } of rooms) {
    if (!readdirSync(new URL(`${name}/`, source)).includes('calls.ts')) continue
    const tables: Record<string, Calls> = await import(
      /* @vite-ignore */ fileURLToPath(new URL(`${name}/calls.ts`, source))
    )
    for (const table of Object.values(tables)) if (typeof table === 'object') names.push(...Object.keys(table))
  }
  return names.filter((name) => /^(POST|PUT|DELETE) \//.test(name))
}

/** A closed raffle of an hour before its review ends, with one purchase of each kind. */
async function open(setup: Setup): Promise<Scene> {
  const shop = await openRuled(setup, {}, { gracia_segundos: 7 * 86_400 })
  const bought = await buy(shop, buyer('Carla Mendoza'))
  const [rejected, undecided] = [await pay(shop), await pay(shop)]
  const mail = await shop.ctx.db.write('prueba', (tx) =>
    tx
      .updateTable('outbox')
      .set({ estado: 'fallido' })
      .where('compra_id', '=', bought.id)
      .where('clave', 'like', 'recibida:%')
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  atClose(shop, 11 * HOUR)
  await tick(shop)
  await judge.reject(shop, rejected.id, 1)
  const headers = await signInOwner(shop)
  const code = await giveSecondFactor(shop.ctx, OWNER.correo)
  return { shop, headers, code, bought, rejected, open: undecided, mail: mail.id }
}

/** @returns status and code of the answer, or of the part about the one. */
async function call(scene: Scene, name: string, { path, body, each }: Refused): Promise<[number, string | undefined]> {
  const { shop, headers } = scene
  const sent = await body(scene)
  const given =
    sent && 'form' in sent
      ? await multipart(sent.form as Record<string, string>)
      : { payload: sent as Record<string, unknown>, headers: {} }
  const url = path(scene)
  const answer = await shop.app.inject({
    method: name.split(' ')[0] as 'POST',
    url,
    payload: given.payload,
    headers: {
      ...(url.startsWith('/api/panel') && { ...headers, 'x-tombola-permiso': permitOf(shop.ctx, { id: 1 }, headers) }),
      ...given.headers,
      ...(url.endsWith('/nueva') ? { 'idempotency-key': 'llave-de-una-venta' } : {}),
    },
  })
  const said = answer.body === '' ? {} : answer.json()
  return [each ? 409 : answer.statusCode, each ? (said.resultados ?? said.fallidas)[0]?.code : said.code]
}

async function rowsOf({ shop }: Scene) {
  const sql = shop.ctx.db.read
  return {
    purchases: await sql.selectFrom('purchases').selectAll().orderBy('id').execute(),
    tickets: await sql.selectFrom('tickets').selectAll().orderBy('numero').execute(),
    raffles: await sql.selectFrom('raffles').selectAll().execute(),
    lists: await sql.selectFrom('draw_lists').selectAll().execute(),
    steps: await sql.selectFrom('draw_steps').selectAll().execute(),
  }
}

test('every call that changes something declares its effect on a frozen list', async () => {
  expect(ROOMS.slice(0, ROOMS.indexOf('raffles'))).toEqual(expect.arrayContaining([...WITHOUT_RAFFLES]))
  expect(Object.keys(TABLE).sort()).toEqual([...new Set(await writingCalls())].sort())
})

onSqlite('once the list is frozen', (setup) => {
  test('nobody sells, decides, corrects, renames or opens again: each call says why, and nothing changes', async () => {
    const scene = await open(setup)
    scene.shop.ctx.clock.advance(HOUR)
    await tick(scene.shop)
    expect((await raffleOf(scene.shop)).congelada_en).not.toBe(null)
    const before = await rowsOf(scene)
    for (const [name, row] of REFUSED) expect(await call(scene, name, row), name).toEqual([409, 'RIFA_CONGELADA'])
    expect(await rowsOf(scene)).toEqual(before)
    expect(await audit(scene.shop.ctx)).toEqual([])
  })

  test('nor once it is time and the worker sleeps, but for texts that only the raffle shows', async () => {
    const scene = await open(setup)
    await tick(scene.shop)
    scene.shop.ctx.clock.advance(HOUR)
    const before = await rowsOf(scene)
    const shown = /imagenes/
    for (const [name, row] of REFUSED) {
      if (!shown.test(name)) expect(await call(scene, name, row), name).toEqual([409, 'RIFA_CONGELADA'])
    }
    expect(await rowsOf(scene)).toEqual(before)
  })

  test('control: until then none of them is refused for that', async () => {
    const scene = await open(setup)
    for (const [name, row] of REFUSED) expect((await call(scene, name, row))[1], name).not.toBe('RIFA_CONGELADA')
  })
})
