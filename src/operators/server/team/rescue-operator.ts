import { deleteBrowsers } from '#access/server/store.ts'
import type { Actor } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { enqueueMail } from '#mail/server/enqueue-mail.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSite } from '#site/server/read-site.ts'
import { accessChangedMail } from '../account/access-mails.ts'
import { clearSecret } from '../factor/factor-store.ts'
import { findActiveByMail } from '../store.ts'

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
    await appendEntry(tx, {
      ambito: 'sitio',
      en: now,
      actor,
      accion: 'segundo factor quitado',
      datos: { operador_id: row.id, nombre: row.nombre },
      rows: { operators: [row.id] },
    })
  })
}
