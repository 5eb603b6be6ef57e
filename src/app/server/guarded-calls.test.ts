import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#access/calls.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { quickOperator } from '#operators/server/testing/quick-operator.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import type { Instant } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { NO_BACKUP_SETTINGS } from '#platform/settings.ts'
import { seenRaffle } from '#raffles/server/testing/seen-raffle.ts'
import { UNSEEN_REASON } from '#review/reasons.ts'
import { ruleFields } from './testing/ruled-shop.ts'
import { addDraft, OWNER, openShop, report, signInAgain, signInOwner } from './testing/shop.ts'

const ROOT = join(import.meta.dirname, '../../..')
const TABLE = 'docs/decisions/104-guarded-changes.md'

/** The rows of every `calls.ts` that need a sign-in, in all rooms. */
async function panelCalls(): Promise<Map<string, Call>> {
  const found = new Map<string, Call>()
  for await (const file of glob('src/*/calls.ts', { cwd: ROOT })) {
    const room: Record<string, unknown> = await import(join(ROOT, file))
    for (const [name, calls] of Object.entries(room)) {
      if (!name.endsWith('_CALLS')) continue
      for (const [call, row] of Object.entries(calls as Record<string, Call>)) found.set(call, row)
    }
  }
  return found
}

/** Calls of signed-in people that write something or answer a file. */
const needsWord = ([name, { who, answers }]: [string, Call]) =>
  who !== 'todos' && (!name.startsWith('GET ') || Object.values(answers)[0] instanceof z.ZodString)

