import { z } from 'zod'
import { freshCode } from '#operators/contract.ts'
import { SETTING_NAMES, SETTINGS } from '#platform/settings.ts'
import { wholeNumber } from '#platform/whole-number.ts'

/** A setting as an owner may see it: never a secret, only that there is one. */
const panelSetting = z.object({
  nombre: z.enum(SETTING_NAMES),
  /** Plain fields of the current value; null if nothing is set or it cannot be opened. */
  valor: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
  /** Secret fields that hold something. */
  secretos: z.array(z.string()),
  /** 0 where the panel has saved nothing. */
  version: z.number().int(),
  guardado_en: z.string().nullable(),
  guardado_por: z.string().nullable(),
  /** The variable of the environment that fixes it; null where the panel decides. */
  fija: z.string().nullable(),
  /** It was saved, and this installation's key does not open it. */
  ilegible: z.boolean(),
})
export type PanelSetting = z.infer<typeof panelSetting>

export const panelSettings = z.object({ ajustes: z.array(panelSetting) })
export type PanelSettings = z.infer<typeof panelSettings>

/** Of every change: the version that was seen, and a fresh code of the second factor, or the permit from the refusal of a try. */
export const change = { version: wholeNumber, codigo: freshCode.optional(), permiso: z.string().max(200).optional() }
export const settingDrop = z.strictObject(change)
export type SettingDrop = z.infer<typeof settingDrop>

/** A mail server. Without `clave` the stored one stays. */
export const mailSave = z.strictObject({
  ...change,
  valor: SETTINGS.correo.schema.extend({ clave: SETTINGS.correo.schema.shape.clave.optional() }),
})
export type MailSave = z.infer<typeof mailSave>

export const rateSourceSave = z.strictObject({ ...change, valor: SETTINGS.tasa.schema })
