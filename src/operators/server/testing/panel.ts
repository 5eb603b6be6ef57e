import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Role } from '#access/contract.ts'
import { CONSOLE } from '#journal/actor.ts'
import { journalSchema } from '#journal/server/schema.ts'
import { mailSchema } from '#mail/server/schema.ts'
import { createServer } from '#platform/server/http/server.ts'
import type { TestCtx } from '#platform/server/testing/engines.ts'
import { siteSchema } from '#site/server/schema.ts'
import { operatorRoutes } from '../routes.ts'
import { ACCESS_SCHEMA } from './enter-as.ts'
import { quickOperator } from './quick-operator.ts'
import { giveSecondFactor } from './second-factor.ts'

/** Steps of the rooms that the operators' calls touch. */
export const SCHEMA = [...journalSchema, ...mailSchema, ...ACCESS_SCHEMA, ...siteSchema]
export const PASSWORD = 'caballo correcto grapa'

const HOST = 'rifas.test'
const HEADERS = { host: HOST, origin: `http://${HOST}`, 'x-tombola': 'panel' }

type Body = Record<string, unknown>
type Method = 'GET' | 'POST' | 'DELETE'

/** A person at their own browser. */
export interface Person {
  id: number
  correo: string
  /** Cookies of the browser. */
  cookies: Record<string, string>
  ask(method: Method, path: string, body?: Body): Promise<LightMyRequestResponse>
}

export interface Panel {
  ctx: TestCtx
  app: FastifyInstance
  /** Calls the panel as nobody. */
  ask(method: Method, path: string, body?: Body): Promise<LightMyRequestResponse>
  /** Signs in, in a new browser or in the one that has `cookies`; the answer is the person's browser. */
  enter(
    correo: string,
    more?: { clave?: string; codigo?: string; agent?: string; cookies?: Record<string, string> },
  ): Promise<Person>
  /** Makes an operator and signs them in. */
  join(nombre: string, rol?: Role): Promise<Person>
  /** An owner with a second factor, and a function that makes fresh codes; each moves the clock by 30 seconds. */
  owner(nombre: string): Promise<Person & { code(): string }>
  /** Subjects of the mails to that address, oldest first. */
  mails(correo: string): Promise<string[]>
  /** Journal lines, oldest first. */
  lines(): Promise<{ actor: string; accion: string; datos: Body }[]>
}

export async function openPanel(ctx: TestCtx): Promise<Panel> {
  const app = await createServer(ctx)
  operatorRoutes(app, ctx, null)

  function call(method: Method, path: string, cookies: Record<string, string>, body?: Body, agent?: string) {
    return app.inject({
      method,
      url: `/api/panel${path}`,
      cookies,
      headers: { ...HEADERS, ...(agent ? { 'user-agent': agent } : {}) },
      ...(body ? { payload: body } : {}),
    })
  }

  const panel: Panel = {
    ctx,
    app,
    ask: (method, path, body) => call(method, path, {}, body),
    async enter(correo, more = {}) {
      const { agent, cookies: kept = {}, ...given } = more
      const answer = await call('POST', '/sesion', kept, { correo, clave: PASSWORD, ...given }, agent)
      if (answer.statusCode !== 200) throw new Error(`${correo} does not enter: ${answer.body}`)
      const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
      return {
        id: answer.json().id,
        correo,
        cookies,
        ask: (method, path, body) => call(method, path, cookies, body, agent),
      }
    },
    async join(nombre, rol = 'dueno') {
      const correo = `${nombre.toLowerCase()}@ejemplo.test`
      await quickOperator(ctx, { nombre, correo, clave: PASSWORD, rol }, CONSOLE)
      return panel.enter(correo)
    },
    async owner(nombre) {
      const person = await panel.join(nombre)
      return { ...person, code: await giveSecondFactor(ctx, person.correo) }
    },
    async mails(correo) {
      const rows = await ctx.db.read
        .selectFrom('outbox')
        .select('asunto')
        .where('para', '=', correo)
        .orderBy('id')
        .execute()
      return rows.map((row) => row.asunto.replace(/ · .*$/, ''))
    },
    /** Without the test's own lines. */
    async lines() {
      const rows = await ctx.db.read
        .selectFrom('journal')
        .select(['actor', 'accion', 'datos'])
        .where('actor', '<>', 'prueba')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({ ...row, datos: JSON.parse(row.datos) as Body }))
    },
  }
  return panel
}
