/** Characters of a reason, its ends trimmed. */
export const REASON_LENGTH = { least: 5, most: 500 } as const

/** @returns the reason as it is stored, or null when it is too short or too long. */
export function readReason(typed: string): string | null {
  const reason = typed.trim()
  return reason.length >= REASON_LENGTH.least && reason.length <= REASON_LENGTH.most ? reason : null
}

/** The desk offers it once the account was read after the report. */
export const UNSEEN_REASON = 'El pago no aparece en la cuenta.'

/** Reasons offered until the owner writes others. */
export const CANNED_REASONS = [
  UNSEEN_REASON,
  'El monto no es el exacto.',
  'La referencia no coincide con el comprobante.',
  'El comprobante no se puede leer.',
  'El pago ya fue usado en otra compra.',
] as const

/** Offered first for somebody who may not buy: it tells what happens to the money, and hides the list. */
export const REFUND_REASON = 'No podemos aceptar esta compra. Te devolvemos tu dinero: escríbenos para acordarlo.'
