import { isAddress } from '#mail/address.ts'
import type { MethodKind } from '#payment-methods/methods.ts'
import { addDays, type CalendarDate, parseDay } from '#platform/clock.ts'
import { withoutHidden } from '#platform/hidden-signs.ts'
import { isForeignKind, normaliseCedula, normaliseDocument } from './cedula.ts'
import {
  CEDULA_INVALID,
  CEDULA_KIND,
  DATE_INVALID,
  DATE_REQUIRED,
  EMAIL_INVALID,
  NAME_INVALID,
  NAME_LETTERS,
  PAYER_INVALID,
  PHONE_ABROAD,
  PHONE_INVALID,
  REFERENCE_INVALID,
  REFERENCE_REQUIRED,
  REFERENCE_SHORT,
} from './messages.ts'
import { isForeignPhone, normalisePhone } from './phone.ts'

/** Days before today that a payment may be from. */
export const PAYMENT_DAYS_BACK = 7
/** Shops ask for the last four digits at least. */
const LEAST_DIGITS = 4

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

/** Payer, if not the buyer, named as in the form; empty where that is not said. */
export interface PayerFields {
  /** The payer's bank, by the first four digits of its accounts. */
  pagador_banco: string
  pagador_telefono: string
  pagador_cedula: string
}

export type PayerField = keyof PayerFields

/** For buyers who paid themselves. */
export const NO_PAYER: PayerFields = { pagador_banco: '', pagador_telefono: '', pagador_cedula: '' }
export const PAYER_FIELDS: readonly PayerField[] = ['pagador_banco', 'pagador_telefono', 'pagador_cedula']

/** Method of payment; null when unknown. Cash has only what the seller wrote down. */
export type PaidBy = MethodKind | 'efectivo' | null

/** The fields whose value breaks a rule, each with the message for the person, in the order of the form. */
export function checkPurchase(
  fields: PersonFields,
  { today, metodo }: { today: CalendarDate; metodo: PaidBy },
): Partial<Record<PersonField, string>> {
  const messages = checkPerson(fields, metodo)
  const date = checkPaymentDate(fields.fecha, today)
  if (date !== null) messages.fecha = date
  return messages
}

/** Fields of the payer that break a rule. All of them may be left out. */
export function checkPayer(payer: Partial<PayerFields>): Partial<Record<PayerField, string>> {
  const kept = readPayer(payer)
  const messages: Partial<Record<PayerField, string>> = {}
  for (const field of PAYER_FIELDS) {
    if (payer[field]?.trim() && kept[field] === '') messages[field] = PAYER_INVALID[field]
  }
  return messages
}

/**
 * The payer's data as they are kept and compared with those of banks: `0134`, `58412…`, `V12345678`. Empty for data
 * that are missing, unreadable, or the buyer's own anyway.
 * @param buyer phone and cédula as they are kept.
 */
export function readPayer(
  { pagador_banco = '', pagador_telefono = '', pagador_cedula = '' }: Partial<PayerFields>,
  buyer?: { telefono: string; cedula: string },
): PayerFields {
  const phone = normalisePhone(pagador_telefono)
  const document = normaliseDocument(pagador_cedula)
  return {
    pagador_banco: /^0\d{3}(?!\d)/.exec(pagador_banco.trim())?.[0] ?? '',
    pagador_telefono: phone === null || phone === buyer?.telefono ? '' : `58${phone.slice(1)}`,
    pagador_cedula: document === null || document === buyer?.cedula ? '' : document,
  }
}

/** The fields that somebody filled. */
export function saidOfPayer(payer: PayerFields): Partial<PayerFields> {
  return Object.fromEntries(PAYER_FIELDS.filter((field) => payer[field] !== '').map((field) => [field, payer[field]]))
}

/** The same without the day, which the page lets nobody type. */
export function checkPerson(fields: Omit<PersonFields, 'fecha'>, metodo: PaidBy): Partial<Record<PersonField, string>> {
  const reference = checkReference(fields.referencia, metodo)
  return { ...checkContact(fields), ...(reference !== null && { referencia: reference }) }
}

