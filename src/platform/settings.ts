import { z } from 'zod'
import { typedText } from './typed-text.ts'
import { readAddress } from './web-link.ts'

/** One line of typed text, without control characters. */
const line = (longest: number) =>
  typedText()
    .trim()
    .max(longest, `No más de ${longest} letras.`)
    .regex(/^\P{C}*$/u, 'Tiene signos que no se ven. Escríbelo de nuevo.')

/** A host by its name or its address, and nothing around it. */
const host = line(253).regex(
  /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*|\[?[\da-f]*:[\da-f:.]+\]?)$/i,
  'Escribe solo el nombre del servidor, como smtp.ejemplo.com.',
)

const mailServer = z.strictObject({
  servidor: host,
  puerto: z
    .number('Escribe el puerto.')
    .int('Escribe el puerto.')
    .min(1, 'Del 1 al 65535.')
    .max(65535, 'Del 1 al 65535.'),
  /** `tls` from the first byte; `starttls` begins in clear and goes no further without it; `ninguna` only where nobody listens. */
  seguridad: z.enum(['tls', 'starttls', 'ninguna']),
  usuario: line(320),
  /** As it was given: a password may begin with a blank or hold any letter. */
  clave: z.string().max(1000, 'No más de 1000 letras.'),
  remitente: z.email('Escribe un correo.').max(254, 'Escribe un correo.'),
  nombre: line(100),
})

const webAddress = z
  .string()
  .trim()
  .max(500, 'No más de 500 letras.')
  .refine((text) => {
    const url = /[?#\s\\]/.test(text) ? null : readAddress(text)
    return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === ''
  }, 'Escribe una dirección que empiece por https://, sin ? ni #.')

/** Scheme and host alone, as browsers write it in `Origin`. */
const origin = z.string().regex(/^https?:\/\/[a-z\d.:[\]-]{1,260}$/, 'Escribe una dirección que empiece por https://')

/** Place of the copies of everything, their hour, their number, and their passphrase. */
const backups = z.strictObject({
  /** A folder of the server, or `s3://bucket/prefix`; empty is the folder inside the data folder. */
  destino: line(500),
  /** In Caracas. */
  hora: z.number('Escribe la hora.').int('Escribe la hora.').min(0, 'De 0 a 23.').max(23, 'De 0 a 23.'),
  quedan: z.number('Escribe cuántos.').int('Escribe cuántos.').min(1, 'De 1 a 365.').max(365, 'De 1 a 365.'),
  /** Empty: every reader of a copy can use it. */
  frase: z
    .string()
    .max(1000, 'No más de 1000 letras.')
    .refine((text) => text === '' || text.length >= 15, 'Con 15 letras o más.'),
  s3_servidor: z.union([z.literal(''), webAddress]),
  s3_region: line(50),
  s3_clave: line(200),
  s3_secreto: z.string().max(200, 'No más de 200 letras.'),
})

/** A setting of the server that the panel may change: its fields, and which of them nobody reads again. */
interface Setting {
  /** As the journal and the mail to the owners call it. */
  titulo: string
  schema: z.ZodObject
  /** Fields that the database keeps sealed. */
  secretos: readonly string[]
}

/**
 * Settings of the server that an owner changes in the panel, by the name of their row. A new one is a row here, and a line in
 * `server/settings/fixed.ts`, where the environment wins.
 */
export const SETTINGS = {
  correo: { titulo: 'el servidor de correo', schema: mailServer, secretos: ['clave'] },
  tasa: { titulo: 'la fuente de la tasa', schema: z.strictObject({ fuente: webAddress }), secretos: [] },
  direccion: { titulo: 'la dirección pública', schema: z.strictObject({ publica: origin }), secretos: [] },
  respaldos: { titulo: 'el lugar de los respaldos', schema: backups, secretos: ['frase', 's3_secreto'] },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS
export type SettingValue<Name extends SettingName> = z.infer<(typeof SETTINGS)[Name]['schema']>
export type MailServer = SettingValue<'correo'>

/** Every name, in the order of the table. */
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

/** Every night at three, fourteen of them, next to the data. */
export const NO_BACKUP_SETTINGS: SettingValue<'respaldos'> = {
  destino: '',
  hora: 3,
  quedan: 14,
  frase: '',
  s3_servidor: '',
  s3_region: '',
  s3_clave: '',
  s3_secreto: '',
}
