import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { operator } from '#access/contract.ts'
import { signedInSession } from '#access/server/guard.ts'
import { IDLE_LIMIT, type Session } from '#access/server/session.ts'
import { listSessions } from '#access/server/store.ts'
import { after } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import { anyCode, keyRequest, recoveryCodes } from '../../contract.ts'
import { type Account, account, answeredKey, keyCode, newKey, passwordChange, rename } from '../../contract-account.ts'
import {
  addPasskey,
  beginFreshPasskey,
  beginPasskey,
  freshCodeByPasskey,
  removePasskey,
} from '../factor/change-passkeys.ts'
import { countRecoveryCodes } from '../factor/factor-store.ts'
import { listPasskeys } from '../factor/passkey-store.ts'
import { changePassword, endOtherSessions, endSession, renameSelf, renewRecoveryCodes } from './change-own-access.ts'

const params = z.object({ id: z.string().regex(/^[\w-]{22}$/) })
const keyParams = z.object({ id: z.string().regex(/^[\w-]{1,1400}$/) })
const nothing = z.null()
const tag = 'panel'

/** The operator's own account, whatever his role. */
export function accountRoutes(app: FastifyInstance, ctx: Ctx): void {
  app.get(
    '/api/panel/cuenta',
    { schema: describe({ tag, summary: 'Tu cuenta', answers: { 200: account } }) },
    async (request) => readAccount(ctx, await signedInSession(ctx, request)),
  )

  app.post(
    '/api/panel/cuenta/nombre',
    { schema: describe({ tag, summary: 'Cambiar tu nombre', body: rename, answers: { 200: operator } }) },
    async (request) => {
      const session = await signedInSession(ctx, request)
      return renameSelf(ctx, session, parse(rename, request.body).nombre)
    },
  )

  app.post(
    '/api/panel/cuenta/clave',
    { schema: describe({ tag, summary: 'Cambiar tu clave', body: passwordChange, answers: { 204: nothing } }) },
    async (request, reply) => {
      const session = await signedInSession(ctx, request)
      await changePassword(ctx, session, parse(passwordChange, request.body))
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/panel/cuenta/codigos',
    {
      schema: describe({
        tag,
        summary: 'Renovar los códigos de recuperación',
        body: anyCode,
        answers: { 200: recoveryCodes },
      }),
    },
    async (request) => {
      const session = await signedInSession(ctx, request)
      return { codigos: await renewRecoveryCodes(ctx, session, parse(anyCode, request.body).codigo) }
    },
  )

  app.post(
    '/api/panel/cuenta/llaves/empezar',
    { schema: describe({ tag, summary: 'Empezar una llave', body: anyCode, answers: { 200: keyRequest } }) },
    async (request) => {
      const session = await signedInSession(ctx, request)
      return beginPasskey(ctx, session, parse(anyCode, request.body).codigo)
    },
  )

  app.post(
    '/api/panel/cuenta/llaves',
    { schema: describe({ tag, summary: 'Guardar una llave', body: newKey, answers: { 204: nothing } }) },
    async (request, reply) => {
      const session = await signedInSession(ctx, request)
      const { nombre, llave } = parse(newKey, request.body)
      await addPasskey(ctx, session, nombre, llave)
      return reply.code(204).send()
    },
  )

  app.delete(
    '/api/panel/cuenta/llaves/:id',
    { schema: describe({ tag, summary: 'Quitar una llave', params: keyParams, answers: { 204: nothing } }) },
    async (request, reply) => {
      const session = await signedInSession(ctx, request)
      const { data } = keyParams.safeParse(request.params)
      if (!data) throw notFound('Esa llave no existe')
      await removePasskey(ctx, session, data.id)
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/panel/segundo-factor/llave',
    { schema: describe({ tag, summary: 'Pedir una llave', answers: { 200: keyRequest } }) },
    async (request) => beginFreshPasskey(ctx, await signedInSession(ctx, request)),
  )

  app.post(
    '/api/panel/segundo-factor/llave/confirmar',
    { schema: describe({ tag, summary: 'Código por una llave', body: answeredKey, answers: { 200: keyCode } }) },
    async (request) => {
      const session = await signedInSession(ctx, request)
      return { codigo: await freshCodeByPasskey(ctx, session, parse(answeredKey, request.body).llave) }
    },
  )

  app.delete(
    '/api/panel/cuenta/sesiones/:id',
    { schema: describe({ tag, summary: 'Cerrar una sesión', params, answers: { 204: nothing } }) },
    async (request, reply) => {
      const session = await signedInSession(ctx, request)
      const { data } = params.safeParse(request.params)
      if (!data) throw notFound('Esa sesión ya terminó')
      await endSession(ctx, session, data.id)
      return reply.code(204).send()
    },
  )

  app.delete(
    '/api/panel/cuenta/sesiones',
    { schema: describe({ tag, summary: 'Cerrar tus otras sesiones', answers: { 204: nothing } }) },
    async (request, reply) => {
      await endOtherSessions(ctx, await signedInSession(ctx, request))
      return reply.code(204).send()
    },
  )
}

/** What the operator's account has: where he is signed in, and how many recovery codes are left. */
async function readAccount(ctx: Ctx, { operator, tokenHash }: Session): Promise<Account> {
  const now = ctx.clock.now()
  const [sessions, codigos_restantes, keys] = await Promise.all([
    listSessions(ctx.db.read, operator.id, now, after(now, -IDLE_LIMIT)),
    countRecoveryCodes(ctx.db.read, operator.id),
    listPasskeys(ctx.db.read, operator.id),
  ])
  const sesiones = sessions.map((row) => ({
    id: row.id,
    equipo: row.equipo,
    ip: row.ip,
    creado_en: new Date(row.creado_en).toISOString(),
    usado_en: new Date(row.usado_en).toISOString(),
    actual: row.token_hash === tokenHash,
  }))
  const llaves = keys.map((key) => ({
    id: key.id,
    nombre: key.nombre,
    creado_en: new Date(key.creado_en).toISOString(),
    usado_en: key.usado_en === null ? null : new Date(key.usado_en).toISOString(),
  }))
  return { codigos_restantes, llaves, sesiones: sesiones.sort((a, b) => Number(b.actual) - Number(a.actual)) }
}
