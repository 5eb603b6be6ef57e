import { WHOLE_FILE } from '../../../../statement-map.ts'
import type { ReadQuestion } from '../reading/answer.ts'
import { readStatement } from '../reading/read-statement.ts'

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

/** What the reader says of a file, and céntimos of each row that counts, less than 0 for money out. */
export async function counted(file: string | Buffer, more: Partial<ReadQuestion> = {}, banco = '0134') {
  const { head, filas } = await readStatement(Buffer.from(file), questionOf(banco, more))
  const sums = filas.map(({ sentido, centimos }) => (sentido === 'credito' ? centimos : -centimos))
  return { sums, head, refused: head.rechazadas.map(({ fila }) => fila) }
}

/** A file of these lines. */
export const lines = (...rows: string[]) => `${rows.join('\n')}\n`

/** The names of a file's columns, the account that it is of and another, and a row that came in and one that left. */
export const NAMES = 'Fecha;Referencia;Descripción;Monto'
export const OWN = '01340000001000000001'
export const OTHER = '01340000009999999999'
export const came = '20/11/2026;11111111;UNO;100,00'
export const left = '20/11/2026;11111119;DOS;-1,00'
