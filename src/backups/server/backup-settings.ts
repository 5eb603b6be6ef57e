import { readSetting, type SettingsCtx } from '#platform/server/settings/settings.ts'
import { NO_BACKUP_SETTINGS, type SettingValue } from '#platform/settings.ts'

/** Where, when and how copies are made, as the environment or the panel says. */
export async function readBackupSettings(ctx: SettingsCtx): Promise<SettingValue<'respaldos'>> {
  return (await readSetting(ctx, 'respaldos')) ?? NO_BACKUP_SETTINGS
}
