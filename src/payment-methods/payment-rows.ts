import type { PaymentMethod } from './contract.ts'

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

/** The lines of the data to pay to. */
export function paymentRows(method: Pick<PaymentMethod, PaymentField | 'tipo'>) {
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

/** A beneficiary: a person's cédula (V, E), a company's RIF (J, G, C) or a passport (P). */
const NATIONAL_ID = /^([VEJGCP]?)(\d+)$/

/** `12.345.678` */
function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, '.')
}

/**
 * The stored form of a beneficiary's document: `V-12.345.678` or `J-12345678-9`, for any pasted form. Without a letter it is a
 * person's. Null when it is none.
 */
export function normaliseNationalId(text: string): string | null {
  const match = NATIONAL_ID.exec(text.toUpperCase().replace(/[\s.\-–—_]/g, ''))
  if (!match) return null
  const letter = match[1] || 'V'
  const digits = match[2] ?? ''
  if (letter === 'V' || letter === 'E') {
    const plain = digits.replace(/^0+/, '')
    // Zeros in front are kept where they fit: an owner's data is not rewritten for nothing.
    return /^\d{5,9}$/.test(plain) ? `${letter}-${group(digits.length > 9 ? plain : digits)}` : null
  }
  return /^\d{8,9}$/.test(digits) ? `${letter}-${digits.slice(0, 8)}${digits.slice(8) && `-${digits.slice(8)}`}` : null
}

/** How visitors read it: as it was written, unless it is a person's bare digits. */
function showNationalId(text: string): string {
  return /^[VE]?\d+$/i.test(text) ? (normaliseNationalId(text) ?? text) : text
}
