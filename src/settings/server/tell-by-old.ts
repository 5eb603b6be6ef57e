import { readMailServer, senderText } from '#mail/server/mail-server.ts'
import { sendAtOnce } from '#mail/server/setup/send-at-once.ts'
import { footOfChange } from '#operators/server/account/alert-owners.ts'
import { listOwners } from '#operators/server/store.ts'
import { formatInstant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'
import type { MailServer } from '#platform/settings.ts'
import { readSite } from '#site/server/read-site.ts'
import { isSameServer } from '../mail-rules.ts'

/** Milliseconds: one that is changed because it no longer answers keeps nobody waiting. */
const PATIENCE = 4_000

/**
 * Mails every owner through the old mail server that another server, or another sender on it, takes over: the new one could swallow this
 * mail and all later ones. Best effort: without an old server nothing is sent, and one that refuses stops nothing.
 * @param next null if no mail leaves any more.
 */
export async function tellByOld(ctx: Ctx, who: { nombre: string }, next: MailServer | null): Promise<void> {
  const old = await readMailServer(ctx)
  // A sender whose mails are refused everywhere is as bad as a server that swallows them.
  if (!old || (next && isSameServer(old, next) && old.remitente === next.remitente)) return
  const [site, owners] = await Promise.all([readSite(ctx), listOwners(ctx.db.read)])
  const content = {
    sitio: site.nombre,
    color: site.color,
    titulo: next ? 'Están cambiando el servidor de correo' : 'Quitan el servidor de correo',
    parrafos: [
      `${who.nombre} lo hace en el panel el ${formatInstant(ctx.clock.now())}`,
      next
        ? `Desde ahora los correos salen por ${next.servidor}, de ${senderText(next)}. Este es el último que sale como antes.`
        : 'Desde ahora los correos esperan en el panel. Este es el último que sale.',
    ],
    boton: { texto: 'Ver el diario', enlace: `${publicOrigin(ctx)}/panel/diario` },
    pie: footOfChange(site),
  }
  const told = owners.map(({ nombre, correo }) =>
    sendAtOnce(old, { name: nombre, address: correo }, `${content.titulo} · ${site.nombre}`, content, PATIENCE),
  )
  for (const outcome of await Promise.allSettled(told)) {
    if (outcome.status === 'rejected') ctx.log.warn(outcome.reason, 'an owner could not be told by the old mail server')
  }
}
