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

/**
 * For a text that leaves for a buyer without a proof of who wrote it.
 * @param known what the buyer himself wrote, such as his reference.
 * @throws AppError 422 CONTACTO_AJENO
 */
export async function refuseForeign(ctx: Ctx, sql: Sql, text: string, known: readonly string[] = []): Promise<void> {
  if (text === '') return
  const [first] = foreignContacts(text, [...(await ownContacts(ctx, sql)), ...known])
  if (first === undefined) return
  const says = `«${first}» no es de la casa. Quítalo: los compradores pagan y escriben solo a lo que está en el panel.`
  throw refusal('CONTACTO_AJENO', { details: says, campos: { motivo: says } })
}
