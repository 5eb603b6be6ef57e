import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import type { Role } from '#access/contract.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { quickOperator } from '#operators/server/testing/quick-operator.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { createApp } from './create-app.ts'
import { openShop, PANEL, report, signInAgain } from './testing/shop.ts'

const ROLES: readonly Role[] = ['dueno', 'revisor', 'lector', 'vendedor']
const OWNER: readonly Role[] = ['dueno']
const DECIDE: readonly Role[] = ['dueno', 'revisor']
/** An accountant may export their view. */
const TAKE: readonly Role[] = ['dueno', 'lector']
const LOOK: readonly Role[] = ['dueno', 'revisor', 'lector']
const SELL: readonly Role[] = ['dueno', 'revisor', 'vendedor']
const SELF = ROLES

/** Answers people who are not signed in: the way in. */
const ANYBODY = 'anybody'

/**
 * Roles that may use each call. A route below /api/panel without a row is the owner's alone; a row without its route fails the test: if you add a
 * call for others, add its roles here.
 */
const TABLE: Record<string, readonly Role[] | typeof ANYBODY> = {
  'GET /api/panel/estado': ANYBODY,
  'POST /api/panel/configuracion': ANYBODY,
  'POST /api/panel/sesion': ANYBODY,
  'POST /api/panel/invitacion': ANYBODY,
  'POST /api/panel/invitacion/aceptar': ANYBODY,
  'POST /api/panel/clave/olvidada': ANYBODY,
  'POST /api/panel/clave/enlace': ANYBODY,
  'POST /api/panel/clave/nueva': ANYBODY,

  'GET /api/panel/conciliacion': LOOK,
  'GET /api/panel/conciliacion/novedad': LOOK,
  'GET /api/panel/conciliacion/veredictos': LOOK,
  'GET /api/panel/conciliacion/sugerencias': LOOK,
  'GET /api/panel/conciliacion/reportes': LOOK,
  'GET /api/panel/conciliacion/sin-reporte': LOOK,
  'GET /api/panel/conciliacion/sin-dinero': LOOK,
  'GET /api/panel/conciliacion/por-devolver': LOOK,
  'GET /api/panel/rifas/:id/confirmacion-automatica': LOOK,
  'POST /api/panel/conciliacion/unir': DECIDE,
  'POST /api/panel/conciliacion/desunir': DECIDE,
  'POST /api/panel/conciliacion/movimientos/:id': DECIDE,
  'POST /api/panel/conciliacion/por-devolver/:id': DECIDE,
  'POST /api/panel/conciliacion/confirmar': DECIDE,

  'GET /api/panel/inicio': LOOK,
  'GET /api/panel/avisos': DECIDE,
  'POST /api/panel/avisos': DECIDE,

  'DELETE /api/panel/sesion': SELF,
  'GET /api/panel/cuenta': SELF,
  'POST /api/panel/cuenta/nombre': SELF,
  'POST /api/panel/cuenta/clave': SELF,
  'POST /api/panel/cuenta/codigos': SELF,
  'DELETE /api/panel/cuenta/sesiones': SELF,
  'DELETE /api/panel/cuenta/sesiones/:id': SELF,
  'POST /api/panel/cuenta/llaves/empezar': SELF,
  'POST /api/panel/cuenta/llaves': SELF,
  'DELETE /api/panel/cuenta/llaves/:id': SELF,
  'POST /api/panel/permiso': SELF,
  'POST /api/panel/segundo-factor/llave': SELF,
  'POST /api/panel/segundo-factor/llave/confirmar': SELF,
  'POST /api/panel/segundo-factor': SELF,
  'POST /api/panel/segundo-factor/confirmar': SELF,
  'DELETE /api/panel/segundo-factor': SELF,

  'GET /api/panel/extractos': DECIDE,
  'POST /api/panel/extractos/vista': DECIDE,
  'POST /api/panel/extractos': DECIDE,

  'GET /api/panel/fuentes': DECIDE,
  'GET /api/panel/fuentes/recibos': DECIDE,
  'POST /api/panel/fuentes/recibos/:id': DECIDE,
  'POST /api/panel/fuentes/pegar/vista': DECIDE,
  'POST /api/panel/fuentes/pegar': DECIDE,

  'GET /api/panel/diario': LOOK,
  'GET /api/panel/diario/filtros': LOOK,
  'GET /api/panel/diario/cadenas': LOOK,
  'GET /api/panel/diario/cadenas/revisar': LOOK,

  'GET /api/panel/revision': LOOK,
  'POST /api/panel/revision/lote': DECIDE,
  'POST /api/panel/revision/falsas': DECIDE,
  'GET /api/panel/compras/:id/parecidos': DECIDE,
  'GET /api/panel/compras/:id/parecidos/:por': DECIDE,
  'POST /api/panel/compras/:id/falso': DECIDE,
  'GET /api/panel/bloqueados': LOOK,
  'POST /api/panel/bloqueados': DECIDE,
  'DELETE /api/panel/bloqueados/:id': DECIDE,
  'GET /api/panel/compras': LOOK,
  'GET /api/panel/compras/rifas': LOOK,
  'GET /api/panel/compras/vendedores': LOOK,
  'GET /api/panel/compras/nueva': SELL,
  'POST /api/panel/compras/nueva': SELL,
  'GET /api/panel/ventas': SELL,
  'GET /api/panel/ventas/:id': SELL,
  'GET /api/panel/rifas/:id/libros': LOOK,
  'GET /api/panel/rifas/:id/libros/excel': LOOK,
  'GET /api/panel/libros/mes/excel': LOOK,
  'GET /api/panel/exportar/compras': TAKE,
  'GET /api/panel/exportar/diario': TAKE,
  'GET /api/panel/compras/:id/ficha': LOOK,
  'PUT /api/panel/compras/:id/comprador': DECIDE,
  'POST /api/panel/compras/:id/notas': DECIDE,
  'GET /api/panel/compras/:id': LOOK,
  'GET /api/panel/compras/:id/comprobante': LOOK,
  'GET /api/panel/compras/:id/comprobante/original': LOOK,
  'POST /api/panel/compras/:id/tomar': DECIDE,
  'POST /api/panel/compras/:id/soltar': DECIDE,
  'POST /api/panel/compras/:id/aprobar': DECIDE,
  'POST /api/panel/compras/:id/rechazar': DECIDE,
  'POST /api/panel/compras/:id/deshacer': DECIDE,
  'GET /api/panel/motivos': LOOK,

  'GET /api/panel/cartas': LOOK,
  'GET /api/panel/rifas/:id/cartas': LOOK,
  'GET /api/panel/rifas/:id/cartas/a-mano': LOOK,
  'GET /api/panel/correos': LOOK,
  'GET /api/panel/correos/:id': LOOK,
  'POST /api/panel/correos/:id/reenviar': DECIDE,
  'GET /api/panel/correos/servidor': LOOK,
  'POST /api/panel/correos/:id/corregir': DECIDE,
  'POST /api/panel/correos/reintentar': DECIDE,
  'POST /api/panel/correos/prueba': DECIDE,

  'GET /api/panel/metodos/alterados': LOOK,

  'GET /api/panel/rifas': LOOK,
  'GET /api/panel/rifas/:id': LOOK,
  'GET /api/panel/rifas/:id/papeles': LOOK,
  'GET /api/panel/rifas/:id/regla': LOOK,
  'GET /api/panel/rifas/:id/sorteo': LOOK,
  'GET /api/panel/rifas/:id/sorteo/sugerencia': DECIDE,
  'POST /api/panel/rifas/:id/sorteo/imagenes': DECIDE,
  'POST /api/panel/rifas/:id/sorteo/resultado': DECIDE,
  'POST /api/panel/rifas/:id/sorteo/resultado/confirmar': DECIDE,
  'POST /api/panel/rifas/:id/sorteo/resultado/rechazar': DECIDE,
  'POST /api/panel/rifas/:id/sorteo/faro': DECIDE,
  'PUT /api/panel/rifas/:id/sorteo/ganadores/:ganador': DECIDE,
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/avisado': DECIDE,
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/reclamado': DECIDE,
  'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/entregado': DECIDE,
  'GET /api/panel/rifas/:id/imagenes': LOOK,

  'GET /api/panel/tasa': LOOK,
}

