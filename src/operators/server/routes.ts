import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import {
  anyCode,
  credentials,
  firstOperator,
  operator,
  panelStatus,
  recoveryCodes,
  secondFactorCode,
  secondFactorSecret,
} from '../contract.ts'
import { accountRoutes } from './account/account-routes.ts'
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from './factor/change-second-factor.ts'
import { guardMutations, signedInSession } from './guard.ts'
import { readStatus } from './read-status.ts'
import { clearSessionCookie, readEarlier, readPlace, setSessionCookies } from './sign-in/session.ts'
import { type SetupCode, setUp } from './sign-in/set-up.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signOut } from './sign-in/sign-out.ts'
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
