import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { operator } from '#access/contract.ts'
import { guardMutations, signedInSession } from '#access/server/guard.ts'
import {
  clearSessionCookie,
  readEarlier,
  readPlace,
  readSession,
  type Session,
  setSessionCookies,
} from '#access/server/session.ts'
import { deleteSession } from '#access/server/store.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import { readSite } from '#site/server/read-site.ts'
import {
  anyCode,
  credentials,
  firstOperator,
  type PanelStatus,
  panelStatus,
  recoveryCodes,
  secondFactorCode,
  secondFactorSecret,
} from '../contract.ts'
import { accountRoutes } from './account/account-routes.ts'
import { operatorCount } from './create-operator.ts'
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from './factor/change-second-factor.ts'
import { type SetupCode, setUp } from './sign-in/set-up.ts'
import { signIn } from './sign-in/sign-in.ts'
import { linkRoutes, teamRoutes } from './team/team-routes.ts'

const nothing = z.null()

/**
 * The panel's own calls, and the guard of every mutation below /api/panel.
 * @param setup the code of an empty installation; null where operators are created on the command line only.
 */
export function operatorRoutes(app: FastifyInstance, ctx: Ctx, setup: SetupCode | null): void {
  guardMutations(app, ctx)
  linkRoutes(app, ctx)
  teamRoutes(app, ctx)
  accountRoutes(app, ctx)

  app.get(
    '/api/panel/estado',
    { schema: describe({ tag: 'panel', summary: 'Qué pantalla toca', answers: { 200: panelStatus } }) },
    async (request) => readStatus(ctx, request),
  )

  app.post(
    '/api/panel/configuracion',
    {
      schema: describe({
        tag: 'panel',
        summary: 'Crear el primer operador',
        body: firstOperator,
        answers: { 201: operator },
      }),
    },
    async (request, reply) => {
      const fields = parse(firstOperator, request.body)
      if (setup === null) throw notFound()
      const done = await setUp(ctx, setup, fields, readPlace(request))
      setSessionCookies(ctx, request, reply, done.opened)
      return reply.code(201).send(done.operator)
    },
  )

  app.post(
    '/api/panel/sesion',
    { schema: describe({ tag: 'panel', summary: 'Entrar', body: credentials, answers: { 200: operator } }) },
    async (request, reply) => {
      const given = parse(credentials, request.body)
      const done = await signIn(ctx, given, { ...readPlace(request), ...readEarlier(ctx, request) })
      setSessionCookies(ctx, request, reply, done.opened)
      return done.operator
    },
  )

  app.delete(
    '/api/panel/sesion',
    { schema: describe({ tag: 'panel', summary: 'Salir', answers: { 204: nothing } }) },
    async (request, reply) => {
      const session = await signedInSession(ctx, request)
      await signOut(ctx, session)
      clearSessionCookie(ctx, request, reply)
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/panel/segundo-factor',
    {
      schema: describe({ tag: 'panel', summary: 'Empezar el segundo factor', answers: { 200: secondFactorSecret } }),
    },
    async (request) => beginSecondFactor(ctx, await signedInSession(ctx, request)),
  )

  app.post(
    '/api/panel/segundo-factor/confirmar',
    {
      schema: describe({
        tag: 'panel',
        summary: 'Activar el segundo factor',
        body: secondFactorCode,
        answers: { 200: recoveryCodes },
      }),
    },
    async (request) => {
      const session = await signedInSession(ctx, request)
      return { codigos: await confirmSecondFactor(ctx, session, parse(secondFactorCode, request.body)) }
    },
  )

  app.delete(
    '/api/panel/segundo-factor',
    {
      schema: describe({ tag: 'panel', summary: 'Quitar el segundo factor', body: anyCode, answers: { 204: nothing } }),
    },
    async (request, reply) => {
      const session = await signedInSession(ctx, request)
      const { codigo } = parse(anyCode, request.body)
      await removeSecondFactor(ctx, session, codigo)
      return reply.code(204).send()
    },
  )
}

/** What the panel needs to know which screen it opens with. */
async function readStatus(ctx: Ctx, request: FastifyRequest): Promise<PanelStatus> {
  const session = await readSession(ctx, request)
  const [site, operators] = await Promise.all([readSite(ctx), session ? 1 : operatorCount(ctx)])
  return {
    configurado: operators > 0,
    sitio: site.nombre,
    operador: session?.operator ?? null,
    correo_activo: ctx.config.mail.smtpUrl !== null,
  }
}

/** Ends the session for the server too: a copy of its cookie is worth nothing afterwards. */
async function signOut(ctx: Ctx, session: Session): Promise<void> {
  await ctx.db.write('operadores', async (tx) => {
    await deleteSession(tx, session.tokenHash)
    await appendEntry(tx, {
      ambito: 'sitio',
      en: ctx.clock.now(),
      actor: session.operator.nombre,
      accion: 'salida del panel',
      datos: { operador_id: session.operator.id },
    })
  })
}