/** The answer to a call that somebody may not use; where an object is missing the answer says which. */
const NOTHING_THERE = [404, 'NO_EXISTE', 'Lo que buscas no existe.']

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
}

/** Every route below /api/panel, from the router's own tree. */
function panelRoutes(app: FastifyInstance): Call[] {
  const parents: string[] = []
  const found: Call[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const node = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/u.exec(line)
    if (!node) continue
    const [, indent = '', part = '', methods = ''] = node
    const depth = indent.length / 4
    parents.length = depth
    parents.push(part)
    const path = parents.join('')
    if (!path.startsWith('/api/panel')) continue
    for (const method of methods.split(', ')) {
      if (method !== '' && method !== 'HEAD') found.push({ method: method as Call['method'], path })
    }
  }
  return found
}

async function open(setup: Setup) {
  const shop = await openShop(setup)
  const reported = await report(shop)
  expect(reported.statusCode, reported.body).toBe(201)
  const app = await createApp(shop.ctx, null)
  await app.ready()
  const cookies = new Map<Role, string>()
  for (const rol of ROLES) {
    const who = { correo: `${rol}@ejemplo.test`, clave: 'una frase larga y propia' }
    await quickOperator(shop.ctx, { nombre: `Persona ${rol}`, rol, ...who }, TESTER)
    cookies.set(rol, (await signInAgain(shop.app, who))['cookie'] ?? '')
  }
  /** The call with 1 for an id and nothing in its body: enough to pass or be refused. */
  const call = ({ method, path }: Call, cookie: string | undefined, headers: Record<string, string> = PANEL) =>
    app.inject({
      method,
      url: path.replaceAll(/:id/g, '1').replaceAll(/:\w+/g, 'x'),
      headers: { ...headers, ...(cookie ? { cookie } : {}) },
      ...(method === 'GET' ? {} : { payload: {} }),
    })
  return { app, cookies, call }
}

