import { z } from 'zod'

/** Beyond it a number is no sum of money, and JavaScript counts no céntimos. */
const MOST_CENTIMOS = 9_000_000_000_000_00

/**
 * `150.00`, `150` or the number 150.5 as integers of the smallest unit. Places that are smaller are left out, as a wallet's sixth is.
 * A minus is kept.
 * @returns null for everything else.
 */
export function centimosOfDecimal(value: unknown): number | null {
  const text = typeof value === 'number' ? plainNumber(value) : typeof value === 'string' ? value.trim() : ''
  const [, sign, whole, cents = ''] = /^([-+]?)(\d{1,15})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const size = centimos(whole, cents.slice(0, 2))
  return size === null || sign !== '-' ? size : -size
}

/** A number of JSON is near to its true value, and banks count no third place. */
function plainNumber(value: number): string {
  return Number.isFinite(value) && Math.abs(value) < 1e13 ? value.toFixed(2) : ''
}

function centimos(whole: string, cents: string): number | null {
  const value = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return value <= MOST_CENTIMOS ? value : null
}

/** One line of text, without signs that nobody sees, as long as the tables and screens take it. */
export function shortText(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
}

/** A text of a row, which banks write as a number too, or leave out. */
export const rowText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => shortText(value ?? ''))
