import { z } from 'zod'
import { operator, role } from '#access/contract.ts'
import { isEasyPassword } from './easy-password.ts'

export const email = z
  .string('Escribe tu correo.')
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('Escribe un correo válido.'))
export const newPassword = z
  .string('Escribe una clave.')
  .min(15, 'La clave debe tener 15 caracteres o más. Una frase sirve.')
  .max(200, 'La clave admite 200 caracteres.')
  .refine((password) => !isEasyPassword(password), {
    error: 'Es fácil de adivinar: repite, sigue un orden o usa palabras muy comunes. Prueba una frase tuya.',
  })

/** Nothing invisible in it and no letters of other alphabets: in the journal one name must not pass for another. */
export const personName = z
  .string('Escribe tu nombre.')
  .trim()
  .min(2, 'Escribe tu nombre.')
  .max(80, 'Hasta 80 letras.')
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'Escribe tu nombre solo con letras.')
  .refine((name) => !/[^ -\u024f]/.test(name.normalize('NFKC').replace(/[\u2018\u2019]/g, "'")), {
    error: 'Escribe tu nombre con nuestro alfabeto: otras letras se confunden con las de otra persona.',
  })

/** GET /api/panel/estado: data that the panel needs before anyone has signed in. */
export const panelStatus = z.object({
  /** False on an empty installation: the set-up page opens. */
  configurado: z.boolean(),
  sitio: z.string(),
  operador: operator.nullable(),
  /** False without a mail server: mail waits, and nothing in the panel claims that it leaves (mail/mail-leaves.ts). */
  correo_activo: z.boolean(),
})
export type PanelStatus = z.infer<typeof panelStatus>

/** POST /api/panel/configuracion: the first operator, with the code that the start printed. */
export const firstOperator = z.strictObject({
  codigo: z.string('Escribe el código que mostró el servidor al iniciar.').trim(),
  nombre: personName,
  correo: email,
  clave: newPassword,
})

export type FirstOperator = z.infer<typeof firstOperator>

/** Answer of a browser's key, as WebAuthn writes it in JSON. */
export const keyAnswer = z.looseObject({ id: z.string().max(1_400), response: z.looseObject({}) })
export type KeyAnswer = z.input<typeof keyAnswer>
/** Request to a browser's key, as WebAuthn writes it in JSON. */
export const keyRequest = z.looseObject({ challenge: z.string() })

/** The password that somebody has, of whatever length it once could be. */
const ownPassword = z.string('Escribe tu clave.').min(1, 'Escribe tu clave.').max(200)

/** POST /api/panel/sesion. Without `codigo`, an operator with a second factor gets 401 CODIGO_REQUERIDO. */
export const credentials = z.strictObject({
  correo: email,
  clave: ownPassword,
  /** Six numbers of the application, or a recovery code. */
  codigo: z.string().trim().max(30).optional(),
  /** The answer of one of the operator's keys to `llave` of the 401 CODIGO_REQUERIDO, in place of a code. */
  llave: keyAnswer.optional(),
})
export type Credentials = z.infer<typeof credentials>

/** POST /api/panel/segundo-factor */
export const secondFactorSecret = z.object({ secreto: z.string(), uri: z.string() })
/** POST /api/panel/segundo-factor/confirmar: a first code of the secret, and the account's password. */
export const secondFactorCode = z.strictObject({
  clave: ownPassword,
  codigo: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'Escribe los 6 dígitos.'),
})
export type SecondFactorCode = z.output<typeof secondFactorCode>
export type SecondFactorSecret = z.infer<typeof secondFactorSecret>
/**
 * Six numbers of the application, or a recovery code, given for one dangerous change. Calls that want it have it as `codigo`,
 * and hand it to `requireFreshFactor`.
 */
export const freshCode = z.string('Escribe el código.').trim().min(6, 'Escribe el código.').max(30)
/** DELETE /api/panel/segundo-factor, and every other change that takes nothing but the code. */
export const anyCode = z.strictObject({ codigo: freshCode })
/** POST /api/panel/permiso: the password only without a second factor. */
export const proof = z.strictObject({ codigo: freshCode.optional(), clave: ownPassword.optional() })
export type Proof = z.infer<typeof proof>
export const recoveryCodes = z.object({ codigos: z.array(z.string()) })

/** Fields for a new operator on the command line. */
export const newOperator = z.strictObject({
  nombre: personName,
  correo: email,
  clave: newPassword,
  rol: role.default('revisor'),
})
export type NewOperator = z.output<typeof newOperator>