/** The fields that say who bought. */
export const CONTACT = ['nombre', 'cedula', 'telefono', 'correo'] as const
export type Contact = Pick<PersonFields, (typeof CONTACT)[number]>

/** Those of them that break a rule. */
export function checkContact(fields: Contact): Partial<Contact> {
  const messages: Partial<Contact> = {}
  const name = checkName(fields.nombre)
  if (name !== null) messages.nombre = name
  if (normaliseCedula(fields.cedula) === null) {
    messages.cedula = isForeignKind(fields.cedula) ? CEDULA_KIND : CEDULA_INVALID
  }
  if (normalisePhone(fields.telefono) === null) {
    messages.telefono = isForeignPhone(fields.telefono) ? PHONE_ABROAD : PHONE_INVALID
  }
  if (!isAddress(withoutHidden(fields.correo).trim())) messages.correo = EMAIL_INVALID
  return messages
}

/** Whether a bank of Venezuela reports such a payment, with its number and its payer. */
export function isOfBank(metodo: PaidBy): boolean {
  return metodo === 'pago_movil' || metodo === 'transferencia'
}

/**
 * Why that reference is none, or null.
 * @param metodo how it was paid: banks in bolívares number their payments. Without a method it counts as paid by one of them.
 */
export function checkReference(text: string, metodo: PaidBy): string | null {
  const plain = withoutHidden(text).trim()
  if (plain === '') return REFERENCE_REQUIRED
  if (plain.length > 40 || /[^\p{L}\p{N} .\-_/#:]/u.test(plain) || !/[\p{L}\p{N}]/u.test(plain))
    return REFERENCE_INVALID
  const digits = plain.match(/\p{Nd}/gu)?.length ?? 0
  return (metodo === null || isOfBank(metodo)) && digits < LEAST_DIGITS ? REFERENCE_SHORT : null
}

/** Why that payment date is not accepted, or null. */
export function checkPaymentDate(text: string, today: CalendarDate): string | null {
  if (parseDay(text) === null) return DATE_REQUIRED
  return readPaymentDate(text, today) === null ? DATE_INVALID : null
}

/**
 * The day of a payment, seven days back up to today, or null. Tomorrow is today: a client that reckons in UTC sends it
 * after eight in the evening in Caracas.
 */
export function readPaymentDate(text: string, today: CalendarDate): CalendarDate | null {
  const day = parseDay(text)
  if (day === null || day < addDays(today, -PAYMENT_DAYS_BACK) || day > addDays(today, 1)) return null
  return day > today ? today : day
}

/**
 * Why that is no person's name, or null: 2 to 120 letters of any script, with spaces, apostrophes, hyphens and full stops. Mails are
 * addressed by it to whomever a stranger writes: no figure, no sum and no address can stand in it.
 */
function checkName(text: string): string | null {
  const name = withoutHidden(text).trim()
  if (name.length < 2 || name.length > 120 || !/\p{L}/u.test(name)) return NAME_INVALID
  return /[^\p{L}\p{M}\p{Zs}.'’ʼ´`‐-]/u.test(name) ? NAME_LETTERS : null
}

/**
 * The name as it is kept: single spaces, and one behind each full stop that letters follow. So `rifas.com` is no address that
 * a mail program turns into a link.
 */
export function tidyName(text: string): string {
  return withoutHidden(text)
    .trim()
    .replace(/\.(?=([\p{L}\p{M}]+))/gu, (dot, word: string) => (isLong(word) ? '. ' : dot))
    .replace(/\s+/g, ' ')
}

/** More than an initial, also where one character represents two letters: `rifas.ﬁ` opens rifas.fi. */
function isLong(word: string): boolean {
  return (word.normalize('NFKC').match(/\p{L}/gu)?.length ?? 0) > 1
}
