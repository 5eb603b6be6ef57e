import type { Operator } from '#access/contract.ts'
import { ROLE_NAMES } from '#access/roles.ts'
import { newSessionTokens, type Place } from '#access/server/session.ts'
import { hashToken } from '#access/server/tokens.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { uniqueViolation } from '#platform/server/db/trouble.ts'
import { readSite } from '#site/server/read-site.ts'
import type { AcceptedInvitation, OpenInvitation } from '../../contract-team.ts'
import { alertOwners } from '../account/alert-owners.ts'
import { hashPassword, refuseOwnPassword } from '../sign-in/password.ts'
import { enter, FIRST } from '../sign-in/sign-in.ts'
import { insertOperator } from '../store.ts'
import { refuseTakenName } from './refuse-name.ts'
import { findInvitation, takeInvitation } from './team-store.ts'

/** The invitation behind the link. @throws AppError 404 ENLACE_VENCIDO */
export async function showInvitation(ctx: Ctx, token: string): Promise<OpenInvitation> {
  const [row, site] = await Promise.all([findInvitation(ctx.db.read, hashToken(token), ctx.clock.now()), readSite(ctx)])
  if (!row) throw refusal('ENLACE_VENCIDO')
  return { correo: row.correo, rol: row.rol, invita: row.invita, sitio: site.nombre }
}

/**
 * Makes the invited operator, with their own name and password, and signs them in. The link is spent.
 * @throws AppError 404 ENLACE_VENCIDO, 422 DATOS_INVALIDOS, 409 NOMBRE_EN_USO | CORREO_EN_USO
 */
export async function acceptInvitation(ctx: Ctx, given: AcceptedInvitation, place: Place) {
  const tokenHash = hashToken(given.token)
  // Before the slow hash: requests without a link do not get our processor.
  const invited = await findInvitation(ctx.db.read, tokenHash, ctx.clock.now())
  if (!invited) throw refusal('ENLACE_VENCIDO')
  await refuseTakenName(ctx.db.read, given.nombre, null)
  await refuseOwnPassword(ctx, given.clave, { nombre: given.nombre, correo: invited.correo }, 'clave')
  const [clave_hash, site] = await Promise.all([hashPassword(given.clave), readSite(ctx)])
  const opened = newSessionTokens(ctx)
  const now = ctx.clock.now()
  const { nombre } = given
  const operator = await ctx.db
    .write('operadores', async (tx): Promise<Operator> => {
      const row = await takeInvitation(tx, { tokenHash, now })
      if (!row) throw refusal('ENLACE_VENCIDO')
      await refuseTakenName(tx, nombre, null)
      const { correo, rol } = row
      const id = await insertOperator(tx, { nombre, correo, clave_hash, rol, creado_en: now })
      await enter(tx, id, now, opened, { ...place, ...FIRST })
      await alertOwners(ctx, tx, site, {
        clave: `operador:${id}:nuevo`,
        titulo: `${nombre} ya entra al panel`,
        parrafos: [`Aceptó la invitación de ${row.invita} con el papel de ${ROLE_NAMES[rol]}. Su correo es ${correo}.`],
      })
      const datos = { operador_id: id, invitacion_id: row.id, nombre, rol, invita: row.invita }
      const rows = { operators: [id], operator_invitations: [row.id] }
      await noteInSite(tx, now, { id, nombre }, 'invitación aceptada', datos, rows)
      return { id, nombre, correo, rol, segundo_factor: false }
    })
    .catch((error: unknown) => {
      if (uniqueViolation(error) === null) throw error
      throw refusal('CORREO_EN_USO', { details: 'Entra con tu correo y tu clave.' })
    })
  return { operator, opened }
}
