import { WHOLE_FILE } from '../../../statement-map.ts'
import type { ReadQuestion } from '../reading/answer.ts'

/** The question to the reader for a statement of an account in bolívares of that bank. */
export const questionOf = (banco: string, more: Partial<ReadQuestion> = {}): ReadQuestion => ({
  mapa: null,
  propios: [],
  banco,
  cuentas: [],
  tipo: 'pago_movil',
  moneda: 'VES',
  hoy: '2026-11-23',
  ...more,
  // As most accounts have it: a person has answered once that a file without words has only money that came in.
  palabras: { [`tipo ${WHOLE_FILE}`]: true, ...more.palabras },
})
