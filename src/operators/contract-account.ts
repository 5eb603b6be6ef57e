import { z } from 'zod'
import { typedText } from '#platform/typed-text.ts'
import { keyAnswer, newPassword, personName } from './contract.ts'

/** A place where the operator is signed in. */
export const ownSession = z.object({
  id: z.string(),
  /** The browser in words, `Chrome en Android`. */
  equipo: z.string(),
  /** Roughly where: the address that it came from. */
  ip: z.string(),
  creado_en: z.string(),
  usado_en: z.string(),
  actual: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

/** A key that serves as a second factor. */
export const ownKey = z.object({
  id: z.string(),
  nombre: z.string(),
  creado_en: z.string(),
  usado_en: z.string().nullable(),
})
export type OwnKey = z.infer<typeof ownKey>

/** POST /api/panel/cuenta/llaves, with the browser's answer to POST …/llaves/empezar {codigo}. */
export const newKey = z.strictObject({
  nombre: typedText('Ponle un nombre.')
    .trim()
    .min(1, 'Ponle un nombre.')
    .max(40)
    .regex(/^\P{Cc}*$/u),
  llave: keyAnswer,
})

/** GET /api/panel/cuenta; `sesiones` begins with the current one. */
export const account = z.object({
  /** How many recovery codes are left; 0 without a second factor. */
  codigos_restantes: z.number().int(),
  sesiones: z.array(ownSession),
  llaves: z.array(ownKey),
})

/** POST /api/panel/cuenta/nombre */
export const rename = z.strictObject({ nombre: personName })

/** POST /api/panel/cuenta/clave */
export const passwordChange = z.strictObject({
  actual: z.string('Escribe tu clave de ahora.').min(1, 'Escribe tu clave de ahora.').max(200),
  nueva: newPassword,
})
export type PasswordChange = z.output<typeof passwordChange>
