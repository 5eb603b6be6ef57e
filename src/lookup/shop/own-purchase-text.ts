import { formatInstant, type Instant } from '#platform/clock.ts'
import { formatMoney, parseMoney } from '#platform/money.ts'
import type { IconName } from '#platform/web/icons.ts'
import type { OwnPurchase, PurchaseState } from '#purchases/contract.ts'

/** How the page speaks of each state. */
interface StateText {
  badge: string
  icon: IconName
  tone: 'accent' | 'calm' | 'danger'
  title: (purchase: OwnPurchase) => string
  text: (purchase: OwnPurchase) => string
  /** On the stub of the ticket. */
  stub: [string, string]
}

const tickets = ({ cantidad_tickets }: OwnPurchase) => `${cantidad_tickets} boletos`

export const STATE_TEXTS: Record<PurchaseState, StateText> = {
  'en revision': {
    badge: 'En revisión',
    icon: 'clock',
    tone: 'accent',
    title: () => 'Estamos verificando tu pago',
    text: ({ correo }) => `Un operador lo compara con el banco. Te escribimos a ${correo}: no tienes que esperar aquí.`,
    stub: ['Sin números', 'hasta confirmar'],
  },
  confirmado: {
    badge: 'Confirmada',
    icon: 'check',
    tone: 'calm',
    title: ({ cantidad_tickets }) => `Tus ${cantidad_tickets} números están listos`,
    text: ({ correo }) => `También los enviamos a ${correo}.`,
    stub: ['Confirmado', 'pago verificado'],
  },
  rechazado: {
    badge: 'Por corregir',
    icon: 'alert',
    tone: 'danger',
    title: () => 'No pudimos validar tu pago',
    text: (purchase) =>
      purchase.corregible_hasta === null
        ? `Tus ${tickets(purchase)} volvieron a la venta. Si corriges tu reporte, apartamos otros mientras queden.`
        : `Guardamos tus ${tickets(purchase)} hasta el ${formatInstant(Date.parse(purchase.corregible_hasta) as Instant)} Corrige tu reporte antes.`,
    stub: ['Sin números', 'por corregir'],
  },
  anulado: {
    badge: 'Anulada',
    icon: 'close',
    tone: 'danger',
    title: () => 'Esta compra fue anulada',
    text: () => 'Sus números ya no participan. Si tienes dudas, escribe a soporte.',
    stub: ['Sin números', 'anulada'],
  },
}

export const STEP_TITLES: Record<OwnPurchase['pasos'][number]['paso'], string> = {
  apartado: 'Boletos apartados',
  reportado: 'Pago reportado',
  corregido: 'Reporte corregido',
  confirmado: 'Pago verificado y números asignados',
  rechazado: 'Pago no validado',
  anulado: 'Compra anulada',
}

/** What was to be paid, as it is printed; empty when it was not known. */
export function owedText({ monto, monto_moneda }: Pick<OwnPurchase, 'monto' | 'monto_moneda'>): string {
  const amount = parseMoney(monto ?? '')
  return amount === null ? '' : formatMoney(amount, monto_moneda)
}