onSqlite('calls of the panel by role', (setup) => {
  let opened: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    opened = await open(setup)
  })

  test('no mutation is made from elsewhere, whoever is signed in', async () => {
    const { app, cookies, call } = opened
    const elsewhere: [string, Record<string, string>][] = [
      ['without the header', { host: 'localhost', origin: 'http://localhost' }],
      ['from another site', { ...PANEL, origin: 'https://malo.test' }],
      ['without an origin', { host: 'localhost', 'x-tombola': 'panel' }],
    ]
    for (const route of panelRoutes(app).filter(({ method }) => method !== 'GET')) {
      for (const [how, headers] of elsewhere) {
        const answer = await call(route, cookies.get('dueno'), headers)
        const name = `${route.method} ${route.path} ${how}`
        expect([answer.statusCode, answer.json().code], name).toEqual([403, 'ORIGEN_NO_PERMITIDO'])
      }
    }
  })

  test('each route answers the roles of its row, or the owner alone, and nobody else', async () => {
    const { app, cookies, call } = opened
    const routes = panelRoutes(app)
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual(expect.arrayContaining(Object.keys(TABLE)))
    const sold = Object.keys(TABLE).filter((name) => TABLE[name] !== SELF && TABLE[name]?.includes('vendedor'))
    expect(sold.sort()).toEqual([
      'GET /api/panel/compras/nueva',
      'GET /api/panel/ventas',
      'GET /api/panel/ventas/:id',
      'POST /api/panel/compras/nueva',
    ])
    // Signing out ends the session that the others need.
    const last = (route: Call) => Number(route.path.endsWith('/sesion') && route.method === 'DELETE')
    for (const route of routes.sort((a, b) => last(a) - last(b))) {
      const name = `${route.method} ${route.path}`
      const may = TABLE[name] ?? OWNER
      if (may === ANYBODY) continue
      const nobody = await call(route, undefined)
      expect([nobody.statusCode, nobody.json().code], `${name}, signed out`).toEqual([401, 'NO_AUTENTICADO'])
      for (const rol of ROLES) {
        const answer = await call(route, cookies.get(rol))
        const { code, details } = answer.statusCode === 404 ? answer.json() : {}
        const seen = [answer.statusCode, code, details]
        if (!may.includes(rol)) expect(seen, `${name} by ${rol}`).toEqual(NOTHING_THERE)
        else {
          expect(seen, `${name} by ${rol}`).not.toEqual(NOTHING_THERE)
          expect([401, 403], `${name} by ${rol}: ${answer.body.slice(0, 200)}`).not.toContain(answer.statusCode)
          expect(answer.statusCode, name).toBeLessThan(500)
          // No cache keeps it.
          if (route.method === 'GET') expect(answer.headers['cache-control'], name).toMatch(/no-store|private/)
        }
      }
    }
  })
})
