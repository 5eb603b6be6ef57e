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

/** State of the copies of everything, for an owner. */
export const lastCopy = z.object({
  /** ISO instant; null when there is none. */
  hecho_en: z.string().nullable(),
  /** Size for a restore. */
  bytes: z.number(),
  lugar: z.string(),
  /** Copies now go to a place that is lost together with the shop, wherever the last one is. */
  aqui: z.boolean(),
  /** Older than two days, or none at all in a shop that is older. */
  viejo: z.boolean(),
  /** Missing parts of the last one, a sentence; null when it is whole. */
  falta: z.string().nullable(),
  /** One is being made now, on whichever machine. */
  haciendo: z.boolean(),
  /** Why one that was tried since was not made. */
  fallo: z.string().nullable(),
})
export type LastCopy = z.infer<typeof lastCopy>

const { schema } = SETTINGS.respaldos

/** Place of copies. Without `frase` or `s3_secreto` the stored one stays; an empty `frase` seals nothing from now on. */
export const placeSave = z.strictObject({
  ...change,
  valor: schema.extend({ frase: schema.shape.frase.optional(), s3_secreto: schema.shape.s3_secreto.optional() }),
})
export type PlaceSave = z.infer<typeof placeSave>
