import { parseRate, type Rate } from '#platform/money.ts'
import type { RateReference } from './contract.ts'

/** Names of the rates on the pages. Apart from the contract, whose library the shop does not load. */
export const RATE_NAMES: Record<RateReference, string> = {
  bcv_euro: 'Tasa BCV euro',
  bcv_dolar: 'Tasa BCV dólar',
  fija: 'Tasa del día',
}

/**
 * A rate as people in Venezuela type it: `671,4235`, `1.050,20`, and `671.4235` as it is copied from BCV's JSON.
 * @returns null if it is no rate, and `ambigua` for `1.050`, which could be either.
 */
export function readTypedRate(text: string): Rate | 'ambigua' | null {
  const typed = text.trim().replace(/^Bs\.?\s*/i, '')
  if (/^\d{1,3}\.\d{3}$/.test(typed)) return 'ambigua'
  if (/^\d{1,3}(\.\d{3})+(,\d+)?$/.test(typed)) return parseRate(typed.replaceAll('.', '').replace(',', '.'))
  return parseRate(typed.replace(',', '.'))
}

/** Visitors' view meanwhile. */
export const NO_RATE =
  'Las páginas calculan los bolívares con una tasa vieja, de ejemplo, y piden confirmar el monto con soporte.'

/** Form message for a text that is no rate, or may be two. */
export function rateProblem(typed: ReturnType<typeof readTypedRate>): string | undefined {
  if (typed !== null && typed !== 'ambigua') return undefined
  return typed === null
    ? 'Escríbela como 671,4235.'
    : 'No se sabe si el punto es de miles. Escríbela con coma: 1050,00 o 1,050.'
}
