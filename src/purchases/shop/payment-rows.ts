import type { PaymentMethod } from '#payment-methods/contract.ts'
import { formatCedula, normaliseCedula } from '../cedula.ts'

/** One line of the data to pay to. */
export interface PaymentRow {
  label: string
  shown: string
  copied: string
}

type Kept = 'banco' | 'numeroCuenta' | 'cedula' | 'telefono' | 'email' | 'nombre'

/**
 * In the order in which a bank's app asks. Account, cédula and phone are copied as digits only; mail and names verbatim,
 * because Zelle and Binance go by them.
 */
const ROWS: readonly { field: Kept; label: string; digits: boolean }[] = [
  { field: 'banco', label: 'Banco', digits: false },
  { field: 'numeroCuenta', label: 'Número de cuenta', digits: true },
  { field: 'cedula', label: 'Cédula', digits: true },
  { field: 'telefono', label: 'Teléfono', digits: true },
  { field: 'email', label: 'Correo', digits: false },
  { field: 'nombre', label: 'A nombre de', digits: false },
]

export function paymentRows(method: Pick<PaymentMethod, Kept>): PaymentRow[] {
  return ROWS.filter(({ field }) => method[field] !== '').map(({ field, label, digits }) => {
    const value = method[field]
    return { label, shown: shownAs(field, value), copied: digits ? value.replace(/\D/g, '') : value }
  })
}

function shownAs(field: Kept, value: string): string {
  if (field === 'cedula') {
    // As the operator wrote it, unless it is bare digits: a company's number keeps its own letter.
    const cedula = /^[VE]?\d+$/i.test(value) ? normaliseCedula(value) : null
    return cedula ? formatCedula(cedula) : value
  }
  if (field === 'telefono') return value.replace(/^(\d{4})(\d{7})$/, '$1-$2')
  return field === 'numeroCuenta'
    ? value.replace(/^\d{20}$/, (digits) => digits.replace(/(\d{4})(?=\d)/g, '$1 '))
    : value
}
