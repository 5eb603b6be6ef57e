import { addDays, type CalendarDate, parseDay } from '#platform/clock.ts'
import { isForeignKind, normaliseCedula } from './cedula.ts'
import {
  CEDULA_INVALID,
  CEDULA_KIND,
  DATE_INVALID,
  DATE_REQUIRED,
  EMAIL_INVALID,
  NAME_INVALID,
  PHONE_INVALID,
  REFERENCE_INVALID,
  REFERENCE_REQUIRED,
} from './messages.ts'
import { normalisePhone } from './phone.ts'
import { referenceKey } from './reference.ts'

/** Days before today that a payment may be from. */
export const PAYMENT_DAYS_BACK = 7

/** The fields that a person types, named as in the form. */
export interface PersonFields {
  nombre: string
  cedula: string
  telefono: string
  correo: string
  referencia: string
  /** Day of the payment, `YYYY-MM-DD`. */
  fecha: string
}

export type PersonField = keyof PersonFields

/** The fields whose value breaks a rule, each with the message for the person, in the order of the form. */
export function checkPurchase(
  fields: PersonFields,
  { today }: { today: CalendarDate },
): Partial<Record<PersonField, string>> {
  const messages: Partial<Record<PersonField, string>> = {}
  if (!isName(fields.nombre)) messages.nombre = NAME_INVALID
  if (normaliseCedula(fields.cedula) === null) {
    messages.cedula = isForeignKind(fields.cedula) ? CEDULA_KIND : CEDULA_INVALID
  }
  if (normalisePhone(fields.telefono) === null) messages.telefono = PHONE_INVALID
  if (!isEmail(fields.correo)) messages.correo = EMAIL_INVALID
  const reference = checkReference(fields.referencia)
  if (reference !== null) messages.referencia = reference
  const date = checkPaymentDate(fields.fecha, today)
  if (date !== null) messages.fecha = date
  return messages
}

/** Why that reference is none, or null. */
export function checkReference(text: string): string | null {
  const plain = text.trim()
  if (plain === '') return REFERENCE_REQUIRED
  return plain.length > 40 || /[^\p{L}\p{N} .\-_/#:]/u.test(plain) || referenceKey(plain) === ''
    ? REFERENCE_INVALID
    : null
}

/** Why that payment date is not accepted, or null: seven days back up to today. */
export function checkPaymentDate(text: string, today: CalendarDate): string | null {
  if (text === '') return DATE_REQUIRED
  const day = parseDay(text)
  return day !== null && day <= today && day >= addDays(today, -PAYMENT_DAYS_BACK) ? null : DATE_INVALID
}

/** Two to 120 characters with a letter in them; what is invisible or steers the text's direction is no part of a name. */
function isName(text: string): boolean {
  const name = text.trim()
  return name.length >= 2 && name.length <= 120 && /\p{L}/u.test(name) && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)
}

/** One address that a mail header can carry as it is: no list, no line break, no quoting. */
function isEmail(text: string): boolean {
  const mail = text.trim()
  return mail.length <= 254 && /^[^\s@,;:<>()[\]"\\\p{C}]{1,64}@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/iu.test(mail)
}
