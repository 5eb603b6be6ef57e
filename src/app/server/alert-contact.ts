import { alertOwners } from '#operators/server/account/alert-owners.ts'
import { formatInstant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { SiteSettings } from '#site/contract.ts'
import type { ContactChange } from '#site/server/panel-routes.ts'

/** Tells every owner that buyers now write to another number: who answers there can ask them to pay elsewhere. */
export async function alertContact(ctx: Ctx, tx: Sql, site: SiteSettings, change: ContactChange): Promise<void> {
  const now = ctx.clock.now()
  await alertOwners(ctx, tx, site, {
    clave: `sitio:whatsapp:${now}`,
    titulo: 'Cambió el WhatsApp de soporte',
    parrafos: [
      `${change.actor} lo cambió el ${formatInstant(now)}. Tus compradores escriben desde ahora al número nuevo.`,
    ],
    datos: [['WhatsApp', `${change.antes} → ${change.ahora || 'ninguno'}`]],
  })
}
