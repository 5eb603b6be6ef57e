import { expect, test } from 'vitest'
import { z } from 'zod'
import { schema } from '#app/server/schema.ts'
import { enterAs } from '#operators/server/testing/enter-as.ts'
import { createServer } from '#platform/server/http/server.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { pathId } from '#platform/whole-number.ts'
import { type Calls, DECIDE } from '../calls.ts'
import { serve } from './serve.ts'

const CALLS = {
  'POST /api/panel/cosas/:id': {
    who: DECIDE,
    summary: 'Cambiar una cosa',
    params: z.object({ id: pathId }),
    absent: 'Esa cosa no existe',
    query: z.object({ veces: z.coerce.number().max(9) }),
    body: z.strictObject({ color: z.string() }),
    answers: { 201: z.object({ dicho: z.string() }) },
  },
  'GET /api/cosas/:color': {
    who: 'todos',
    summary: 'Una cosa',
    params: z.object({ color: z.string().max(4, 'Muy largo.') }),
    kept: false,
    hidden: true,
    answers: { 200: z.string() },
  },
  'DELETE /api/panel/cosas': { who: DECIDE, summary: 'Borrar las cosas', answers: { 204: z.null() } },
  'GET /api/cosas': { who: 'todos', summary: 'Las cosas', answers: { 200: z.object({ quien: z.null() }) } },
} satisfies Calls

onSqlite('calls served by their rows', (setup) => {
  const warnings: unknown[] = []
  let kept: unknown

  async function open(rol: 'revisor' | 'lector' | null) {
    const ctx = await setup.context({ schema })
    const app = await createServer(ctx)
    app.addHook('onRequest', async (_, reply) => {
      reply.log = Object.assign(Object.create(reply.log), { warn: (told: unknown) => void warnings.push(told) })
    })
    serve(app, ctx, CALLS, {
      'POST /api/panel/cosas/:id': ({ operator, params, query, body }) => ({
        dicho: `${operator.nombre}: ${params.id} ${body.color} × ${query.veces + 1}`,
      }),
      'DELETE /api/panel/cosas': async () => {},
      'GET /api/cosas': ({ operator }) => ({ quien: operator }),
      'GET /api/cosas/:color': async ({ params, reply }) => reply.send(params.color),
    })
    const cookies = rol === null ? {} : await enterAs(ctx, rol)
    return async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
      const answer = await app.inject({ method, url, cookies, ...(payload ? { payload } : {}) })
      kept = answer.headers['cache-control']
      const text = answer.headers['content-type']?.startsWith('text') ? { text: answer.body } : null
      return [
        answer.statusCode,
        text ?? (answer.body === '' ? null : (answer.json() as Record<string, unknown>)),
      ] as const
    }
  }
  const GOOD = ['POST', '/api/panel/cosas/7?veces=2', { color: 'azul' }] as const
  const BROKEN = ['POST', '/api/panel/cosas/x?veces=99', { otro: 1 }] as const

  test('a request is read by the contract, and the answer has the status of the row', async () => {
    const ask = await open('revisor')
    expect(await ask(...GOOD)).toEqual([201, { dicho: 'Marisela: 7 azul × 3' }])
    expect(await ask('DELETE', '/api/panel/cosas')).toEqual([204, null])
  })

  test('a caller without permission is refused before anything sent is read', async () => {
    const nobody = await open(null)
    expect(await nobody(...BROKEN)).toMatchObject([401, { code: 'NO_AUTENTICADO' }])
    const reader = await open('lector')
    expect(await reader(...BROKEN)).toMatchObject([404, { code: 'NO_EXISTE', details: 'Lo que buscas no existe.' }])
    expect(await nobody('GET', '/api/cosas')).toEqual([200, { quien: null }])
  })

  test('a path that names nothing is not there; the rest says which field is wrong', async () => {
    const ask = await open('revisor')
    expect(await ask(...BROKEN)).toMatchObject([404, { details: 'Esa cosa no existe.' }])
    expect(await ask('POST', '/api/panel/cosas/7?veces=99', { color: 'azul' })).toMatchObject([
      422,
      { code: 'DATOS_INVALIDOS' },
    ])
    expect(await ask('POST', '/api/panel/cosas/7?veces=1', {})).toMatchObject([
      422,
      { campos: { color: expect.any(String) } },
    ])
  })

  test('an answer that nobody keeps carries no-store, well or not; one that was sent is sent once', async () => {
    const nobody = await open(null)
    expect([await nobody('GET', '/api/cosas/azul'), kept]).toEqual([[200, { text: 'azul' }], 'no-store'])
    const refused = await nobody('GET', '/api/cosas/morado')
    expect([refused, kept]).toMatchObject([[422, { campos: { color: 'Muy largo.' } }], 'no-store'])
    expect(warnings).toEqual([])
  })

  test('neither a call without its guard nor a deed without its call compiles', () => {
    // @ts-expect-error a row names its roles
    const unguarded = { 'GET /api/panel/nada': { summary: 'Nada', answers: { 200: z.null() } } } satisfies Calls
    const unknown = {
      // @ts-expect-error only a known name is a role
      'GET /api/panel/nada': { who: ['jefe'], summary: 'Nada', answers: { 200: z.null() } },
    } satisfies Calls
    const one = { 'GET /api/cosas': CALLS['GET /api/cosas'] }
    // @ts-expect-error a row without its deed
    const missing = (...[app, ctx]: Parameters<typeof serve>) => serve(app, ctx, one, {})
    const more = (...[app, ctx]: Parameters<typeof serve>) =>
      // @ts-expect-error a deed without its row
      serve(app, ctx, one, { 'GET /api/cosas': () => ({ quien: null }), 'GET /api/otras': () => undefined })
    const other = (...[app, ctx]: Parameters<typeof serve>) =>
      // @ts-expect-error another answer than in the row
      serve(app, ctx, one, { 'GET /api/cosas': () => ({ quien: 'Marisela' }) })
    expect([unguarded, unknown, missing, more, other]).toHaveLength(5)
  })
})
