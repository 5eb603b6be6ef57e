import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { publicUrl } from '#platform/server/public-origin.ts'
import { foreignContacts } from '../foreign-contacts.ts'
import { whatsappDigits } from '../whatsapp-number.ts'
import { storedSite } from './read-site.ts'

/** Where buyers may be sent: the shop's address, WhatsApp and networks, and every account that is paid to, with whose it is. */
export async function ownContacts(ctx: Ctx, sql: Sql): Promise<string[]> {
  const { whatsapp, redes, credito_enlace, rif, reclamos } = await storedSite(sql)
  const methods = await sql.selectFrom('payment_methods').selectAll().execute()
  const accounts = methods.flatMap((row) => [row.telefono, row.cedula, row.numero_cuenta, row.email, row.nombre])
  const links = redes.map(({ enlace }) => enlace)
  const chat = whatsapp === '' ? [] : [`wa.me/${whatsappDigits(whatsapp)}`, whatsapp]
  return [publicUrl(ctx) ?? '', ...chat, ...links, credito_enlace, rif, ...reclamos.split(/[\s,;]+/), ...accounts]
}

/** @returns what a text for a buyer names first and is neither the house's nor `known`, such as what he wrote of himself. */
export async function findForeign(ctx: Ctx, sql: Sql, text = '', ...known: string[]): Promise<string | undefined> {
  return text === '' ? undefined : foreignContacts(text, [...(await ownContacts(ctx, sql)), ...known])[0]
}

/**
 * For a text that leaves for a buyer without a proof of who wrote it.
 * @throws AppError 422 CONTACTO_AJENO
 */
export async function refuseForeign(ctx: Ctx, sql: Sql, ...said: string[]): Promise<void> {
  const first = await findForeign(ctx, sql, ...said)
  if (first === undefined) return
  const says = `«${first}» no es de la casa. Quítalo: los compradores pagan y escriben solo a lo que está en el panel.`
  throw refusal('CONTACTO_AJENO', { details: says, campos: { motivo: says } })
}
