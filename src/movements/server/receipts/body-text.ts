import type { Instant } from '#platform/clock.ts'
import { caracasInstant, readBankDay } from '../../caracas-time.ts'
import type { Fields } from '../webhooks/webhook.ts'
import type { Body } from './keep-receipt.ts'

/** Deeper or longer ones are no call of a bank and no notice of a phone. */
const MOST_FIELDS = 100

/** The text of a body, in UTF-8, or as Windows writes it where it is none. */
export function bodyText({ bytes }: Body): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * The fields of a JSON object or of a form, their names in lower case; null where it is neither. What is deeper than its first level is
 * left out, except the one object or the one row that some contracts wrap all of it in.
 */
export function bodyFields(body: Body): Fields | null {
  const text = bodyText(body).trim()
  if (text.startsWith('{') || text.startsWith('[')) {
    const given = unwrapped(readJson(text))
    return given && fieldsOf(Object.entries(given))
  }
  if (!saysForm(body)) return null
  return fieldsOf([...new URLSearchParams(text)])
}

function saysForm({ tipo }: Body): boolean {
  return tipo.includes('x-www-form-urlencoded')
}

/** Whether fields of a form stand in it, though nobody said that it is one. */
export function isForm(body: Body, text: string): boolean {
  return saysForm(body) || /^[\w.-]{1,40}=/.test(text)
}

/** What a text says in JSON; null where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function unwrapped(value: unknown): object | null {
  if (typeof value !== 'object' || value === null) return null
  const inner = Object.values(value)
  const [only] = inner
  return inner.length === 1 && typeof only === 'object' ? only : Array.isArray(value) ? null : value
}

function fieldsOf(entries: [string, unknown][]): Fields {
  const told = entries
    .slice(0, MOST_FIELDS)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => [name.toLowerCase(), storable(String(value))])
  return Object.fromEntries(told)
}

/** As a database keeps it. */
function storable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}

/** What a phone forwards: the notice, and when it had it. Who it is of is judged by everything that stands there (`sender.ts`). */
export interface Forwarded {
  texto: string
  en: Instant | null
}

export const TEXTS: readonly string[] = [
  'texto',
  'text',
  'mensaje',
  'message',
  'body',
  'notificacion',
  'notification',
  'sms',
]
const TITLES = ['titulo', 'title']
export const TIMES: readonly string[] = ['hora', 'time', 'fecha', 'en', 'timestamp', 'date']

/**
 * Reads what a phone forwards: JSON or a form with `texto`, `app` and `hora`, by any of the names that people give them, or the text
 * alone. JSON that a phone put together without minding quotes and line breaks is read as the text that it is.
 */
export function forwardedNotice(body: Body): Forwarded {
  const fields = bodyFields(body)
  if (fields === null) {
    const texto = storable(bodyText(body))
    return { texto, en: null }
  }
  const first = (names: readonly string[]) => names.map((name) => fields[name]).find((value) => value) ?? ''
  return {
    texto: [first(TITLES), first(TEXTS)].filter(Boolean).join(' '),
    en: readTime(first(TIMES)),
  }
}

/** Seconds or milliseconds since 1970, ISO with a zone, or a day and an hour in Caracas. */
export function readTime(text: string): Instant | null {
  if (/^\d{10}$/.test(text)) return (Number(text) * 1000) as Instant
  if (/^\d{13}$/.test(text)) return Number(text) as Instant
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) {
    const at = Date.parse(text)
    return Number.isNaN(at) ? null : (at as Instant)
  }
  // The hour is all that stands behind: `8:30 p. m.` has spaces.
  const [, day = '', hour = ''] = /^([^\sT,]+)[\sT,]*(.*)$/s.exec(text) ?? []
  const dia = readBankDay(day)
  return dia && caracasInstant(dia, hour)
}
