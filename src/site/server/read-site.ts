import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { publicUrl } from '#platform/server/public-origin.ts'
import { type SiteSettings, siteSettings } from '../contract.ts'
import { whatsappDigits } from '../whatsapp-number.ts'

export const DEFAULT_SITE: SiteSettings = {
  nombre: 'Tómbola',
  logo: null,
  color: '#ffa53d',
  whatsapp: '',
  whatsapp_texto: 'Hola, necesito soporte con',
  redes: [],
  credito: '',
  credito_enlace: '',
  operador: '',
  rif: '',
  autorizacion: '',
  participacion: [],
  terminos: [],
  terminos_version: '1',
  conservacion: 'cinco años',
  devoluciones: '',
  plazo_premios: '',
  reclamos: '',
  rifa_a: 1,
  rifa_b: 2,
}

/** The settings of the public pages, from memory until they change. */
export function readSite(ctx: Ctx): Promise<SiteSettings> {
  return ctx.snapshots.get('sitio:ajustes', async () => ({ value: await storedSite(ctx.db.read) }))
}

/** The stored settings, with ours for missing ones. */
export async function storedSite(sql: Sql): Promise<SiteSettings> {
  const rows = await sql.selectFrom('site_settings').selectAll().execute()
  const stored = Object.fromEntries(rows.map((row) => [row.clave, JSON.parse(row.valor) as unknown]))
  return siteSettings.parse({ ...DEFAULT_SITE, ...stored })
}

/** Where buyers may be sent: the shop's address, WhatsApp and networks, and every account that is paid to. */
export async function ownContacts(ctx: Ctx, sql: Sql): Promise<string[]> {
  const { whatsapp, redes, credito_enlace, rif, reclamos } = await storedSite(sql)
  const methods = await sql.selectFrom('payment_methods').selectAll().execute()
  const accounts = methods.flatMap((row) => [row.telefono, row.cedula, row.numero_cuenta, row.email])
  const links = redes.map(({ enlace }) => enlace)
  const chat = whatsapp === '' ? [] : [`wa.me/${whatsappDigits(whatsapp)}`, whatsapp]
  return [publicUrl(ctx) ?? '', ...chat, ...links, credito_enlace, rif, ...reclamos.split(/[\s,;]+/), ...accounts]
}
