import type { FastifyInstance } from 'fastify'
import { done, serve } from '#access/server/serve.ts'
import type { Session } from '#access/server/session.ts'
import { retryWaiting } from '#mail/server/care/resend-mail.ts'
import { readMailServer, senderText } from '#mail/server/mail-server.ts'
import { proveMailServer, sendAtOnce } from '#mail/server/setup/prove-server.ts'
import { footOfChange } from '#operators/server/account/alert-owners.ts'
import { listOwners } from '#operators/server/store.ts'
import { formatInstant } from '#platform/clock.ts'
import { refusal, refuseFields } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'
import { readKept } from '#platform/server/settings/settings.ts'
import { type MailServer, SETTINGS } from '#platform/settings.ts'
import { isWebLink, readAddress } from '#platform/web-link.ts'
import { proveSource } from '#rates/server/fetch-rate.ts'
import { readSite } from '#site/server/read-site.ts'
import { SETTING_CALLS } from '../../calls.ts'
import type { MailSave, SettingDrop } from '../../contract.ts'
import { isSameServer, mailProblems } from '../../mail-rules.ts'
import { changeSetting } from './change-setting.ts'
import { readPanelSettings } from './read-settings.ts'

export function settingRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, SETTING_CALLS, {
    'GET /api/panel/servidor': () => readPanelSettings(ctx),
    'POST /api/panel/servidor/correo': ({ session, body }) =>
      done(saveMail(ctx, session, body), () => readPanelSettings(ctx)),
    'POST /api/panel/servidor/tasa': async ({ session, body }) => {
      const { fuente } = body.valor
      // A source inside of the house is named by the environment: here nobody sends the server where only it can go.
      if (!isWebLink(fuente)) {
        const says = 'Escribe la dirección de una página pública que empiece por https://'
        throw refusal('DATOS_INVALIDOS', { campos: { fuente: says } })
      }
      await changeSetting(ctx, session, 'tasa', body, { prove: () => proveSource(ctx, fuente) })
      return readPanelSettings(ctx)
    },
    'POST /api/panel/servidor/direccion': async ({ session, body, request }) => {
      // The guard of every change has compared it with this host: the owner's browser is there now, so buyers can be too.
      const seen = readAddress(request.headers.origin ?? `${request.protocol}://${request.host}`)
      const valor = SETTINGS.direccion.schema.safeParse({ publica: seen?.origin }).data
      if (valor === undefined) {
        const details =
          'No entendemos la dirección en la que estás. Abre el panel en la que usarán tus compradores, que empieza por https://'
        throw refusal('DATOS_INVALIDOS', { details })
      }
      await changeSetting(ctx, session, 'direccion', { ...body, valor })
      return readPanelSettings(ctx)
    },
    'DELETE /api/panel/servidor/:ajuste': async ({ session, params, body }) => {
      if (params.ajuste === 'correo') await dropMail(ctx, session, body)
      else await changeSetting(ctx, session, params.ajuste, { ...body, valor: null })
      return readPanelSettings(ctx)
    },
  })
}

/**
 * Keeps a mail server that has taken a real message to the owner who sets it up. Mails that waited because of the previous one leave immediately.
 * @throws AppError 422 DATOS_INVALIDOS | CORREO_NO_SALE, and those of changeSetting
 */
async function saveMail(ctx: Ctx, session: Session, { valor, ...change }: MailSave): Promise<void> {
  const kept = (await readKept(ctx, 'correo'))?.valor ?? null
  const clave = valor.clave ?? (isSameServer(kept, valor) ? kept?.clave : undefined)
  const server = { ...valor, clave: clave ?? '' }
  refuseFields(mailProblems(server))
  const { operator } = session
  const site = await readSite(ctx)
  await changeSetting(
    ctx,
    session,
    'correo',
    { ...change, valor: server },
    {
      prove: async () => {
        await proveMailServer(server, { name: operator.nombre, address: operator.correo }, site)
        await tellByOld(ctx, operator, server)
      },
      also: (tx) => retryWaiting(tx, ctx.clock.now()),
    },
  )
}

/** No mail leaves any more. @throws those of changeSetting */
async function dropMail(ctx: Ctx, session: Session, change: SettingDrop): Promise<void> {
  const prove = () => tellByOld(ctx, session.operator, null)
  await changeSetting(ctx, session, 'correo', { ...change, valor: null }, { prove })
}

/** Milliseconds: one that is changed because it no longer answers keeps nobody waiting. */
const PATIENCE = 4_000

/**
 * Mails every owner through the old mail server that another server, or another sender on it, takes over: the new one could swallow this
 * mail and all later ones. Best effort: without an old server nothing is sent, and one that refuses stops nothing.
 * @param next null if no mail leaves any more.
 */
async function tellByOld(ctx: Ctx, who: { nombre: string }, next: MailServer | null): Promise<void> {
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
