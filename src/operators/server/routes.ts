import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guardMutations } from '#access/server/guard.ts'
import { serve } from '#access/server/serve.ts'
import {
  clearSessionCookie,
  IDLE_LIMIT,
  readEarlier,
  readPlace,
  readSession,
  type Session,
  setSessionCookies,
} from '#access/server/session.ts'
import { deleteSession, listSessions } from '#access/server/store.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { hasMailServer } from '#mail/server/mail-server.ts'
import { after } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSite } from '#site/server/read-site.ts'
import { ACCOUNT_CALLS, ENTRY_CALLS, TEAM_CALLS } from '../calls.ts'
import type { PanelStatus } from '../contract.ts'
import { changePassword, endSessions, renameSelf, renewRecoveryCodes } from './account/change-own-access.ts'
import { requestPasswordLink, setPasswordByLink, showPasswordLink } from './account/forgotten-password.ts'
import {
  addPasskey,
  beginFreshPasskey,
  beginPasskey,
  freshCodeByPasskey,
  removePasskey,
} from './factor/change-passkeys.ts'
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from './factor/change-second-factor.ts'
import { countRecoveryCodes } from './factor/factor-store.ts'
import { listPasskeys } from './factor/passkey-store.ts'
import { givePermit } from './factor/permit.ts'
import { type SetupCode, setUp } from './sign-in/set-up.ts'
import { signIn } from './sign-in/sign-in.ts'
import { countOperators } from './store.ts'
import { acceptInvitation, showInvitation } from './team/accept-invitation.ts'
import { changeMember, LET_IN, PUT_OUT, toRole, WITHOUT_FACTOR } from './team/change-member.ts'
import { inviteOperator, withdrawInvitation } from './team/invite-operator.ts'
import { readTeam } from './team/team-store.ts'

/**
 * The panel's own calls, and the guard of every mutation below /api/panel.
 * @param setup the code of an empty installation; null where operators are created on the command line only.
 */
export function operatorRoutes(app: FastifyInstance, ctx: Ctx, setup: SetupCode | null): void {
  guardMutations(app, ctx)

  type Done = Awaited<ReturnType<typeof signIn>>
  const enter = (request: FastifyRequest, reply: FastifyReply, { opened, operator }: Done) => {
    setSessionCookies(ctx, request, reply, opened)
    return operator
  }

  serve(app, ctx, ENTRY_CALLS, {
    'GET /api/panel/estado': ({ request }) => readStatus(ctx, request),
    'POST /api/panel/configuracion': async ({ body, request, reply }) => {
      if (setup === null) throw notFound()
      return enter(request, reply, await setUp(ctx, setup, body, readPlace(request)))
    },
    'POST /api/panel/sesion': async ({ body, request, reply }) =>
      enter(request, reply, await signIn(ctx, body, { ...readPlace(request), ...readEarlier(ctx, request) })),
    'POST /api/panel/invitacion': ({ body }) => showInvitation(ctx, body.token),
    'POST /api/panel/invitacion/aceptar': async ({ body, request, reply }) =>
      enter(request, reply, await acceptInvitation(ctx, body, readPlace(request))),
    'POST /api/panel/clave/olvidada': ({ body, request }) => requestPasswordLink(ctx, body.correo, request.ip),
    'POST /api/panel/clave/enlace': ({ body }) => showPasswordLink(ctx, body.token),
    'POST /api/panel/clave/nueva': ({ body }) => setPasswordByLink(ctx, body.token, body.clave),
  })

  serve(app, ctx, ACCOUNT_CALLS, {
    'DELETE /api/panel/sesion': async ({ session, request, reply }) => {
      await signOut(ctx, session)
      clearSessionCookie(ctx, request, reply)
    },
    'GET /api/panel/cuenta': ({ session }) => readAccount(ctx, session),
    'POST /api/panel/cuenta/nombre': ({ session, body }) => renameSelf(ctx, session, body.nombre),
    'POST /api/panel/cuenta/clave': ({ session, body }) => changePassword(ctx, session, body),
    'POST /api/panel/cuenta/codigos': ({ session, body }) => renewRecoveryCodes(ctx, session, body.codigo),
    'DELETE /api/panel/cuenta/sesiones/:id': ({ session, params }) => endSessions(ctx, session, params.id),
    'DELETE /api/panel/cuenta/sesiones': ({ session }) => endSessions(ctx, session, null),
    'POST /api/panel/cuenta/llaves/empezar': async ({ session, body }) => ({
      ...(await beginPasskey(ctx, session, body.codigo)),
    }),
    'POST /api/panel/cuenta/llaves': ({ session, body }) => addPasskey(ctx, session, body.nombre, body.llave),
    'DELETE /api/panel/cuenta/llaves/:id': ({ session, params }) => removePasskey(ctx, session, params.id),
    'POST /api/panel/segundo-factor': ({ session }) => beginSecondFactor(ctx, session),
    'POST /api/panel/segundo-factor/confirmar': ({ session, body }) => confirmSecondFactor(ctx, session, body),
    'DELETE /api/panel/segundo-factor': ({ session, body }) => removeSecondFactor(ctx, session, body.codigo),
    'POST /api/panel/permiso': async ({ session, body }) => ({ permiso: await givePermit(ctx, session, body) }),
    'POST /api/panel/segundo-factor/llave': async ({ session }) => ({ ...(await beginFreshPasskey(ctx, session)) }),
    'POST /api/panel/segundo-factor/llave/confirmar': ({ session, body }) =>
      freshCodeByPasskey(ctx, session, body.llave),
  })

  serve(app, ctx, TEAM_CALLS, {
    'GET /api/panel/equipo': () => readTeam(ctx),
    'POST /api/panel/equipo/invitaciones': ({ operator, body }) => inviteOperator(ctx, operator, body),
    'DELETE /api/panel/equipo/invitaciones/:id': ({ operator, params }) => withdrawInvitation(ctx, operator, params.id),
    'POST /api/panel/equipo/:id/rol': ({ operator, params, body }) =>
      changeMember(ctx, operator, params.id, body.codigo, toRole(body.rol)),
    'POST /api/panel/equipo/:id/baja': ({ operator, params, body }) =>
      changeMember(ctx, operator, params.id, body.codigo, PUT_OUT),
    'POST /api/panel/equipo/:id/alta': ({ operator, params, body }) =>
      changeMember(ctx, operator, params.id, body.codigo, LET_IN),
    'POST /api/panel/equipo/:id/quitar-segundo-factor': ({ operator, params, body }) =>
      changeMember(ctx, operator, params.id, body.codigo, WITHOUT_FACTOR),
  })
}

