import { createHash } from 'node:crypto'
import type { Instant } from '#platform/clock.ts'
import type { ColumnMap } from '../../../statement-contract.ts'
import type { StatementField } from '../../../statement-map.ts'
import { readDocument, readPayer, readPhone, readType } from '../../read-payer.ts'
import type { ReadQuestion, ReadRow } from './answer.ts'
import { readCentimos, readMoment, readReference, UnreadableCell } from './cell-values.ts'
import { plainName } from './find-columns.ts'
import { type Cell, CUT, cellText, type SheetRow } from './sheet.ts'

/** What became of the rows of a file. */
export interface ReadRows {
  filas: ReadRow[]
  rechazados: number
  rechazadas: { fila: number; razon: string }[]
  omitidos: number
  /** Of them those that say something, with what they say. */
  omitidas: { fila: number; texto: string }[]
  /** Rows whose reference a workbook took for a number and lost. */
  sinReferencia: number[]
}

/** Reasons that are told one by one. */
const MOST_TOLD = 200
/** Rows that banks put among movements. */
const NO_MOVEMENT = /^(saldo (inicial|final|anterior|actual|disponible|al|total)|saldo$|total(es)?\b|subtotal)/
/** All that such a row says, where it has a day and an amount as a movement has. Who pays begins his reason with a word of his own. */
const WHOLE =
  /^(saldo( (inicial|final|anterior|actual|disponible|contable|total))?|(sub)?total(es)?( (general|generales|de |del )?(creditos|debitos|abonos|cargos|ingresos|egresos|movimientos|periodo|mes)?)?)( (a|al|del?|dia|\d{1,4})( \d{1,4}){0,3})*$/

/**
 * @param question its `banco` is that whose words are believed
 * @param from1904 how the file counts days.
 */
export function readRows(
  rows: readonly SheetRow[],
  mapa: ColumnMap,
  question: Pick<ReadQuestion, 'tipo' | 'hoy' | 'banco'>,
  from1904: boolean,
): ReadRows {
  const read: ReadRows = { filas: [], rechazados: 0, rechazadas: [], omitidos: 0, omitidas: [], sinReferencia: [] }
  const places = new Map<string, number>()
  const names = rows.find(({ fila }) => fila === mapa.cabecera)?.cells.map((cell) => plainName(cellText(cell)))
  for (const row of rows) {
    if (row.fila <= mapa.cabecera) continue
    if (row.cells.includes(CUT)) {
      refuse(read, row.fila, 'El archivo se corta aquí. Descárgalo otra vez.')
      continue
    }
    const at = (field: StatementField): Cell | undefined => {
      const column = mapa.columnas[field]
      return column === undefined ? undefined : row.cells[column]
    }
    if (isNoMovement(row, at, names)) {
      leaveOut(read, row)
      continue
    }
    try {
      const movement = readMovement(at, mapa, question, from1904)
      if (movement.lost) read.sinReferencia.push(row.fila)
      const name = nameOf(movement.plain)
      const place = (places.get(name) ?? 0) + 1
      places.set(name, place)
      read.filas.push({ fila: row.fila, id_banco: `${name}.${place}`, ...movement.plain })
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error
      refuse(read, row.fila, error.message)
    }
  }
  return read
}

function refuse(read: ReadRows, fila: number, razon: string): void {
  read.rechazados++
  if (read.rechazadas.length < MOST_TOLD) read.rechazadas.push({ fila, razon })
}

function leaveOut(read: ReadRows, { fila, cells }: SheetRow): void {
  read.omitidos++
  const texto = cells.map(cellText).filter(Boolean).join(' · ').slice(0, 200)
  if (texto !== '' && read.omitidas.length < MOST_TOLD) read.omitidas.push({ fila, texto })
}

type At = (field: StatementField) => Cell | undefined

