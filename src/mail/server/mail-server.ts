import { readSetting, type SettingsCtx, settingNow } from '#platform/server/settings/settings.ts'
import type { MailServer } from '#platform/settings.ts'

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
