import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Role } from '#access/contract.ts'
import { CONSOLE } from '#journal/actor.ts'
import { journalSchema } from '#journal/server/schema.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { mailSchema } from '#mail/server/schema.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
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

/** Sends mails: nobody listens there. */
export const SMTP = { mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'panel@ejemplo.test' } }

export function codeOf(answer: { json(): { code?: string } }): string | undefined {
  return answer.json().code
}

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
  /** Calls the panel as nobody, from that address. */
  ask(method: Method, path: string, body?: Body, remoteAddress?: string): Promise<LightMyRequestResponse>
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
  /** The secret of the newest mail to that address, as only its mailbox sees it. */
  tokenIn(correo: string): Promise<string>
  /** Journal lines, oldest first, without the test's own. */
  lines(): Promise<{ actor: string; accion: string; datos: Body }[]>
}

export async function openPanel(ctx: TestCtx): Promise<Panel> {
  const app = await createServer(ctx)
  operatorRoutes(app, ctx, null)

  function call(
    method: Method,
    path: string,
    cookies: Record<string, string>,
    body?: Body,
    { agent, remoteAddress }: { agent?: string | undefined; remoteAddress?: string | undefined } = {},
  ) {
    return app.inject({
      method,
      url: `/api/panel${path}`,
      cookies,
      headers: { ...HEADERS, ...(agent ? { 'user-agent': agent } : {}) },
      ...(body ? { payload: body } : {}),
      ...(remoteAddress ? { remoteAddress } : {}),
    })
  }

  const panel: Panel = {
    ctx,
    app,
    ask: (method, path, body, remoteAddress) => call(method, path, {}, body, { remoteAddress }),
    async enter(correo, more = {}) {
      const { agent, cookies: kept = {}, ...given } = more
      const answer = await call('POST', '/sesion', kept, { correo, clave: PASSWORD, ...given }, { agent })
      if (answer.statusCode !== 200) throw new Error(`${correo} does not enter: ${answer.body}`)
      const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
      return {
        id: answer.json().id,
        correo,
        cookies,
        ask: (method, path, body) => call(method, path, cookies, body, { agent }),
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
      const mails = (await readMails(ctx)).filter(({ para }) => para === correo)
      return mails.map(({ asunto }) => asunto.replace(/ · .*$/, ''))
    },
    async tokenIn(correo) {
      const mails = (await readMails(ctx)).filter(({ para }) => para === correo)
      return /#([\w-]+)/.exec(mails.at(-1)?.texto ?? '')?.[1] ?? ''
    },
    async lines() {
      const lines = (await readDeeds(ctx)).filter(({ actor }) => actor !== 'prueba')
      return lines.map(({ actor, accion, datos }) => ({ actor, accion, datos }))
    },
  }
  return panel
}
