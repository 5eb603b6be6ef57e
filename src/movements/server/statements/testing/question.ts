import type { ReadQuestion } from '../reading/answer.ts'

/** What the reader is asked of a statement of an account in bolívares of that bank. */
export const questionOf = (banco: string, more: Partial<ReadQuestion> = {}): ReadQuestion => ({
  mapa: null,
  propios: [],
  palabras: {},
  banco,
  cuentas: [],
  tipo: 'pago_movil',
  moneda: 'VES',
  hoy: '2026-11-23',
  ...more,
})