/** Balances and totals, empty rows, lines that say neither day nor amount, and the names again at the top of a page. */
function isNoMovement({ cells }: SheetRow, at: At, names: readonly string[] | undefined): boolean {
  const texts = cells.map(cellText)
  if (texts.every((text) => text === '')) return true
  if (names && texts.every((text, index) => plainName(text) === (names[index] ?? ''))) return true
  const undated = cellText(at('fecha')) === ''
  const sums = (['monto', 'credito', 'debito'] as const).some((field) => cellText(at(field)) !== '')
  const said = undated ? texts : (['referencia', 'fecha'] as const).map((field) => cellText(at(field)))
  if (said.some((text) => NO_MOVEMENT.test(plainName(text))) || /^si$/i.test(cellText(at('tipo')))) return true
  if ((sums ? WHOLE : NO_MOVEMENT).test(plainName(cellText(at('descripcion'))))) return true
  return undated && !sums
}

function readMovement(
  at: At,
  mapa: ColumnMap,
  { tipo: usual, hoy, banco }: Pick<ReadQuestion, 'tipo' | 'hoy' | 'banco'>,
  from1904: boolean,
) {
  const { dia, en } = readMoment(at('fecha'), at('hora'), mapa.fechas, from1904)
  if (dia > hoy) throw new UnreadableCell(`La fecha ${dia.split('-').reverse().join('/')} no ha llegado.`)
  const centimos = readAmount(at, mapa)
  const concepto = cellText(at('descripcion')).slice(0, 200)
  const reference = readReference(at('referencia'))
  const payer = readPayer(concepto, banco)
  const bank = /\d{4}/.exec(cellText(at('banco')))?.[0] ?? ''
  const plain: Omit<ReadRow, 'fila' | 'id_banco'> = {
    sentido: centimos > 0 ? 'credito' : 'debito',
    tipo: readType(concepto, usual),
    centimos: Math.abs(centimos),
    dia,
    en: en as Instant | null,
    referencia: reference ?? '',
    referencia_otra: readReference(at('referencia_otra')) ?? '',
    banco_origen: bank || payer.banco_origen,
    telefono_origen: readPhone(cellText(at('telefono'))) || payer.telefono_origen,
    documento_origen: readDocument(cellText(at('cedula'))) || payer.documento_origen,
    nombre_origen: cellText(at('nombre')).slice(0, 80) || payer.nombre_origen,
    concepto,
  }
  return { plain, lost: reference === null }
}

const IN = /^(nc|c|cr|credito|abono|dp|dep|deposito|ingreso|haber|\+)$/
const OUT = /^(nd|d|db|debito|cargo|egreso|debe|-)$/

/** Céntimos, less than 0 for what left the account. Banks write it by a sign, a column each, or a word beside it. */
function readAmount(at: At, { montos }: ColumnMap): number {
  const said = cellText(at('tipo')) === '-' ? '-' : plainName(cellText(at('tipo')))
  const [amount, credit, debit] = (['monto', 'credito', 'debito'] as const).map((field) =>
    readCentimos(at(field), montos),
  )
  if (credit || debit) {
    if (credit && debit) throw new UnreadableCell('Dice un abono y un cargo a la vez.')
    if (credit && credit < 0) throw new UnreadableCell('El abono es negativo.')
    return credit || -Math.abs(debit as number)
  }
  if (!amount) throw new UnreadableCell('No dice ningún monto.')
  if (OUT.test(said)) return -Math.abs(amount)
  if (IN.test(said) && amount < 0) throw new UnreadableCell('Dice que entró, con un monto negativo.')
  return amount
}

/**
 * What is the same whenever a statement of that account says it: not its balance, its place in the file or its spaces. Zeros before a
 * reference are lost in a workbook.
 */
function nameOf({ dia, sentido, centimos, referencia, concepto }: Omit<ReadRow, 'fila' | 'id_banco'>): string {
  const row = [dia, sentido, centimos, referencia.replace(/^0+/, ''), plainName(concepto)]
  return createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22)
}