/** State that decides the panel's first screen. */
async function readStatus(ctx: Ctx, request: FastifyRequest): Promise<PanelStatus> {
  const session = await readSession(ctx, request)
  const [site, operators] = await Promise.all([readSite(ctx), session ? 1 : countOperators(ctx.db.read)])
  return {
    configurado: operators > 0,
    sitio: site.nombre,
    operador: session?.operator ?? null,
    correo_activo: hasMailServer(ctx),
  }
}

/** Ends the session for the server too: a copy of its cookie is worth nothing afterwards. */
async function signOut(ctx: Ctx, session: Session): Promise<void> {
  await ctx.db.write('operadores', async (tx) => {
    await deleteSession(tx, session.tokenHash)
    await noteInSite(tx, ctx.clock.now(), session.operator, 'salida del panel', { operador_id: session.operator.id })
  })
}

/** The operator's account: sessions, and the number of recovery codes left. */
async function readAccount(ctx: Ctx, { operator, tokenHash }: Session) {
  const now = ctx.clock.now()
  const [sessions, codigos_restantes, keys] = await Promise.all([
    listSessions(ctx.db.read, operator.id, now, after(now, -IDLE_LIMIT)),
    countRecoveryCodes(ctx.db.read, operator.id),
    listPasskeys(ctx.db.read, operator.id),
  ])
  const sesiones = sessions.map(({ id, equipo, ip, ...row }) => ({
    ...{ id, equipo, ip },
    creado_en: new Date(row.creado_en).toISOString(),
    usado_en: new Date(row.usado_en).toISOString(),
    actual: row.token_hash === tokenHash,
  }))
  const llaves = keys.map(({ id, nombre, ...key }) => ({
    ...{ id, nombre },
    creado_en: new Date(key.creado_en).toISOString(),
    usado_en: key.usado_en === null ? null : new Date(key.usado_en).toISOString(),
  }))
  return { codigos_restantes, llaves, sesiones: sesiones.sort((a, b) => Number(b.actual) - Number(a.actual)) }
}
