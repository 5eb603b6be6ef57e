import { type SettingsCtx, settingNow } from './settings/settings.ts'

/** Where visitors reach the shop, without a slash at its end; null means the address that a request came to. */
export function publicUrl(ctx: SettingsCtx): string | null {
  return settingNow(ctx, 'direccion')?.publica ?? null
}

/**
 * The address that links in mail begin with. It never comes from a request: an attacker could name another host there and have our mail point to it.
 */
export function publicOrigin(ctx: SettingsCtx): string {
  return publicUrl(ctx) ?? `http://localhost:${ctx.config.port}`
}
