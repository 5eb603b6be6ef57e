import { z } from 'zod'
import { operator, role } from '#access/contract.ts'
import { email, freshCode, newPassword, personName } from './contract.ts'

/** A person with access to the panel, now or earlier. */
export const member = operator.extend({
  /** False for people who may not enter any more: their deeds stay in the journal under their name. */
  activo: z.boolean(),
  /** ISO instants; `entrada_en` is the last sign-in, null before the first. */
  creado_en: z.string(),
  entrada_en: z.string().nullable(),
})
export type Member = z.infer<typeof member>

/** An invitation that is still open. */
export const invitation = z.object({
  id: z.number().int(),
  correo: z.string(),
  rol: role,
  /** Name of the inviting owner. */
  invita: z.string(),
  creado_en: z.string(),
  caduca_en: z.string(),
})
export type Invitation = z.infer<typeof invitation>

/** GET /api/panel/equipo: people who may enter first, then people who no longer may. */
export const team = z.object({ personas: z.array(member), invitaciones: z.array(invitation) })

/** POST /api/panel/equipo/invitaciones */
export const newInvitation = z.strictObject({ correo: email, rol: role, codigo: freshCode })
export type NewInvitation = z.output<typeof newInvitation>

/** Answer to a new invitation. */
export const sentInvitation = z.object({
  invitacion: invitation,
  /** The link, for the owner to hand over in person; only while no mail server is set up. */
  enlace: z.string().nullable(),
})
export type SentInvitation = z.infer<typeof sentInvitation>

/** POST /api/panel/equipo/{id}/rol */
export const roleChange = z.strictObject({ rol: role, codigo: freshCode })

const token = z.string('Abre el enlace del correo.').trim().min(20, 'Abre el enlace completo.').max(100)

/** The secret of a link. It travels in the body, which no log sees. */
export const linkToken = z.strictObject({ token })
/** POST /api/panel/invitacion: the invitation behind a link. */
export const openInvitation = z.object({ correo: z.string(), rol: role, invita: z.string(), sitio: z.string() })
export type OpenInvitation = z.infer<typeof openInvitation>

/** POST /api/panel/invitacion/aceptar */
export const acceptedInvitation = z.strictObject({ token, nombre: personName, clave: newPassword })
export type AcceptedInvitation = z.output<typeof acceptedInvitation>

/** POST /api/panel/clave/olvidada: the same answer whether somebody has that mail or nobody. */
export const forgottenPassword = z.strictObject({ correo: email })
/** POST /api/panel/clave/enlace: the account whose password a link sets, for its password manager. The body is a `linkToken`. */
export const openPasswordLink = z.object({ correo: z.string() })
/** POST /api/panel/clave/nueva */
export const passwordByLink = z.strictObject({ token, clave: newPassword })
