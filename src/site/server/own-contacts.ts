import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { publicUrl } from '#platform/server/public-origin.ts'
import { whatsappDigits } from '../whatsapp-number.ts'
import { storedSite } from './read-site.ts'

/** Where buyers may be sent: the shop's address, WhatsApp and networks, and every account that is paid to. */
export async function ownContacts(ctx: Ctx, sql: Sql): Promise<string[]> {
  const { whatsapp, redes, credito_enlace, rif, reclamos } = await storedSite(sql)
  const methods = await sql.selectFrom('payment_methods').selectAll().execute()
  const accounts = methods.flatMap((row) => [row.telefono, row.cedula, row.numero_cuenta, row.email])
  const links = redes.map(({ enlace }) => enlace)
  const chat = whatsapp === '' ? [] : [`wa.me/${whatsappDigits(whatsapp)}`, whatsapp]
  return [publicUrl(ctx) ?? '', ...chat, ...links, credito_enlace, rif, ...reclamos.split(/[\s,;]+/), ...accounts]
}
