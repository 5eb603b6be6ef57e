import type { Operator } from '#access/contract.ts'
import type { Session } from '#access/server/session.ts'
import { deleteOtherBrowsers, deleteSessionOf } from '#access/server/store.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { enqueueMail } from '#mail/server/enqueue-mail.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSite } from '#site/server/read-site.ts'
import type { PasswordChange } from '../../contract-account.ts'
import { replaceRecoveryCodes } from '../factor/factor-store.ts'
import { requireFreshFactor } from '../factor/require-fresh-factor.ts'
import { newRecoveryCodes } from '../secrets.ts'
import { hashPassword, refuseOwnPassword } from '../sign-in/password.ts'
import { requirePassword } from '../sign-in/require-password.ts'
import { updateOperator } from '../store.ts'
import { refuseTakenName } from '../team/refuse-name.ts'
import { dropPasswordLink, renameInviter } from '../team/team-store.ts'
import { accessMail } from './access-mails.ts'
import { noteOwnChange } from './alert-owners.ts'

/** Changes the name under which the journal knows the operator. @throws AppError 409 NOMBRE_EN_USO */
export async function renameSelf(ctx: Ctx, { operator }: Session, nombre: string): Promise<Operator> {
  if (nombre === operator.nombre) return operator
  await ctx.db.write('operadores', async (tx) => {
    await refuseTakenName(tx, nombre, operator.id)
    await updateOperator(tx, operator.id, { nombre })
    const invitations = await renameInviter(tx, operator.nombre, nombre)
    const datos = { operador_id: operator.id, antes: { nombre: operator.nombre }, ahora: { nombre } }
    const rows = { operators: [operator.id], operator_invitations: invitations }
    await noteInSite(tx, ctx.clock.now(), operator, 'nombre cambiado', datos, rows)
  })
  return { ...operator, nombre }
}

/**
 * Changes the operator's password, with the current one; forgets the other browsers and their sessions, and mails the operator.
 * @throws AppError 422 DATOS_INVALIDOS, 401 CREDENCIALES_INVALIDAS, 429 DEMASIADOS_INTENTOS
 */
export async function changePassword(ctx: Ctx, session: Session, given: PasswordChange): Promise<void> {
  const { operator } = session
  await refuseOwnPassword(ctx, given.nueva, operator, 'nueva')
  const requireStill = await requirePassword(ctx, operator, given.actual)
  const [clave_hash, site] = await Promise.all([hashPassword(given.nueva), readSite(ctx)])
  const now = ctx.clock.now()
  await ctx.db.write('operadores', async (tx) => {
    await requireStill(tx)
    await updateOperator(tx, operator.id, { clave_hash })
    await deleteOtherBrowsers(tx, operator.id, session)
    await dropPasswordLink(tx, operator.id)
    await enqueueMail(tx, accessMail(site, operator, 'clave', now))
    await noteInSite(tx, now, operator, 'clave cambiada', { operador_id: operator.id }, { operators: [operator.id] })
  })
}

/**
 * Replaces the recovery codes, with a fresh code of the second factor; mails the operator.
 * @returns the new ones, in clear for the only time.
 * @throws AppError those of `requireFreshFactor`
 */
export async function renewRecoveryCodes(ctx: Ctx, { operator }: Session, code: string) {
  const con = await requireFreshFactor(ctx, operator, code, 'renovar los códigos de recuperación')
  const codes = newRecoveryCodes(ctx.random)
  const site = await readSite(ctx)
  await ctx.db.write('operadores', async (tx) => {
    await replaceRecoveryCodes(tx, operator.id, codes)
    await noteOwnChange(tx, site, operator, ctx.clock.now(), {
      accion: 'códigos de recuperación renovados',
      datos: { con },
      titulo: 'Renovaste tus códigos de recuperación',
      texto: 'Los de antes ya no sirven. Si no fuiste tú, cambia tu clave ahora y renuévalos otra vez en Cuenta.',
    })
  })
  return { codigos: codes }
}

/**
 * Ends one of the operator's sessions, the current one included.
 * @param id null ends every session but the current one, and forgets the other browsers.
 * @throws AppError 404
 */
export async function endSessions(ctx: Ctx, session: Session, id: string | null): Promise<void> {
  const { operator } = session
  await ctx.db.write('operadores', async (tx) => {
    if (id !== null && !(await deleteSessionOf(tx, operator.id, id))) throw notFound('Esa sesión ya terminó')
    const cuantas = id === null ? await deleteOtherBrowsers(tx, operator.id, session) : 1
    if (cuantas === 0) return
    await noteInSite(tx, ctx.clock.now(), operator, 'sesiones cerradas', { operador_id: operator.id, cuantas })
  })
}
