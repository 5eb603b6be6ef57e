/** Beyond it a number is no sum of money, and JavaScript counts no céntimos. */
const MOST_CENTIMOS = 9_000_000_000_000_00

/**
 * `150.00` or `150` as integers of the smallest unit. Places that are smaller are left out, as a wallet's sixth is. A minus is kept.
 * @returns null for everything else.
 */
export function centimosOfDecimal(text: string): number | null {
  const [, sign, whole, cents = ''] = /^([-+]?)(\d{1,15})(?:\.(\d{1,18}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const size = centimos(whole, cents.slice(0, 2))
  return size === null || sign !== '-' ? size : -size
}

function centimos(whole: string, cents: string): number | null {
  const value = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return value <= MOST_CENTIMOS ? value : null
}

/** One line of text, without signs that nobody sees, as long as the tables and screens take it. */
export function shortText(value: string): string {
  return value
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
}

/** Those fields of a row as texts, which banks write as numbers too, or leave out; null where it is no row of such fields. */
export function rowTexts<Name extends string>(row: unknown, names: readonly Name[]): Record<Name, string> | null {
  if (typeof row !== 'object' || row === null) return null
  const texts = names.map((name): [Name, string | null] => [
    name,
    textOf((row as Partial<Record<Name, unknown>>)[name]),
  ])
  return texts.some(([, text]) => text === null) ? null : (Object.fromEntries(texts) as Record<Name, string>)
}

/** A number of JSON is near to its true value, and banks count no third place. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toFixed(2)
  return value === undefined || value === null ? '' : typeof value === 'string' ? shortText(value) : null
}
