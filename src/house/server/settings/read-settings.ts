import type { Ctx } from '#platform/server/context.ts'
import { fixedBy, readKept, readSetting } from '#platform/server/settings/settings.ts'
import { SETTING_NAMES, SETTINGS, type SettingName } from '#platform/settings.ts'
import type { PanelSetting, PanelSettings } from '../../contract.ts'

/** Every setting as the panel shows it, none of its secrets. */
export async function readPanelSettings(ctx: Ctx): Promise<PanelSettings> {
  return { ajustes: await Promise.all(SETTING_NAMES.map((name) => describe(ctx, name))) }
}

async function describe(ctx: Ctx, nombre: SettingName): Promise<PanelSetting> {
  const [value, kept] = await Promise.all([readSetting(ctx, nombre), readKept(ctx, nombre)])
  const secretos: readonly string[] = SETTINGS[nombre].secretos
  const fields: [string, string | number][] = Object.entries(value ?? {})
  const fija = fixedBy(ctx, nombre)
  return {
    nombre,
    valor: value && Object.fromEntries(fields.filter(([field]) => !secretos.includes(field))),
    secretos: fields.filter(([field, content]) => secretos.includes(field) && content !== '').map(([field]) => field),
    version: kept?.version ?? 0,
    guardado_en: kept ? new Date(kept.guardado_en).toISOString() : null,
    guardado_por: kept?.guardado_por ?? null,
    fija,
    ilegible: fija === null && kept?.valor === null,
  }
}
