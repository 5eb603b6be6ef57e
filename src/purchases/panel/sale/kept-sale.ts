import { METHOD_TITLES } from '#payment-methods/methods.ts'
import { dropKept, keep, readKept } from '#platform/panel/kept.ts'
import type { SaleDraft, SentSale } from './sell-query.ts'

/**
 * A sale that is not done: its key, what is typed, and what was sent without an answer. It outlives a reload, and lasts from
 * the first letter until its numbers are shown.
 */
export interface KeptSale {
  clave: string
  /** Null while nothing was typed. The proof is not kept: it is chosen again. */
  borrador: SaleDraft | null
  /** What went out under the key, word for word: it is sent again as it was. */
  envio: SentSale | null
}

const WHERE = 'sessionStorage'

/** Of one operator: who signs in next in this tab sees nothing of it. The number goes up with the shape of what is kept. */
function nameOf(operatorId: number): string {
  return `panel-venta-1:${operatorId}`
}

export function keepSale(operatorId: number, sale: KeptSale): void {
  keep(WHERE, nameOf(operatorId), sale)
}

export function dropSale(operatorId: number): void {
  dropKept(WHERE, nameOf(operatorId))
}

/** What cannot be read of it is left out, but never the key: it is what keeps a sale from being made twice. */
export function readKeptSale(operatorId: number): KeptSale | null {
  const kept = readKept(WHERE, nameOf(operatorId))
  if (!isRecord(kept) || typeof kept['clave'] !== 'string' || !/^[0-9a-f]{32}$/.test(kept['clave'])) return null
  return { clave: kept['clave'], borrador: readDraft(kept['borrador']), envio: readSent(kept['envio']) }
}

function readDraft(kept: unknown): SaleDraft | null {
  if (!isRecord(kept)) return null
  const text = (name: string) => (typeof kept[name] === 'string' ? kept[name] : '')
  const count = (name: string) => (Number.isSafeInteger(kept[name]) ? (kept[name] as number) : 0)
  const metodo = text('metodo')
  return {
    rifa: count('rifa'),
    cantidad: count('cantidad'),
    numeros: Array.isArray(kept['numeros']) ? kept['numeros'].filter((one) => typeof one === 'string') : null,
    metodo: Object.hasOwn(METHOD_TITLES, metodo) ? (metodo as SaleDraft['metodo']) : null,
    nombre: text('nombre'),
    cedula: text('cedula'),
    telefono: text('telefono'),
    correo: text('correo'),
    referencia: text('referencia'),
    comprobante: null,
    confirmar: kept['confirmar'] !== false,
  }
}

function readSent(kept: unknown): SentSale | null {
  if (!isRecord(kept) || !isRecord(kept['campos'])) return null
  const { campos, comprobante, rifa } = kept
  if (Object.values(campos).some((value) => typeof value !== 'string')) return null
  return {
    campos: campos as Record<string, string>,
    comprobante: typeof comprobante === 'string' ? comprobante : '',
    rifa: typeof rifa === 'string' ? rifa : '',
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
