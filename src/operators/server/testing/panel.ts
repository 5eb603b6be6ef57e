import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Role } from '#access/contract.ts'
import { accessSchema } from '#access/server/schema.ts'
import { CONSOLE } from '#journal/actor.ts'
import { journalSchema } from '#journal/server/schema.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { mailSchema } from '#mail/server/schema.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { createServer } from '#platform/server/http/server.ts'
import type { Setup, TestCtx, TestCtxOptions } from '#platform/server/testing/engines.ts'
import { siteSchema } from '#site/server/schema.ts'
import { operatorRoutes } from '../routes.ts'
import { operatorSchema } from '../schema.ts'
import type { SetupCode } from '../sign-in/set-up.ts'
import { quickOperator } from './quick-operator.ts'
import { giveSecondFactor } from './second-factor.ts'

/** Steps of the rooms that the operators' calls touch. */
const schema = [...journalSchema, ...mailSchema, ...operatorSchema, ...accessSchema, ...siteSchema]
export const PASSWORD = 'caballo correcto grapa'

export const HOST = 'rifas.test'
export const HEADERS = { host: HOST, origin: `http://${HOST}`, 'x-tombola': 'panel' }

type Body = Record<string, unknown>
type Method = 'GET' | 'POST' | 'DELETE'

/** Sends mails: nobody listens there. */
export const SMTP = { mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'panel@ejemplo.test' } }

export const cookiesOf = (answer: LightMyRequestResponse): Record<string, string> =>
  Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))

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

interface Browser {
  cookies?: Record<string, string>
  agent?: string | undefined
  remoteAddress?: string
}

export interface Panel {
  ctx: TestCtx
  app: FastifyInstance
  /** Calls the panel as nobody, from any browser. */
  ask(method: Method, path: string, body?: Body, from?: Browser): Promise<LightMyRequestResponse>
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

/** The panel of a new database. */
export const openPanel = async (setup: Setup, config: TestCtxOptions['config'] = {}): Promise<Panel> =>
  panelOf(await setup.context({ schema, config }))

/** @param setup code of an installation that nobody has set up. */
export async function panelOf(ctx: TestCtx, setup: SetupCode | null = null): Promise<Panel> {
  const app = await createServer(ctx)
  // Another room's routes, before and after: the guard reaches them too.
  app.post('/api/panel/prueba', async () => ({ bien: true }))
  operatorRoutes(app, ctx, setup)
  app.post('/api/rifas/prueba', async () => ({ bien: true }))

  const call = (method: Method, path: string, body?: Body, { cookies = {}, agent, remoteAddress }: Browser = {}) =>
    app.inject({
      ...{ method, url: `/api/panel${path}`, cookies },
      headers: { ...HEADERS, ...(agent ? { 'user-agent': agent } : {}) },
      ...(body ? { payload: body } : {}),
      ...(remoteAddress ? { remoteAddress } : {}),
    })

  const panel: Panel = {
    ctx,
    app,
    ask: call,
    async enter(correo, more = {}) {
      const { agent, cookies: kept = {}, ...given } = more
      const answer = await call('POST', '/sesion', { correo, clave: PASSWORD, ...given }, { cookies: kept, agent })
      if (answer.statusCode !== 200) throw new Error(`${correo} does not enter: ${answer.body}`)
      const cookies = cookiesOf(answer)
      return {
        id: answer.json().id,
        correo,
        cookies,
        ask: (method, path, body) => call(method, path, body, { cookies, agent }),
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
