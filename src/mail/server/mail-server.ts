import type { Ctx } from '#platform/server/context.ts'
import { readSetting, type SettingsCtx, settingNow } from '#platform/server/settings/settings.ts'
import type { MailServer } from '#platform/settings.ts'
import type { MailServerState } from '../contract.ts'

/** The mail server in use: its connection, and the sender. */
export interface MailServerInUse extends MailServer {
  /** SMTP_URL as it was given, which may carry more than the fields; null if the panel has set them. */
  url: string | null
}

/** The mail server in use; null means that mail waits. */
export async function readMailServer(ctx: SettingsCtx): Promise<MailServerInUse | null> {
  const set = await readSetting(ctx, 'correo')
  return set && { ...set, url: ctx.config.mail.smtpUrl }
}

/** Whether mail leaves at all, for callers that cannot wait. */
export function hasMailServer(ctx: SettingsCtx): boolean {
  return settingNow(ctx, 'correo') !== null
}

/** `Rifas La Ceiba <rifas@ejemplo.com>`, as people read it. */
export function senderText({ nombre, remitente }: Pick<MailServer, 'nombre' | 'remitente'>): string {
  return nombre === '' ? remitente : `${nombre} <${remitente}>`
}

/** State of the mail server, by the outbox: every process sees the same. */
export async function readServerState(ctx: Ctx): Promise<MailServerState> {
  const [server, last, waiting] = await Promise.all([
    readMailServer(ctx),
    ctx.db.read
      .selectFrom('outbox')
      .select((row) => row.fn.max('enviado_en').as('enviado_en'))
      .where('estado', '=', 'enviado')
      .executeTakeFirst(),
    // A mail that waits after an attempt failed because of the server; a fault of one address is a dead letter immediately.
    ctx.db.read
      .selectFrom('outbox')
      .select(['ultimo_error', 'proximo_en'])
      .where('estado', '=', 'pendiente')
      .where('ultimo_error', '!=', '')
      .orderBy('proximo_en', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    servidor: server && `${server.servidor}:${server.puerto}`,
    remitente: server ? senderText(server) : '',
    ultimo_envio: last?.enviado_en ? new Date(Number(last.enviado_en)).toISOString() : null,
    ultimo_error: waiting?.ultimo_error ?? '',
  }
}
