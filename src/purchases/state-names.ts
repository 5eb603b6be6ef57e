import type { Deed } from '#journal/deeds.ts'
import { type Money, sumMoney } from '#platform/money.ts'
import type { AskedFor, PurchaseState } from './contract.ts'

/** Spanish names of a purchase's states. */
export const STATE_NAMES: Record<PurchaseState, string> = {
  'en revision': 'En revisión',
  confirmado: 'Confirmada',
  rechazado: 'Rechazada',
  anulado: 'Anulada',
}

/** The same within a sentence about it. */
export const STANDS: Record<PurchaseState, string> = {
  'en revision': 'está en revisión',
  confirmado: 'ya está confirmada',
  rechazado: 'fue rechazada',
  anulado: 'fue anulada',
}

/** State of one purchase, in Spanish. @param pide the correction asked for */
export const stateName = ({ estado, pide }: { estado: PurchaseState; pide?: AskedFor | null | undefined }) =>
  pide ? 'Corrección pedida' : STATE_NAMES[estado]

/** The correction asked for, as mail and private page say it. */
export const ASKED: Record<AskedFor, string> = {
  referencia: 'la referencia',
  comprobante: 'el comprobante',
  ambos: 'la referencia y el comprobante',
  resto: 'el monto',
}

/**
 * Advice after too small a payment. The reference stays that of the first payment, which is claimed by it.
 * @param where the buyer sends it.
 */
export const payTheRest = (where: string) =>
  `Paga solo lo que falta, nada más, y envía ${where} un comprobante donde se vean los dos pagos. La referencia sigue siendo la del primero.`

/** A line of a purchase's history. */
interface Line {
  en: number | string
  accion: string
  datos: Record<string, unknown>
}
const BACK: Deed = 'dinero devuelto'
const KEPT: Deed = 'dinero ignorado'
const REOPENED: Deed = 'dinero reabierto'
/** Deeds of a refund. */
export const REFUNDS: readonly Deed[] = [BACK, KEPT, REOPENED]

/** Lines about the money of a purchase that fell, unless reopened since: by its movement, or of all where none was known. */
export function refundsOf<One extends Line>(history: readonly One[]): One[] {
  let found: One[] = []
  for (const line of history) {
    if (line.accion === BACK || line.accion === KEPT) found.push(line)
    else if (line.accion === REOPENED)
      found = found.filter(({ datos }) => datos['movimiento'] !== line.datos['movimiento'])
  }
  return found
}

/** All that was given back of it, and when the last of it was; null for nothing. Money that came later for a noted refund is part of that. */
export function givenBack(history: readonly Line[]): { monto: Money | null; en: string } | null {
  const back = refundsOf(history).filter(({ accion, datos }) => accion === BACK && !datos['anotado'])
  const last = back.at(-1)
  if (!last) return null
  const sums = back.flatMap(({ datos }) => (datos['monto'] as Money | undefined) ?? [])
  return { monto: sums.length === 0 ? null : sumMoney(sums), en: new Date(last.en).toISOString() }
}
