import type { PaymentMethod } from './contract.ts'
import { showNationalId } from './national-id.ts'

/** One line of the data to pay to. */
export interface PaymentRow {
  label: string
  shown: string
  copied: string
}

/** Fields of a method that a visitor sees. */
export type PaymentField = 'banco' | 'numeroCuenta' | 'cedula' | 'telefono' | 'email' | 'nombre'

/**
 * In the order of a bank's app. Account, bank, cédula and phone are copied as digits only, a bank without a code by
 * its name; mail and names verbatim, because Zelle and Binance go by them.
 */
const ROWS: readonly { field: PaymentField; label: string; digits: boolean }[] = [
  { field: 'banco', label: 'Banco', digits: true },
  { field: 'numeroCuenta', label: 'Número de cuenta', digits: true },
  { field: 'cedula', label: 'Cédula', digits: true },
  { field: 'telefono', label: 'Teléfono', digits: true },
  { field: 'email', label: 'Correo', digits: false },
  { field: 'nombre', label: 'A nombre de', digits: false },
]

export function paymentRows(method: Pick<PaymentMethod, PaymentField | 'tipo'>): PaymentRow[] {
  return ROWS.filter(({ field }) => method[field] !== '').map(({ field, label, digits }) => {
    // Another host may write a cédula or a phone as a number.
    const value = `${method[field]}`
    return {
      label: labelOf(method, field) ?? label,
      shown: shownAs(field, value),
      copied: (digits && value.replace(/\D/g, '')) || value,
    }
  })
}

/** The word that the bank's app or the wallet uses, where it is another. */
function labelOf({ tipo, cedula }: Pick<PaymentMethod, 'tipo' | 'cedula'>, field: PaymentField): string | null {
  if (field === 'numeroCuenta' && tipo === 'binance') return 'ID de Binance'
  return field === 'cedula' && /^[JGC]/i.test(cedula) ? 'RIF' : null
}

function shownAs(field: PaymentField, value: string): string {
  if (field === 'cedula') return showNationalId(value)
  if (field === 'telefono') return value.replace(/^(\d{4})(\d{7})$/, '$1-$2')
  return field === 'numeroCuenta'
    ? value.replace(/^\d{20}$/, (digits) => digits.replace(/(\d{4})(?=\d)/g, '$1 '))
    : value
}