async function readTable(): Promise<Map<string, string>> {
  const said = new Map<string, string>()
  for (const line of (await readFile(join(ROOT, TABLE), 'utf8')).split('\n')) {
    const row = /^\| (permit|code|free) \| (.+) \| .{10,} \|$/.exec(line)
    for (const [, call = ''] of row?.[2]?.matchAll(/`([^`]+)`/g) ?? []) {
      expect(said.has(call), `${call} stands twice in ${TABLE}`).toBe(false)
      said.set(call, row?.[1] ?? '')
    }
  }
  return said
}

test('every call that writes or answers a file has its guard, or its reason for none, in the decision', async () => {
  const rows = await panelCalls()
  expect(rows.size).toBeGreaterThan(150)
  const wanted = [...rows].filter(needsWord).map(([name]) => name)
  const said = await readTable()
  expect([...said.keys()].sort()).toEqual(wanted.sort())
  for (const [name, guard] of said) {
    const schema = JSON.stringify(
      z.toJSONSchema(rows.get(name)?.body ?? z.null(), { io: 'input', unrepresentable: 'any' }),
    )
    // A change with a permit needs a code too if it touches money.
    if (guard !== 'permit') expect(schema.includes('"codigo"'), `${name} takes a code`).toBe(guard === 'code')
  }
})

test('control: a new call that writes, or answers a file, and is not in the decision is found', () => {
  const answers = { 200: z.object({}) }
  const of = (name: string, call: Partial<Call>) => needsWord([name, { who: ['dueno'], summary: '', answers, ...call }])
  expect(of('POST /api/panel/otra', {})).toBe(true)
  expect(of('GET /api/panel/otra', { answers: { 200: z.string() } })).toBe(true)
  expect(of('GET /api/panel/otra', {})).toBe(false)
})

const [TEAM, DRAFT, LOOK, BUYER] = [
  'read by the team alone',
  'a draft: publishing it asks',
  'for oneself alone',
  'one buyer, by what he wrote or said of himself',
]
const WORDS = 'textos.asunto textos.cuerpo textos.pie textos.titulo'
const RAFFLE = 'campos.descripcion campos.premio campos.titulo'
/** Texts that a call takes without a proof, and their readers. If you add one, say here why it sends no buyer elsewhere. */
const UNPROVEN: Record<string, [fields: string, read: string]> = {
  'POST /api/panel/compras/:id/aprobar': ['motivo', TEAM],
  'POST /api/panel/compras/:id/notas': ['texto', TEAM],
  'POST /api/panel/bloqueados': ['cedula correo motivo telefono', TEAM],
  'POST /api/panel/conciliacion/movimientos/:id': ['razon', TEAM],
  'POST /api/panel/conciliacion/por-devolver/:id': ['razon', TEAM],
  'POST /api/panel/extractos': ['mapa', TEAM],
  'POST /api/panel/extractos/vista': ['mapa', TEAM],
  'POST /api/panel/fuentes/pegar': ['texto', TEAM],
  'POST /api/panel/fuentes/pegar/vista': ['texto', TEAM],
  'POST /api/panel/fuentes/recibos/:id': ['monto nombre referencia telefono', TEAM],
  'POST /api/panel/rifas/:id/sorteo/resultado/rechazar': ['motivo', TEAM],
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/entregado': ['dia', 'a day'],
  'POST /api/panel/rifas': [`${RAFFLE} clave`, DRAFT],
  'POST /api/panel/rifas/:id/duplicar': ['clave', DRAFT],
  'POST /api/panel/rifas/:id/vista': [RAFFLE, LOOK],
  'POST /api/panel/correos/textos/:clave/vista': [WORDS, LOOK],
  'POST /api/panel/rifas/:id/cartas/prueba': [`hasta ${WORDS}`, LOOK],
  'POST /api/panel/rifas/:id/cartas/vista': [`hasta ${WORDS}`, LOOK],
  'POST /api/panel/compras/nueva': [
    'apartado cantidad_tickets cedula confirmar correo fecha id_rifa metodo_id metodo_pago nombre numeros_seleccionados ' +
      'pagador_banco pagador_cedula pagador_telefono referencia status tasa_no_verificada telefono terminos total',
    BUYER,
  ],
  'PUT /api/panel/compras/:id/comprador': [
    'ahora.cedula ahora.correo ahora.nombre ahora.telefono antes.cedula antes.correo antes.nombre antes.telefono motivo',
    BUYER,
  ],
  'POST /api/panel/correos/:id/corregir': ['para', BUYER],
  'POST /api/panel/cuenta/nombre': ['nombre', 'a name of letters, in the document of a draw'],
  'POST /api/panel/cuenta/clave': ['actual nueva', LOOK],
  'POST /api/panel/cuenta/llaves': ['llave.id nombre', LOOK],
  'POST /api/panel/segundo-factor/llave/confirmar': ['llave.id', LOOK],
}

/** The fields of a body in which a sentence passes. */
function textsIn(body: z.ZodType): string[] {
  const found: string[] = []
  type Schema = Record<string, unknown>
  const walk = (schema: Schema, at: string) => {
    const { type, enum: among, const: fixed, format, pattern = '', maxLength = 500 } = schema
    const free = type === 'string' && among === undefined && fixed === undefined && format === undefined
    if (free && Number(maxLength) >= 20 && new RegExp(String(pattern), 'u').test('Paga a Pedro')) found.push(at)
    for (const [name, inner] of Object.entries((schema['properties'] ?? {}) as Schema))
      walk(inner as Schema, (at && `${at}.${name}`) || name)
    const others = [
      schema['items'],
      schema['additionalProperties'],
      ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => schema[key] ?? []),
    ]
    for (const inner of others) if (inner !== null && typeof inner === 'object') walk(inner as Schema, at)
  }
  walk(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', reused: 'inline' }), '')
  return [...new Set(found)]
}

test('every text that a call takes without a proof names its readers', async () => {
  const said = await readTable()
  const unproven: Record<string, string[]> = {}
  for (const [name, { body }] of await panelCalls()) {
    if (said.get(name) !== 'free' || !body) continue
    const texts = textsIn(body)
    if (texts.length > 0) unproven[name] = texts.sort()
  }
  const listed = Object.entries(UNPROVEN).map(([name, [fields]]) => [name, fields.split(' ')])
  expect(unproven).toEqual(Object.fromEntries(listed))
})

test('control: a new text of a call is found, in any place', () => {
  const body = z.object({
    id: z.number(),
    estado: z.enum(['a', 'b']),
    en: z.array(z.object({ nota: z.string().max(200) })),
  })
  expect(textsIn(body)).toEqual(['en.nota'])
  expect(textsIn(z.union([z.object({ a: z.literal('x') }), z.object({ aviso: z.string().optional() })]))).toEqual([
    'aviso',
  ])
})

const ID = 1
const OTHER_BUYER = { cedula: 'V22222222', correo: 'otra@ejemplo.test', referencia: '887766554433' }
const words = { asunto: 'Tu pago', titulo: 'Hola, {nombre}', cuerpo: 'Tu código es {codigo}.', pie: '{sitio}' }
const papeles = {
  ...{ permiso_numero: '1', permiso_emisor: 'Alcaldía', permiso_desde: '', permiso_hasta: '', permiso_enlace: '' },
  ...{ permiso_imagen: null, en_vivo: '' },
}
const carta = { trata: 'compra', a_quienes: 'todos', textos: { ...words, cuerpo: 'Hola' }, hasta: '' }

const OWN_WORDS = 'Escribe a Pedro.'

/** A request for each call with a permit, in which only the permit is missing. */
const ASKED: Record<string, [url: string, payload?: object]> = {
  'POST /api/panel/correos/textos/:clave': ['/correos/textos/recibida', { version: 0, textos: words }],
  'DELETE /api/panel/correos/textos/:clave': ['/correos/textos/recibida', { version: 0 }],
  'POST /api/panel/sitio': ['/sitio', { cambios: { nombre: 'Otra' }, vistos: {} }],
  'PUT /api/panel/motivos': ['/motivos', { motivos: ['No vemos el pago.'] }],
  'POST /api/panel/compras/:id/rechazar': ['/compras/1/rechazar', { version: 1, motivo: OWN_WORDS }],
  'POST /api/panel/compras/:id/anular': ['/compras/1/anular', { version: 1, motivo: OWN_WORDS }],
  'POST /api/panel/revision/lote': [
    '/revision/lote',
    { decision: 'rechazar', motivo: OWN_WORDS, compras: [{ id: 1, version: 1 }] },
  ],
  'POST /api/panel/rifas/:id': [`/rifas/${ID}`, { version: 1, campos: { titulo: 'Otra moto' } }],
  'POST /api/panel/rifas/:id/publicar': ['/rifas/2/publicar', {}],
  'POST /api/panel/rifas/:id/pagina': ['/rifas/2/pagina', { pagina: 'A', vista: ID }],
  'POST /api/panel/rifas/:id/imagenes': [`/rifas/${ID}/imagenes`],
  'POST /api/panel/rifas/:id/imagenes/orden': [`/rifas/${ID}/imagenes/orden`, { orden: [] }],
  'POST /api/panel/rifas/:id/imagenes/:imagen': [`/rifas/${ID}/imagenes/1`, { alt: 'Otra' }],
  'DELETE /api/panel/rifas/:id/imagenes/:imagen': [`/rifas/${ID}/imagenes/1`],
  'PUT /api/panel/rifas/:id/papeles': [`/rifas/${ID}/papeles`, { version: 0, papeles }],
  'PUT /api/panel/rifas/:id/regla': [`/rifas/${ID}/regla`, { version: 0, regla: ruleFields() }],
  'DELETE /api/panel/rifas/:id/regla': [`/rifas/${ID}/regla`, { version: 1 }],
  'PUT /api/panel/rifas/:id/sorteo/ganadores/:ganador': [
    `/rifas/${ID}/sorteo/ganadores/1`,
    { version: 1, notas: '', mostrar_nombre: false, mostrar_fotos: false, fotos: [] },
  ],
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/deshacer': [
    `/rifas/${ID}/sorteo/ganadores/1/deshacer`,
    { version: 1, motivo: 'Era otra persona' },
  ],
  'POST /api/panel/rifas/:id/cartas': [`/rifas/${ID}/cartas`, { clave: 'a'.repeat(16), carta, al_dia: 100 }],
  'GET /api/panel/exportar/compras': ['/exportar/compras'],
  'GET /api/panel/exportar/diario': ['/exportar/diario'],
}

const [de, a, codigo, motivo] = ['2031-01-01T20:00:00-04:00', '2031-01-02T20:00:00-04:00', '123456', 'Otro banco']
const setting = { version: 0, codigo }
const winner = `/rifas/${ID}/sorteo/ganadores/1`
/** No page offers it, so that it may be half done. */
const datos = {
  ...{
    titulo: 'Banco',
    banco: '',
    cedula: '',
    telefono: '',
    nombre: '',
    numeroCuenta: '',
    email: '',
    instrucciones: '',
  },
  precio_por_boleto: '',
}

/** A request for each call with a code, in which only the second factor is missing: the owner has none. */
const CODED: Record<string, [url: string, payload: object]> = {
  'POST /api/panel/metodos': ['/metodos', { forma: 'transferencia', datos, paginas: [], motivo, codigo }],
  'POST /api/panel/metodos/:id': ['/metodos/3', { version: 1, datos, paginas: [], motivo, codigo }],
  'POST /api/panel/rifas/:id/expediente': [`/rifas/${ID}/expediente`, { codigo }],
  'POST /api/panel/respaldos/descarga': ['/respaldos/descarga', { frase: 'una frase larga y propia', codigo }],
  'POST /api/panel/respaldos/ajuste': [
    '/respaldos/ajuste',
    { ...setting, valor: { ...NO_BACKUP_SETTINGS, destino: '/tmp/copias' } },
  ],
  'POST /api/panel/servidor/correo': [
    '/servidor/correo',
    {
      ...setting,
      valor: {
        servidor: 's.test',
        puerto: 587,
        seguridad: 'starttls',
        usuario: '',
        clave: '',
        remitente: 'a@b.co',
        nombre: '',
      },
    },
  ],
  'POST /api/panel/servidor/tasa': ['/servidor/tasa', { ...setting, valor: { fuente: 'https://bcv.test/' } }],
  'POST /api/panel/servidor/direccion': ['/servidor/direccion', setting],
  'DELETE /api/panel/servidor/:ajuste': ['/servidor/tasa', setting],
  'POST /api/panel/hora': ['/hora', { codigo }],
  'POST /api/panel/tasa/publicada': [
    '/tasa/publicada',
    { referencia: 'bcv_euro', tasa: '671.5', fecha_valor: '2026-11-20', motivo, codigo },
  ],
  'POST /api/panel/tasa': ['/tasa', { referencia: 'bcv_euro', motivo, codigo }],
  'PUT /api/panel/rifas/:id/confirmacion-automatica': [
    `/rifas/${ID}/confirmacion-automatica`,
    { version: 0, activa: true, tope_cantidad: 50, tope_suma: '500.00', codigo },
  ],
  'POST /api/panel/fuentes': [
    '/fuentes',
    { metodo_id: 1, fuente: 'r4', via: 'webhook', nombre: 'R4', ajustes: {}, codigo },
  ],
  'POST /api/panel/fuentes/:id': ['/fuentes/1', { version: 1, activa: false, codigo }],
  'POST /api/panel/fuentes/:id/clave': ['/fuentes/1/clave', { version: 1, codigo }],
  'POST /api/panel/rifas/:id/sorteo/a-mano': [
    '/rifas/2/sorteo/a-mano',
    { numero: '07', mostrar_nombre: false, codigo },
  ],
  'POST /api/panel/rifas/:id/cerrar': [`/rifas/${ID}/cerrar`, { codigo }],
  'POST /api/panel/rifas/:id/seguir': [`/rifas/${ID}/seguir`, { codigo }],
  'POST /api/panel/rifas/:id/terminar-correcciones': [`/rifas/${ID}/terminar-correcciones`, { codigo }],
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/vencido': [`${winner}/vencido`, { version: 1, codigo }],
  'POST /api/panel/rifas/:id/aplazar': [`/rifas/${ID}/aplazar`, { de, a, motivo, codigo }],
  'POST /api/panel/rifas/:id/sorteo/aplazar': [`/rifas/${ID}/sorteo/aplazar`, { de, a, motivo, codigo }],
  'POST /api/panel/equipo/invitaciones': [
    '/equipo/invitaciones',
    { correo: 'otra@ejemplo.test', rol: 'dueno', codigo },
  ],
  'POST /api/panel/equipo/:id/rol': ['/equipo/2/rol', { rol: 'dueno', codigo }],
  'POST /api/panel/equipo/:id/baja': ['/equipo/2/baja', { codigo }],
  'POST /api/panel/equipo/:id/alta': ['/equipo/3/alta', { codigo }],
  'POST /api/panel/equipo/:id/quitar-segundo-factor': ['/equipo/2/quitar-segundo-factor', { codigo }],
  'POST /api/panel/cuenta/codigos': ['/cuenta/codigos', { codigo }],
  'POST /api/panel/cuenta/llaves/empezar': ['/cuenta/llaves/empezar', { codigo }],
  'POST /api/panel/rifas/:id/sorteo/resultado': [
    `/rifas/${ID}/sorteo/resultado`,
    { tipo: 'sin sorteo', premio: 0, dia: '2026-12-21', imagen: null, motivo, enlace: '', codigo },
  ],
  'POST /api/panel/rifas/:id/sorteo/resultado/corregir': [
    `/rifas/${ID}/sorteo/resultado/corregir`,
    { paso: 0, motivo, codigo },
  ],
  'POST /api/panel/rifas/:id/sorteo/resultado/confirmar': [
    `/rifas/${ID}/sorteo/resultado/confirmar`,
    { tipo: 'sin sorteo', propuesta: 1, codigo },
  ],
}

/** The second factor itself: tested where it is turned on and off. */
const FACTOR = [
  'DELETE /api/panel/segundo-factor',
  'POST /api/panel/segundo-factor/confirmar',
  'POST /api/panel/permiso',
]

onSqlite('texts that buyers read, with a session that somebody stole', (setup) => {
  async function open() {
    const shop = await openShop(setup)
    expect(shop.id).toBe(ID)
    await addDraft(shop.ctx)
    await report(shop)
    const { 'x-tombola-permiso': permit = '', ...stolen } = await signInOwner(shop)
    const call = (name: string, url: string, payload?: object, headers: Record<string, string> = stolen) =>
      shop.app.inject({
        method: name.split(' ')[0] as 'POST',
        url: `/api/panel${url}`,
        headers,
        ...(payload ? { payload } : {}),
      })
    const mails = () => shop.ctx.db.read.selectFrom('outbox').selectAll().where('compra_id', 'is', null).execute()
    const prove = async (body: object, headers = stolen) => call('POST', '/permiso', body, headers)
    return { ...shop, stolen, permit, call, mails, prove }
  }

  test('each guarded call is refused without a proof, and changes and sends nothing', async () => {
    const { ctx, call, mails } = await open()
    const guarded = [...(await readTable())].filter(([, guard]) => guard === 'permit').map(([name]) => name)
    expect(Object.keys(ASKED).sort()).toEqual(guarded.sort())
    const lines = () => ctx.db.read.selectFrom('journal').select('id').execute()
    const before = await lines()
    const draft = await seenRaffle(ctx, 2)
    for (const [name, [url, payload]] of Object.entries(ASKED)) {
      const answer = await call(name, url, url.endsWith('/publicar') ? draft : payload)
      const wanted = JSON.stringify(payload ?? '').includes(OWN_WORDS)
        ? 'SEGUNDO_FACTOR_NECESARIO'
        : 'CONFIRMACION_NECESARIA'
      expect([answer.statusCode, answer.json().code], `${name}: ${answer.body}`).toEqual([409, wanted])
    }
    expect(await lines()).toEqual(before)
    expect(await mails()).toEqual([])
  })

  test('each call with a code of its own is refused without a second factor, and changes and sends nothing', async () => {
    const { ctx, call, mails } = await open()
    for (const nombre of ['Rafael', 'Ana']) {
      const who = { nombre, correo: `${nombre}@ejemplo.test`, clave: OWNER.clave, rol: 'revisor' as const }
      await quickOperator(ctx, who, TESTER)
    }
    await ctx.db.write('prueba', async (tx) => {
      const now = ctx.clock.now()
      await tx
        .updateTable('raffles')
        .set({ restaurada_en: now, cierra_en: Date.parse(de) as Instant })
        .where('id', '=', ID)
        .execute()
      await tx.updateTable('raffles').set({ estado: 'cerrada', cerrada_en: now }).where('id', '=', 2).execute()
      await tx.updateTable('payment_methods').set({ banco: '0169 R4' }).where('id', '=', 1).execute()
      const source = {
        id: 1,
        metodo_id: 1,
        fuente: 'r4',
        via: 'webhook',
        nombre: 'R4',
        ajustes: '{}',
        secreto: null,
      } as const
      const unread = { cursor: null, leido_hasta: null, ultimo_en: null, causa: null, causa_en: null, proximo_en: null }
      const by = { creada_en: now, creada_por: 'Ana', token_hash: null, activa: 1, version: 1, fallos: 0 }
      await tx
        .insertInto('movement_sources')
        .values({ ...source, ...unread, ...by })
        .execute()
      await tx.updateTable('operators').set({ baja_en: now }).where('nombre', '=', 'Ana').execute()
      await tx.updateTable('operators').set({ totp_secreto: 'x' }).where('nombre', '=', 'Rafael').execute()
    })
    const coded = [...(await readTable())].filter(([, guard]) => guard === 'code').map(([name]) => name)
    expect([...Object.keys(CODED), ...FACTOR].sort()).toEqual(coded.sort())
    const lines = () => ctx.db.read.selectFrom('journal').select('id').execute()
    const [before, sent] = [await lines(), await mails()]
    const said = new Map<string, string>()
    for (const [name, [url, payload]] of Object.entries(CODED)) {
      const answer = await call(name, url, payload)
      said.set(name, answer.json().code === 'SEGUNDO_FACTOR_NECESARIO' ? 'asked' : answer.body)
    }
    expect([...said]).toEqual(Object.keys(CODED).map((name) => [name, 'asked']))
    expect(await lines()).toEqual(before)
    expect(await mails()).toEqual(sent)
  })

  test('with the password it goes on for ten minutes; every owner reads the old text, the new one, and its foreign contacts', async () => {
    const { ctx, app, stolen, call, mails, prove } = await open()
    await quickOperator(ctx, { nombre: 'Rafael', correo: 'r@ejemplo.test', clave: OWNER.clave, rol: 'dueno' }, TESTER)
    expect((await prove({ clave: 'otra clave cualquiera' })).statusCode).toBe(401)
    const { permiso } = (await prove({ clave: OWNER.clave })).json()
    const headers = { ...stolen, 'x-tombola-permiso': permiso }
    const textos = { ...words, cuerpo: 'Falta tu pago {codigo}. Paga de nuevo al Pago Móvil 0412-5550001' }
    expect((await call('POST', '/correos/textos/recibida', { version: 0, textos }, headers)).statusCode).toBe(200)
    expect((await mails()).map(({ para }) => para)).toEqual([OWNER.correo, 'r@ejemplo.test'])
    const [{ texto = '' } = {}] = await mails()
    expect(texto).toContain('Nombra datos que no son de esta tienda: 0412-5550001 (cuerpo).')
    expect(texto).toContain('Falta tu pago {codigo}.')
    const motivos = { motivos: ['Paga al 0400-1234567.'] }
    expect((await call('PUT', '/motivos', motivos, headers)).statusCode).toBe(200)
    expect((await mails()).at(-1)?.texto).not.toContain('no son de esta tienda')
    // In another session it is nothing, and neither is it later.
    const other = await signInAgain(app)
    expect((await call('PUT', '/motivos', motivos, { ...other, 'x-tombola-permiso': permiso })).statusCode).toBe(409)
    ctx.clock.advance(10 * 60_000 + 1)
    expect((await call('PUT', '/motivos', motivos, headers)).json()).toMatchObject({ code: 'CONFIRMACION_NECESARIA' })
  })

  test('an operator with a second factor gives a code: the password and its permit are not enough', async () => {
    const { ctx, stolen, call, prove } = await open()
    const { permiso } = (await prove({ clave: OWNER.clave })).json()
    const code = await giveSecondFactor(ctx, OWNER.correo)
    const take = (permit: string) =>
      call('GET', '/exportar/compras?formato=csv', undefined, { ...stolen, 'x-tombola-permiso': permit })
    expect((await take(permiso)).json().details).toContain('un código de tu teléfono')
    expect((await prove({ clave: OWNER.clave })).json()).toMatchObject({ code: 'DATOS_INVALIDOS' })
    const codigo = code()
    const proven = (await prove({ codigo })).json().permiso
    expect((await prove({ codigo })).json()).toMatchObject({ code: 'CODIGO_INVALIDO' })
    expect((await take(proven)).statusCode).toBe(200)
    const [mail] = await ctx.db.read.selectFrom('outbox').select('asunto').where('compra_id', 'is', null).execute()
    expect(mail?.asunto).toContain('descargó las compras en un archivo')
    const proofs = await readDeeds(ctx, 'identidad confirmada')
    expect(proofs.map(({ datos }) => datos['con'])).toEqual(['clave', 'aplicacion'])
  })

  test('a draft, and a shop that never published, ask for nothing; control: published they do', async () => {
    const { ctx, call } = await open()
    const rename = { version: 1, campos: { titulo: 'Otra' } }
    expect((await call('POST', '/rifas/2', rename)).statusCode).toBe(200)
    expect((await call('POST', '/rifas/1', rename)).statusCode).toBe(409)
    await ctx.db.write('prueba', (tx) => tx.updateTable('raffles').set({ estado: 'borrador' }).execute())
    expect((await call('PUT', '/motivos', { motivos: ['No vemos el pago.'] })).statusCode).toBe(200)
  })

  test('one’s own words as a reason want a second factor, alone, in bulk and for an annulment; one of the list leaves', async () => {
    const { ctx, call, mails } = await open()
    const compras = [{ id: 1, version: 1 }]
    const motivo = 'Paga por Telegram a rifas_ceiba'
    const write: [url: string, payload: object][] = [
      ['/compras/1/rechazar', { version: 1, motivo }],
      ['/compras/1/rechazar', { version: 1, motivo: UNSEEN_REASON.toLowerCase() }],
      ['/compras/1/rechazar', { version: 1, motivo, pide: 'resto' }],
      ['/compras/1/anular', { version: 1, motivo }],
      ['/revision/lote', { decision: 'rechazar', motivo, compras }],
    ]
    for (const [url, payload] of write)
      expect((await call('POST', url, payload)).json()).toMatchObject({ code: 'SEGUNDO_FACTOR_NECESARIO' })
    expect(await mails()).toEqual([])
    const [{ estado } = {}] = await ctx.db.read.selectFrom('purchases').select('estado').execute()
    expect(estado).toBe('en revision')
    // To the letter, but for the ends, which are cut off.
    const listed = { version: 1, motivo: ` ${UNSEEN_REASON}` }
    expect((await call('POST', '/compras/1/rechazar', listed)).statusCode).toBe(200)
    expect(await mails()).toEqual([])
  })

  test('with a code they leave, and every owner reads them, once a day the same ones', async () => {
    const shop = await open()
    const { ctx, call, mails, prove, stolen } = shop
    await report(shop, OTHER_BUYER)
    const code = await giveSecondFactor(ctx, OWNER.correo)
    const motivo = 'Paga por Telegram a rifas_ceiba, o al 0412-555.00.01.'
    const reject = (compra: number, words: string, headers = stolen) =>
      call(
        'POST',
        '/revision/lote',
        { decision: 'rechazar', motivo: words, compras: [{ id: compra, version: 1 }] },
        headers,
      )
    const alone = await call('POST', '/compras/1/rechazar', { version: 1, motivo })
    for (const answer of [await reject(1, motivo), alone])
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'CONFIRMACION_NECESARIA'])
    expect(await mails()).toEqual([])
    const { permiso } = (await prove({ codigo: code() })).json()
    const proven = { ...stolen, 'x-tombola-permiso': permiso }
    expect((await reject(1, motivo, proven)).statusCode).toBe(200)
    expect((await reject(2, motivo, proven)).statusCode).toBe(200)
    const [{ texto = '', para = '' } = {}, ...more] = await mails()
    expect([para, more]).toEqual([OWNER.correo, []])
    expect(texto).toContain(motivo)
    expect(texto).toContain('Nombra datos que no son de esta tienda: 0412-555.00.01 (motivo).')
    // On the list it leaves like any other.
    await ctx.db.write('prueba', (tx) => tx.insertInto('review_reasons').values({ orden: 0, texto: motivo }).execute())
    await report(shop, { ...OTHER_BUYER, referencia: '998877665544' })
    expect((await reject(3, motivo)).statusCode).toBe(200)
    expect(await mails()).toHaveLength(1)
  })

  test('a text that a draft was given without a proof is in the mail of its publishing', async () => {
    const { ctx, call, mails, permit, stolen } = await open()
    const given = { ...papeles, permiso_enlace: 'https://otra.ejemplo/permiso' }
    const imagen = JSON.stringify({ id: 'a', ancho: 1, alto: 1, anchos: [1], alt: 'Paga por Zelle' })
    await ctx.db.write('prueba', (tx) => tx.updateTable('raffles').set({ imagen }).where('id', '=', 2).execute())
    expect((await call('PUT', '/rifas/2/papeles', { version: 0, papeles: given })).statusCode).toBe(200)
    const rule = ruleFields({ premios: [{ titulo: 'Paga a Pedro', por: { tipo: 'faro' }, reclamo_horas: 72 }] })
    expect((await call('PUT', '/rifas/2/regla', { version: 0, regla: rule })).statusCode).toBe(200)
    expect(await mails()).toEqual([])
    const headers = { ...stolen, 'x-tombola-permiso': permit }
    const published = await call(
      'POST',
      '/rifas/2/publicar',
      { ...(await seenRaffle(ctx, 2)), paginas: ['B'] },
      headers,
    )
    expect(published.statusCode, published.body).toBe(200)
    const [{ texto = '' } = {}] = await mails()
    expect(texto).toMatch(/otra\.ejemplo\/permiso.*Paga a Pedro/s)
    // All that it is sold with, however it came into the draft.
    expect(texto).toMatch(/Precio: .*Páginas: \/rifa1\n.*Imágenes: Paga por Zelle/s)
  })

  test('a draft that somebody changed since it was seen is not published with an owner’s proof', async () => {
    const { ctx, call, mails, permit, stolen } = await open()
    const headers = { ...stolen, 'x-tombola-permiso': permit }
    const partes = [{ loteria: 'Triple Zulia (0412-5550002)', toma: 'ultimas' as const, cifras: 2, al_reves: false }]
    const drawn = { tipo: 'loteria' as const, hora: '22:00', suma: 0, intentos: 3, objecion_minutos: 30 }
    const por = { ...drawn, partes, pagina: 'https://rifas.ejemplo/x' }
    const rule = ruleFields({ premios: [{ titulo: 'Moto', por, reclamo_horas: 72 }] })
    const alt = async () => {
      const imagen = JSON.stringify({ id: 'a', ancho: 1, alto: 1, anchos: [1], alt: 'Paga por Zelle' })
      await ctx.db.write('prueba', (tx) => tx.updateTable('raffles').set({ imagen }).where('id', '=', 2).execute())
    }
    const changes = [
      () =>
        call('POST', '/rifas/2', {
          version: 1,
          campos: { descripcion: 'Paga al 0412-5550001', premio: '0412.5550003' },
        }),
      () => call('POST', '/rifas/2', { version: 2, campos: { fecha: '2027-01-15' } }),
      () => call('PUT', '/rifas/2/papeles', { version: 0, papeles }),
      () => call('PUT', '/rifas/2/regla', { version: 0, regla: rule }),
      alt,
    ]
    for (const change of changes) {
      const seen = await seenRaffle(ctx, 2)
      await change()
      const refused = await call('POST', '/rifas/2/publicar', seen, headers)
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'VERSION_VIEJA'])
    }
    expect(await mails()).toEqual([])
    const foreign = [
      '0412.5550003 (premio)',
      '0412-5550001 (descripción)',
      'https://rifas.ejemplo/x (premios)',
      '0412-5550002 (premios)',
    ]
    expect((await call('GET', '/rifas/2')).json().ajenos).toEqual(foreign)
    const published = await call('POST', '/rifas/2/publicar', await seenRaffle(ctx, 2), headers)
    expect(published.json()).toMatchObject({ estado: 'publicada' })
    expect((await mails())[0]?.texto).toContain(`Nombra datos que no son de esta tienda: ${foreign.join(', ')}.`)
  })

  test('two changes of one millisecond are two mails', async () => {
    const { call, mails, permit, stolen } = await open()
    const headers = { ...stolen, 'x-tombola-permiso': permit }
    for (const motivos of [['No vemos el pago.'], ['Paga por Telegram.']])
      expect((await call('PUT', '/motivos', { motivos }, headers)).statusCode).toBe(200)
    expect((await mails()).map(({ texto }) => /Telegram/.test(texto))).toEqual([false, true])
  })

  test('of a long text owners read the change, in any place', async () => {
    const { ctx, call, mails, permit, stolen } = await open()
    const long = `<p>${'Se juega con la lotería. '.repeat(300)}</p>`
    await ctx.db.write('prueba', (tx) => tx.updateTable('raffles').set({ descripcion: long }).execute())
    // In any position, and after any amount of harmless text.
    const descripcion = `<p>Ya ${long.slice(3, 6_000)} Paga a Pedro.</p>`
    const headers = { ...stolen, 'x-tombola-permiso': permit }
    const change = { version: 1, campos: { descripcion } }
    expect((await call('POST', `/rifas/${ID}`, change, headers)).statusCode).toBe(200)
    const [{ texto = '' } = {}] = await mails()
    expect(texto).toContain('Paga a Pedro.')
  })
})
