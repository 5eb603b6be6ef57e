import { FIXED } from '#platform/server/settings/fixed.ts'
import { readSetting, type SettingsCtx } from '#platform/server/settings/settings.ts'
import { NO_BACKUP_SETTINGS, type SettingValue } from '#platform/settings.ts'

/**
 * Place, hour and kind of copies, from the environment or the panel.
 * @param given a place for this once, in place of the usual one. Its bucket's credentials come from the environment, else from the panel.
 */
export async function readBackupSettings(ctx: SettingsCtx, given?: string): Promise<SettingValue<'respaldos'>> {
  const usual = (await readSetting(ctx, 'respaldos')) ?? NO_BACKUP_SETTINGS
  if (given === undefined) return usual
  const { s3_servidor, s3_region, s3_clave, s3_secreto } = atPlace(ctx.config, given)
  const entrance = { s3_servidor, s3_region, s3_clave, s3_secreto }
  return { ...usual, destino: given, ...(s3_secreto === '' ? {} : entrance) }
}

/** Settings of a named place, from the environment alone. */
export function atPlace(config: SettingsCtx['config'], given: string): SettingValue<'respaldos'> {
  return FIXED.respaldos.read({ ...config, backup: { ...config.backup, to: given } }) ?? NO_BACKUP_SETTINGS
}
