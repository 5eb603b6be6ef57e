import type { Operator } from '#access/contract.ts'
import { ROLE_NAMES } from '#access/roles.ts'
import { hashToken, newToken } from '#access/server/tokens.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { maskAddress } from '#mail/server/care/suppressions.ts'
import { anew, enqueueMail } from '#mail/server/enqueue-mail.ts'
import { hasMailServer } from '#mail/server/mail-server.ts'
import { after, HOUR } from '#platform/clock.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSite } from '#site/server/read-site.ts'
import type { NewInvitation, SentInvitation } from '../../contract-team.ts'
import { invitationLink, invitationMail } from '../account/access-mails.ts'
import { alertOwners } from '../account/alert-owners.ts'
import { requireFreshFactor } from '../factor/require-fresh-factor.ts'
import { findByMail } from '../store.ts'
import { describeInvitation, lockOwners, putInvitation, takeInvitation } from './team-store.ts'

const INVITATION_LASTS = 72 * HOUR

/**
 * Invites somebody by a link that works once, for 72 hours; an earlier one to the same address stops counting, so that it is sent again.
 * @throws AppError 409 CORREO_EN_USO, 404 (no owner any more), and those of `requireFreshFactor`.
 */
export async function inviteOperator(ctx: Ctx, owner: Operator, asked: NewInvitation): Promise<SentInvitation> {
  const known = await findByMail(ctx.db.read, asked.correo)
  if (known) {
    throw refusal('CORREO_EN_USO', {
      details:
        known.baja_en === null
          ? 'Está en la lista del equipo.'
          : 'Es de alguien que ya no entra: devuélvele el acceso.',
    })
  }
  const { correo, rol } = asked
  const site = await readSite(ctx)
  const con = await requireFreshFactor(ctx, owner, asked.codigo, 'invitar')
  const token = newToken(ctx.random)
  const now = ctx.clock.now()
  const row = await ctx.db.write('operadores', async (tx) => {
    // Removing an owner takes their invitations back: one that they send in that same moment must not come after it.
    if (!(await lockOwners(tx)).includes(owner.id)) throw notFound()
    const link = { token_hash: hashToken(token), caduca_en: after(now, INVITATION_LASTS) }
    const row = await putInvitation(tx, { ...link, correo, rol, invita: owner.nombre, creado_en: now })
    await alertOwners(ctx, tx, site, {
      clave: anew(`invitacion:${row.id}`),
      titulo: 'Hay una invitación nueva al panel',
      parrafos: [`${owner.nombre} invitó a ${correo} con el papel de ${ROLE_NAMES[rol]}.`],
    })
    await enqueueMail(tx, invitationMail(site, row, invitationLink(ctx, token), now))
    const datos = { invitacion_id: row.id, correo: maskAddress(correo), rol, con }
    await noteInSite(tx, now, owner, 'invitación enviada', datos, { operator_invitations: [row.id] })
    return row
  })
  // Without a mail server the owner hands the link over in person; with one, only the mailbox gets it.
  return { invitacion: describeInvitation(row), enlace: hasMailServer(ctx) ? null : invitationLink(ctx, token) }
}

/** Takes an invitation back: its link stops counting. @throws AppError 404 */
export async function withdrawInvitation(ctx: Ctx, owner: Operator, id: number): Promise<void> {
  await ctx.db.write('operadores', async (tx) => {
    const row = await takeInvitation(tx, { id })
    if (!row) throw notFound('Esa invitación no existe')
    const datos = { invitacion_id: id, correo: maskAddress(row.correo), rol: row.rol }
    await noteInSite(tx, ctx.clock.now(), owner, 'invitación retirada', datos, { operator_invitations: [id] })
  })
}
