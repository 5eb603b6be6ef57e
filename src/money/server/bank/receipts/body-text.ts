import type { Instant } from '#platform/clock.ts'
import { caracasInstant, readBankDay } from '../../../caracas-time.ts'
import { SAYS_AMOUNT } from '../notices/notice-formats.ts'
import { jsonIn, textOf } from '../sent-text.ts'
import type { Fields } from '../webhooks/webhooks.ts'
import type { Body } from './keep-receipt.ts'

/** Deeper or longer ones are no call of a bank and no notice of a phone. */
const MOST_FIELDS = 100

/** The text of a body, in UTF-8 or UTF-16, or as Windows writes it where it is none. */
export function bodyText({ bytes }: Pick<Body, 'bytes'>): string {
  return textOf(bytes, encodingOf(bytes))
}

/** UTF-16 has a mark in front, or a zero next to nearly every letter. */
function encodingOf(bytes: Buffer): string {
  const start = bytes.subarray(0, 200)
  const zeros = (side: 0 | 1) => start.filter((byte, at) => byte === 0 && at % 2 === side).length
  const mark = bytes.toString('hex', 0, 2)
  if (mark === 'fffe' || zeros(1) > start.length / 3) return 'utf-16le'
  return mark === 'feff' || zeros(0) > start.length / 3 ? 'utf-16be' : 'utf-8'
}

/**
 * The fields of a JSON object or of a form, their names in lower case; null where it is neither. Fields deeper than its first level are
 * left out, except the one object or the one row that some contracts wrap all of it in.
 */
export function bodyFields(body: Body): Fields | null {
  const text = bodyText(body).trim()
  if (text.startsWith('{') || text.startsWith('[')) {
    const given = unwrapped(jsonIn(text))
    return given && fieldsOf(Object.entries(given))
  }
  const fields = formFields(text)
  return fields && fieldsOf(fields)
}

/** The fields of a form of any declared type: a text alone has any type too. Null where it is none. */
export function formFields(text: string): [string, string][] | null {
  if (/^[\p{L}\p{N}_.%+[\]-]{1,60}=/u.test(text)) return [...new URLSearchParams(text)]
  if (!/^--\S+\s+Content-Disposition:/i.test(text)) return null
  // Its parts begin with a line of their own, and their values after an empty one.
  return text.split(/^--.*$/m).flatMap((part) => {
    const [, name = ''] = /name="([^"]{1,40})"/.exec(part) ?? []
    const at = part.search(/\r?\n\r?\n/)
    return name === '' || at < 0 ? [] : [[name, part.slice(at)] satisfies [string, string]]
  })
}

/** All values within something, by their names in lower case: deeper ones too, and those of JSON within a field. */
export function leaves(name: string, value: unknown, depth = 0): [string, string][] {
  const told = typeof value === 'string' && /^\s*[{[]/.test(value) ? (jsonIn(value) ?? value) : value
  if (typeof told !== 'object') return [[name.toLowerCase(), storable(String(told))]]
  if (told === null || depth > 20) return []
  return Object.entries(told).flatMap(([key, inner]) => leaves(Array.isArray(told) ? name : key, inner, depth + 1))
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
export function storable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}

/** A phone's forwarded notice, and when it had it. All of its text decides about its sender (`sender.ts`). */
export interface Forwarded {
  /** With its title; empty where nothing that came is a text. */
  texto: string
  /** The value of its field alone; empty where there are no fields. */
  aviso: string
  /** Other texts with an amount. */
  otros: string[]
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
export const TIMES: readonly string[] = ['hora', 'time', 'fecha', 'en', 'timestamp', 'date', 'receivedat']

/**
 * Reads a forwarded message: JSON or a form with `texto`, `app` and `hora`, by any names and at any depth, or the text alone. The
 * longest text with an amount is the notice. JSON that a phone put together without minding quotes and line breaks is read
 * as the text that it is.
 */
export function forwardedNotice(body: Body): Forwarded {
  const text = bodyText(body).trim()
  const json = /^[{[]/.test(text) ? jsonIn(text) : null
  const said = json === null ? formFields(text)?.flatMap(([name, value]) => leaves(name, value)) : leaves('', json)
  // A form's way of writing a text may be left when its name is not.
  const alone = /\s/.test(text) ? text : (new URLSearchParams(`texto=${text}`).get('texto') ?? '')
  if (!said) return { texto: storable(alone), aviso: '', otros: [], en: null }
  const first = (names: readonly string[]) =>
    said.find(([name, value]) => names.includes(name) && value !== '')?.[1] ?? ''
  const texts = [...said, ...queryFields(body)].flatMap(([name, value]) =>
    TEXTS.includes(name) || (/\s/.test(value) && ![...TITLES, ...TIMES].includes(name)) ? [value] : [],
  )
  const amounts = texts.filter((one) => SAYS_AMOUNT.test(one))
  const aviso = longest(amounts) || first(TEXTS) || longest(texts)
  const otros = [...new Set(amounts)].filter((one) => one !== aviso)
  return { texto: [first(TITLES), aviso].filter(Boolean).join(' '), aviso, otros, en: readTime(first(TIMES)) }
}

/** Fields in the address behind its token. */
export function queryFields({ consulta = '' }: Body): [string, string][] {
  return [...new URLSearchParams(consulta)].map(([name, value]) => [name.toLowerCase(), storable(value)])
}

function longest(texts: readonly string[]): string {
  return texts.reduce((best, one) => (one.length > best.length ? one : best), '')
}

/** Seconds or milliseconds since 1970, ISO with a zone, or a day and an hour in Caracas. */
export function readTime(text: string): Instant | null {
  if (/^\d{10}$/.test(text)) return (Number(text) * 1000) as Instant
  if (/^\d{13}$/.test(text)) return Number(text) as Instant
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) {
    const at = Date.parse(text)
    return Number.isNaN(at) ? null : (at as Instant)
  }
  // The hour is all of the rest: `8:30 p. m.` has spaces.
  const [, day = '', hour = ''] = /^([^\sT,]+)[\sT,]*(.*)$/s.exec(text) ?? []
  const dia = readBankDay(day)
  return dia && caracasInstant(dia, hour)
}
