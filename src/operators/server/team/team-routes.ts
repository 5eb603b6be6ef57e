import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Operator, operator } from '#access/contract.ts'
import { signedIn } from '#access/server/guard.ts'
import { readPlace, setSessionCookies } from '#access/server/session.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import { pathId } from '#platform/whole-number.ts'
import { anyCode } from '../../contract.ts'
import {
  acceptedInvitation,
  forgottenPassword,
  linkToken,
  type Member,
  member,
  newInvitation,
  openInvitation,
  openPasswordLink,
  passwordByLink,
  roleChange,
  sentInvitation,
  team,
} from '../../contract-team.ts'
import { requestPasswordLink, setPasswordByLink, showPasswordLink } from '../account/forgotten-password.ts'
import { acceptInvitation, showInvitation } from './accept-invitation.ts'
import { changeRole, deactivateMember, reactivateMember, resetSecondFactor } from './change-member.ts'
import { inviteOperator, resendInvitation, withdrawInvitation } from './invite-operator.ts'
import { readTeam } from './read-team.ts'

const params = z.object({ id: pathId })
const nothing = z.null()
const tag = 'panel'

/** Who has access: for owners. */
export function teamRoutes(app: FastifyInstance, ctx: Ctx): void {
  app.get(
    '/api/panel/equipo',
    { schema: describe({ tag, summary: 'El equipo', answers: { 200: team } }) },
    async (request) => {
      await signedIn(ctx, request, 'dueno')
      return readTeam(ctx)
    },
  )

  app.post(
    '/api/panel/equipo/invitaciones',
    { schema: describe({ tag, summary: 'Invitar', body: newInvitation, answers: { 201: sentInvitation } }) },
    async (request, reply) => {
      const owner = await signedIn(ctx, request, 'dueno')
      return reply.code(201).send(await inviteOperator(ctx, owner, parse(newInvitation, request.body)))
    },
  )

  app.post(
    '/api/panel/equipo/invitaciones/:id/reenviar',
    {
      schema: describe({
        tag,
        summary: 'Invitar otra vez',
        params,
        body: anyCode,
        answers: { 200: sentInvitation },
      }),
    },
    async (request) => {
      const owner = await signedIn(ctx, request, 'dueno')
      return resendInvitation(ctx, owner, idOf(request.params), parse(anyCode, request.body).codigo)
    },
  )

  app.delete(
    '/api/panel/equipo/invitaciones/:id',
    { schema: describe({ tag, summary: 'Retirar una invitación', params, answers: { 204: nothing } }) },
    async (request, reply) => {
      const owner = await signedIn(ctx, request, 'dueno')
      await withdrawInvitation(ctx, owner, idOf(request.params))
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/panel/equipo/:id/rol',
    { schema: describe({ tag, summary: 'Cambiar el papel', params, body: roleChange, answers: { 200: member } }) },
    async (request) => {
      const owner = await signedIn(ctx, request, 'dueno')
      const { rol, codigo } = parse(roleChange, request.body)
      return changeRole(ctx, owner, idOf(request.params), rol, codigo)
    },
  )

  const byCode: [string, string, (ctx: Ctx, owner: Operator, id: number, code: string) => Promise<Member>][] = [
    ['baja', 'Quitar el acceso', deactivateMember],
    ['alta', 'Devolver el acceso', reactivateMember],
    ['quitar-segundo-factor', 'Quitar el segundo factor de otra persona', resetSecondFactor],
  ]
  for (const [deed, summary, change] of byCode) {
    app.post(
      `/api/panel/equipo/:id/${deed}`,
      { schema: describe({ tag, summary, params, body: anyCode, answers: { 200: member } }) },
      async (request) => {
        const owner = await signedIn(ctx, request, 'dueno')
        return change(ctx, owner, idOf(request.params), parse(anyCode, request.body).codigo)
      },
    )
  }
}

/** What links in mails open, for who is not signed in. */
export function linkRoutes(app: FastifyInstance, ctx: Ctx): void {
  app.post(
    '/api/panel/invitacion',
    {
      schema: describe({ tag, summary: 'Ver una invitación', body: linkToken, answers: { 200: openInvitation } }),
    },
    async (request) => showInvitation(ctx, parse(linkToken, request.body).token),
  )

  app.post(
    '/api/panel/invitacion/aceptar',
    {
      schema: describe({
        tag,
        summary: 'Aceptar una invitación',
        body: acceptedInvitation,
        answers: { 201: operator },
      }),
    },
    async (request, reply) => {
      const done = await acceptInvitation(ctx, parse(acceptedInvitation, request.body), readPlace(request))
      setSessionCookies(ctx, request, reply, done.opened)
      return reply.code(201).send(done.operator)
    },
  )

  app.post(
    '/api/panel/clave/olvidada',
    { schema: describe({ tag, summary: 'Pedir otra clave', body: forgottenPassword, answers: { 204: nothing } }) },
    async (request, reply) => {
      await requestPasswordLink(ctx, parse(forgottenPassword, request.body).correo, request.ip)
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/panel/clave/enlace',
    { schema: describe({ tag, summary: 'Ver un enlace', body: linkToken, answers: { 200: openPasswordLink } }) },
    async (request) => showPasswordLink(ctx, parse(linkToken, request.body).token),
  )

  app.post(
    '/api/panel/clave/nueva',
    { schema: describe({ tag, summary: 'Poner otra clave', body: passwordByLink, answers: { 204: nothing } }) },
    async (request, reply) => {
      const { token, clave } = parse(passwordByLink, request.body)
      await setPasswordByLink(ctx, token, clave)
      return reply.code(204).send()
    },
  )
}

function idOf(value: unknown): number {
  const { data } = params.safeParse(value)
  if (!data) throw notFound()
  return data.id
}
