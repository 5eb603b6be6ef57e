import type { Operator, Role } from '#access/contract.ts'
import { ROLE_NAMES } from '#access/roles.ts'
import type { OperatorRow } from '#access/server/schema.ts'
import { deleteBrowsers } from '#access/server/store.ts'
import type { Actor } from '#journal/actor.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { anew, enqueueMail } from '#mail/server/enqueue-mail.ts'
import type { Instant } from '#platform/clock.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { readSite } from '#site/server/read-site.ts'
import type { Member } from '../../contract-team.ts'
import { accessChangedMail } from '../account/access-mails.ts'
import { alertOwners } from '../account/alert-owners.ts'
import { clearSecret } from '../factor/factor-store.ts'
import { requireFreshFactor } from '../factor/require-fresh-factor.ts'
import { findActiveByMail, findById, updateOperator } from '../store.ts'
import { describeMember, dropInvitationsOf, dropPasswordLink, lockOwners } from './team-store.ts'

interface MemberChange {
  /** Name of the deed in the journal. */
  accion: 'rol cambiado' | 'acceso quitado' | 'acceso devuelto' | 'segundo factor quitado'
  /** Text for the owners, and for the person: `Cambió el papel de Ana`, `Ahora es Revisor.` */
  titulo: (row: OperatorRow) => string
  texto: (row: OperatorRow, owner: Operator) => string
  /** Its changes, for the journal. */
  datos?: (row: OperatorRow) => Record<string, unknown>
  /** Whether there is nothing to do: the answer is then the current state. */
  done: (row: OperatorRow) => boolean
  apply: (tx: Sql, row: OperatorRow, now: Instant) => Promise<void>
  /** The invitations of this person go with it. */
  uninvites?: true
}

/** Gives another role. */
export const toRole = (rol: Role): MemberChange => ({
  accion: 'rol cambiado',
  titulo: ({ nombre }) => `Cambió el papel de ${nombre}`,
  texto: (row, owner) =>
    `${owner.nombre} cambió el papel de ${row.nombre}: era ${ROLE_NAMES[row.rol]} y ahora es ${ROLE_NAMES[rol]}.`,
  datos: (row) => ({ antes: { rol: row.rol }, ahora: { rol } }),
  done: (row) => row.rol === rol,
  apply: (tx, row) => updateOperator(tx, row.id, { rol }),
  uninvites: true,
})

/** Takes the access away: open sessions end immediately, past deeds stay under the name. */
export const PUT_OUT: MemberChange = {
  accion: 'acceso quitado',
  titulo: ({ nombre }) => `${nombre} ya no entra al panel`,
  texto: ({ nombre }, owner) => `${owner.nombre} quitó el acceso de ${nombre} y cerró sus sesiones.`,
  done: (row) => row.baja_en !== null,
  apply: async (tx, { id }, now) => {
    await updateOperator(tx, id, { baja_en: now })
    await deleteBrowsers(tx, id)
    await dropPasswordLink(tx, id)
  },
  uninvites: true,
}

/** Gives the access back, with the old password and role. */
export const LET_IN: MemberChange = {
  accion: 'acceso devuelto',
  titulo: ({ nombre }) => `${nombre} vuelve a entrar al panel`,
  texto: (row, owner) => `${owner.nombre} devolvió el acceso de ${row.nombre} con el papel de ${ROLE_NAMES[row.rol]}.`,
  datos: ({ rol }) => ({ rol }),
  done: (row) => row.baja_en === null,
  apply: (tx, { id }) => updateOperator(tx, id, { baja_en: null }),
}

/** For an operator without phone and recovery codes; the password stays. */
export const WITHOUT_FACTOR: MemberChange = {
  accion: 'segundo factor quitado',
  titulo: ({ nombre }) => `Se quitó el segundo paso de ${nombre}`,
  texto: ({ nombre }, owner) =>
    `${owner.nombre} quitó el segundo paso de ${nombre} y cerró sus sesiones. Hasta que active otro, entra solo con su clave.`,
  done: (row) => row.totp_secreto === null,
  apply: async (tx, { id }) => {
    await clearSecret(tx, id)
    await deleteBrowsers(tx, id)
  },
}

/**
 * Changes somebody else's access, with a fresh code, a line in the journal and a mail to every owner and to that person. Nobody
 * changes their own access, and the deciding owner is still one in the transaction: so there is always one left.
 * @throws AppError 404 NO_EXISTE, 409 PROPIO_ACCESO, and those of `requireFreshFactor`.
 */
export async function changeMember(
  ctx: Ctx,
  owner: Operator,
  id: number,
  code: string,
  change: MemberChange,
): Promise<Member> {
  if (id === owner.id) throw refusal('PROPIO_ACCESO')
  const known = await findById(ctx.db.read, id)
  if (!known) throw notFound('Esa persona no existe')
  if (change.done(known)) return describeMember(known)
  const site = await readSite(ctx)
  const con = await requireFreshFactor(ctx, owner, code, change.accion)
  const now = ctx.clock.now()
  const row = await ctx.db.write('operadores', async (tx) => {
    const owners = await lockOwners(tx)
    const before = await findById(tx, id)
    if (!owners.includes(owner.id) || !before) throw notFound('Esa persona no existe')
    if (change.done(before)) return before
    const told = { titulo: change.titulo(before), texto: change.texto(before, owner) }
    await alertOwners(ctx, tx, site, {
      clave: anew(`operador:${id}:${change.accion}`),
      titulo: told.titulo,
      parrafos: [told.texto],
    })
    if (!owners.includes(id)) await enqueueMail(tx, accessChangedMail(site, before, told, now))
    await change.apply(tx, before, now)
    const invitations = change.uninvites ? await dropInvitationsOf(tx, before.nombre) : []
    const datos = { operador_id: id, nombre: before.nombre, ...change.datos?.(before), con }
    await noteInSite(tx, now, owner, change.accion, datos, { operators: [id], operator_invitations: invitations })
    return (await findById(tx, id)) ?? before
  })
  return describeMember(row)
}

/**
 * Removes the second factor from outside of the panel, for an installation whose only owner lost phone and codes.
 * The owner gets a mail, and their sessions end.
 * @throws AppError 404
 */
export async function removeSecondFactorOf(ctx: Ctx, correo: string, actor: Actor): Promise<void> {
  const site = await readSite(ctx)
  const now = ctx.clock.now()
  await ctx.db.write('operadores', async (tx) => {
    const row = await findActiveByMail(tx, correo)
    if (!row) throw notFound('Nadie entra con ese correo')
    await clearSecret(tx, row.id)
    await deleteBrowsers(tx, row.id)
    const titulo = 'Se quitó tu segundo paso'
    const texto = 'Se quitó desde la consola del servidor. Hasta que actives otro en Cuenta, entras solo con tu clave.'
    await enqueueMail(tx, accessChangedMail(site, row, { titulo, texto }, now))
    const datos = { operador_id: row.id, nombre: row.nombre }
    await noteInSite(tx, now, actor, 'segundo factor quitado', datos, { operators: [row.id] })
  })
}
