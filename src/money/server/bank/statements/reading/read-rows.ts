import { createHash } from 'node:crypto'
import { addDays, type CalendarDate, type Instant } from '#platform/clock.ts'
import { movementTail } from '../../../../movement-tail.ts'
import type { ColumnMap } from '../../../../statement-contract.ts'
import { ASKED_WORDS, type StatementField } from '../../../../statement-map.ts'
import { readDocument, readPayer, readPhone, readType } from '../../read-payer.ts'
import { TwoWays } from './amount.ts'
import type { ReadHead, ReadQuestion, ReadRow } from './answer.ts'
import { dateText, readMoment, readReference, shown, UnreadableCell } from './cell-values.ts'
import { dateOrder } from './date-order.ts'
import { plainName } from './find-columns.ts'
import { judgeOf, SetAside } from './judge-rows.ts'
import { currenciesIn, sectionsOf } from './sections.ts'
import { type Cell, CUT, cellText, type SheetRow } from './sheet.ts'
import { looksLikeMovement } from './sheet-shape.ts'
import type { WarningColumns } from './silent-columns.ts'
import { cutRow, splitOf } from './torn-rows.ts'
import { knownCurrency } from './words/currency-words.ts'
import { isReversal } from './words/side-words.ts'

/** Result of reading the rows of a file. */
export interface ReadRows {
  filas: ReadRow[]
  /** Credits that are set aside because they were taken back, as debits. */
  deshechas: ReadRow[]
  rechazados: number
  rechazadas: { fila: number; razon: string }[]
  omitidos: number
  /** Those with a text, with that text, or why they are no money of this account. */
  omitidas: { fila: number; texto: string }[]
  /** Rows with a reference that a workbook took for a number and lost. */
  sinReferencia: number[]
  /** How many rows each reason set aside. */
  apartadas: Map<string, number>
  /** Words that all rows have for money in, where nothing left. */
  soloEntradas: string[]
  preguntas: ReadHead['preguntas']
  recordadas: ReadHead['recordadas']
  /** With the columns that nobody named, and the order of the days that was found. */
  mapa: ColumnMap
}

const ABOVE = 'De otra tabla, arriba de los nombres de las columnas'
const BACK =
  '(revers|revert|devuelt|devoluc|extorn|anula[dc]|reembols|reintegr|contracarg|chargeback|returned|refunded)'
const IS_BACK = new RegExp(`\\b${BACK}`)
/** A reversal that was refused, or may still come. */
const NOT_BACK = new RegExp(
  `${BACK}\\w*( (fue|esta|no))* (rechaz|anulad|cancelad|negad|fallid|declin|deneg|proced|pend|solicit|en (proceso|revision|espera|tramite)|por \\w+[aei]r\\b)|(?<!(ad|id|elt)[oa]s? )\\b(no|sin|por|(solicitud|pendiente|proceso) de)( fue)? ${BACK}`,
)
/** States of money that came and went. */
const isTakenBack = (state: string) => IS_BACK.test(state) && !NOT_BACK.test(state)
const ENDS = 'El archivo se corta aquí. Descárgalo otra vez.'
/** Reasons that are shown one by one. */
const MOST_TOLD = 200
/** Rows that banks put among movements. */
const NO_MOVEMENT =
  /^(saldo (inicial|final|anterior|actual|disponible|al|total)|saldo$|total(es)?\b|sub ?total|acumulado|resumen|(opening|beginning|closing|ending|previous) balance)/
/** How balances and sums begin. A payer may write it too, whose payment has a reference: without one such a row is set aside in sight. */
const BEGINS_AS_SUM = /^((saldos?|balance|suma y sigue|vienen|van)\b|(sub|gran) ?total|total)/
/** Names such a row by what it is of, with WHOLE's other words alone. */
const OF_ALL = /\b(tot(al(es)?)?|disponible|available|cierre|corte|dia|mes|periodo|semana|pagina|day|month|daily)\b/
/** All that such a row says, where it has a day and an amount as a movement has. A payer's reason begins with a word of its own. */
const WHOLE =
  /^(vienen|van|suma y sigue|(saldos?|(sub ?)?total(es)?|acumulado|resumen|suma(toria|s)?|((opening|beginning|starting|closing|ending|previous|available|current|ledger) )?balance)( (total|inicial|final|anterior|actual|disponible|available|corte|tot|gran|monto|importe|neto|contable|promedio|bloqueado|diferido|diario|transportado|general(es)?|otros|en|s|y|libros?|cuenta|apertura|cierre|mes|periodo|pagina|creditos?|debitos?|abonos?|cargos?|ingresos?|egresos?|depositos?|retiros?|entradas?|salidas?|movimientos?|operaciones|transacciones|credits|debits|deposits|withdrawals|ene\w*|feb\w*|mar(zo)?|abr(il)?|mayo?|jun(io)?|jul(io)?|ago(sto)?|sep\w*|oct\w*|nov\w*|dic\w*|a|al|del?|los?|las?|dia|semana|day|month|daily|for|the|as|of|on|at|\d{1,4}))*)$/

/** A description, and what a payment has and a sum has not. */
const TELLING = ['descripcion', 'referencia', 'cedula', 'telefono'] as const
/** As `plainName`, of `T O T A L` too. */
const unspaced = (text: string) => plainName(text).replace(/\b(\w) (?=\w\b)/g, '$1')
const isSum = (said: string) => BEGINS_AS_SUM.test(said) || (WHOLE.test(`total ${said}`) && OF_ALL.test(said))

type Question = Pick<ReadQuestion, 'tipo' | 'moneda' | 'hoy' | 'banco' | 'cuentas' | 'palabras'>

/**
 * @param question its `banco` is the one with believed words
 * @param from1904 how the file counts days.
 */
export function readRows(rows: readonly SheetRow[], mapa: ColumnMap, question: Question, from1904: boolean): ReadRows {
  const header = rows.find(({ fila }) => fila === mapa.cabecera)
  const names = header?.cells.map(cellText) ?? []
  const body = rows.filter(({ fila }) => fila > mapa.cabecera)
  const above = rows.filter(({ fila }) => fila < mapa.cabecera).flatMap(({ cells }) => cells.map(cellText))
  const [, said = ''] = /\b(?:moneda|divisa|currency)\W+(\S+)/i.exec(above.join(' ')) ?? []
  const [currency = null, ...others] = currenciesIn(above)
  const stated = knownCurrency(said) ?? (others.length === 0 ? currency : null)
  const sectionOf = sectionsOf(rows, names.map(plainName), mapa, question)
  const dates = body.map(({ cells }) => cells[mapa.columnas.fecha ?? -1])
  const usual = question.moneda === 'USD' || /date|time/i.test(names[mapa.columnas.fecha ?? -1] ?? '') ? null : 'dma'
  const fechas = dateOrder(dates, mapa.fechas, usual, question.hoy)
  const judge = judgeOf(names, body, mapa, stated, sectionOf, fechas, question)
  const columnas = { ...firstOf(judge.columns, mapa.columnas.descripcion), ...mapa.columnas }
  const read: ReadRows = {
    filas: [],
    deshechas: [],
    rechazados: 0,
    rechazadas: [],
    omitidos: 0,
    omitidas: [],
    sinReferencia: [],
    apartadas: new Map(),
    soloEntradas: [],
    preguntas: [],
    recordadas: [],
    mapa: { ...mapa, columnas, fechas: fechas ?? 'auto' },
  }
  const places = new Map<string, number>()
  let amounts: ReadHead['preguntas'][number] | undefined
  const inPlace = (name: string) => {
    const place = (places.get(name) ?? 0) + 1
    places.set(name, place)
    return `${name}.${place}`
  }
  /** What was taken back, where a credit has its number: as much out, of that credit. */
  function takeBack(row: SheetRow, at: At, { message, state }: SetAside): void {
    const centimos = isTakenBack(plainName(state)) ? judge.sureSide(row) : null
    // What was undone of a reversal's debit is the reversal.
    if (centimos === null || fechas === null || (centimos < 0 && isReversal(cellText(at('descripcion'))))) return
    const { name, movement } = readMovement(at, fechas, () => -Math.abs(centimos), question, from1904)
    const concepto = `${message} · ${movement.concepto}`.slice(0, 200)
    read.deshechas.push({ fila: row.fila, id_banco: inPlace(name), ...movement, concepto, deshace: true })
  }
  const plain = header ? names.map(plainName) : undefined
  const isSplit = splitOf(body, names, read.mapa)
  const isSumOfAbove = sumsAbove()
  const cut = cutRow(body, mapa.columnas)
  for (const { fila, cells } of rows)
    if (fila < mapa.cabecera && looksLikeMovement(cells)) leaveOut(read, fila, ABOVE, ABOVE)
  for (const row of body) {
    const at = (field: StatementField) => row.cells[mapa.columnas[field] ?? -1]
    try {
      if (row.cells.includes(CUT)) throw new UnreadableCell(ENDS)
      if (isNoMovement(row, at, plain)) {
        leaveOut(read, row.fila, row.cells.map(cellText).filter(Boolean).join(' · '))
        continue
      }
      if (isSplit(row))
        throw new UnreadableCell('Tiene más celdas que los nombres de las columnas: una coma la partió.')
      const [concepto = '', ...telling] = TELLING.map((field) => cellText(at(field)))
      const asSum = () => new SetAside(`Saldo o total, «${shown(concepto || telling.join(''))}»`)
      if ([concepto, ...telling].map(unspaced).some(isSum) && !/[1-9]/.test(telling.join(''))) throw asSum()
      judge.requireOwn(row)
      const open = judge.whyOpen(row)
      if (open) {
        takeBack(row, at, open)
        throw open
      }
      const { name, lost, movement } = readMovement(at, fechas, () => judge.readSide(row), question, from1904)
      if (row === cut) throw new UnreadableCell(ENDS)
      if (lost) read.sinReferencia.push(row.fila)
      else if (isSumOfAbove(movement)) throw asSum()
      read.filas.push({ fila: row.fila, id_banco: inPlace(name), ...movement })
    } catch (error) {
      if (error instanceof TwoWays && mapa.montos === 'auto') {
        amounts ??= { campo: 'montos', clave: '', palabra: error.digits, filas: 0, fila: row.fila }
        amounts.filas++
      }
      if (error instanceof SetAside) leaveOut(read, row.fila, error.message, error.message)
      else if (!(error instanceof UnreadableCell)) throw error
      else if (++read.rechazados <= MOST_TOLD) read.rechazadas.push({ fila: row.fila, razon: error.message })
    }
  }
  if (judge.asked.size === 0 && read.filas.length > 0 && !read.filas.some(({ sentido }) => sentido === 'debito'))
    read.soloEntradas = [...judge.words].slice(0, 5)
  const dated = dates.findIndex((cell) => cellText(cell) !== '')
  const palabra = cellText(dates[dated]).slice(0, 80)
  const order = { campo: 'fechas', clave: '', palabra, filas: body.length, fila: body[dated]?.fila ?? 1 } as const
  read.recordadas = [...judge.answered.values()].slice(0, ASKED_WORDS)
  read.preguntas = [fechas === null ? [order] : [], amounts ?? [], ...judge.asked.values()].flat().slice(0, ASKED_WORDS)
  return read
}

/** Of each field the first column that has it, but for the descriptions. */
function firstOf(columns: WarningColumns, descriptions: number | undefined): ColumnMap['columnas'] {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([field, [at]]) => (at === undefined || at === descriptions ? [] : [[field, at]])),
  )
}

/** Whether a credit that nothing names has the sum of those above it that have a reference, of all or of its day. */
function sumsAbove() {
  const all = { rows: 0, sum: 0 }
  let day = { ...all, dia: '' }
  return (row: PlainRow): boolean => {
    if (row.sentido === 'debito') return false
    if (day.dia !== row.dia) day = { rows: 0, sum: 0, dia: row.dia }
    const nobody = row.documento_origen + row.telefono_origen + row.nombre_origen === ''
    if (!/[1-9]/.test(row.referencia))
      return nobody && [all, day].some((one) => one.rows > 1 && one.sum === row.centimos)
    for (const one of [all, day]) Object.assign(one, { rows: one.rows + 1, sum: one.sum + row.centimos })
    return false
  }
}

/** @param why it is no money of this account, which the notice says. */
function leaveOut(read: ReadRows, fila: number, said: string, why?: string): void {
  read.omitidos++
  const texto = said.slice(0, 200)
  if (why !== undefined) read.apartadas.set(why, (read.apartadas.get(why) ?? 0) + 1)
  if (texto !== '' && read.omitidas.length < MOST_TOLD) read.omitidas.push({ fila, texto })
}

type PlainRow = Omit<ReadRow, 'fila' | 'id_banco' | 'deshace'>
type At = (field: StatementField) => Cell | undefined

/**
 * Balances and totals, empty rows, lines with neither day nor amount, and the names again at the top of a page.
 * @throws UnreadableCell for a balance's words with what only payments have: a payer may write them.
 */
function isNoMovement({ cells }: SheetRow, at: At, names: readonly string[] | undefined): boolean {
  const texts = cells.map(cellText)
  if (texts.every((text) => text === '')) return true
  if (names && texts.every((text, index) => plainName(text) === (names[index] ?? ''))) return true
  const undated = cellText(at('fecha')) === ''
  const sums = (['monto', 'credito', 'debito'] as const).some((field) => cellText(at(field)) !== '')
  const said = undated ? texts : (['referencia', 'fecha'] as const).map((field) => cellText(at(field)))
  if (said.some((text) => NO_MOVEMENT.test(plainName(text))) || /^si$/i.test(cellText(at('tipo')))) return true
  const concepto = cellText(at('descripcion'))
  if (!(sums ? WHOLE : NO_MOVEMENT).test(unspaced(concepto))) return undated && !sums
  if (sums && TELLING.slice(1).some((field) => /[1-9]\d{5}/.test(cellText(at(field)).replace(/\W/g, ''))))
    throw new UnreadableCell(`Dice «${shown(concepto)}», y trae referencia o pagador: no se sabe si es un saldo.`)
  return true
}

/** @param readSide céntimos with their sign. */
function readMovement(
  at: At,
  fechas: 'dma' | 'mda' | null,
  readSide: () => number,
  { tipo: usual, hoy, banco }: Question,
  from1904: boolean,
) {
  const centimos = readSide()
  if (fechas === null) {
    const date = shown(cellText(at('fecha')))
    throw new UnreadableCell(`La fecha «${date}» se puede leer de dos maneras: di si va primero el día o el mes.`)
  }
  const { dia, en } = readMoment(at('fecha'), at('hora'), fechas, from1904)
  // A year of two digits may as well be first: half a year ago is not believed.
  const [day] = dateText(cellText(at('fecha')))
  if (!/\d{4}/.test(day) && dia < addDays(hoy as CalendarDate, -182))
    throw new UnreadableCell(`La fecha «${shown(day)}» se puede leer de dos maneras: escribe el año entero.`)
  if (dia > hoy) throw new UnreadableCell(`La fecha ${dia.split('-').reverse().join('/')} no ha llegado.`)
  const concepto = cellText(at('descripcion')).slice(0, 200)
  const reference = readReference(at('referencia'))
  const payer = readPayer(concepto, banco)
  const [bank = ''] = /\d{4}/.exec(cellText(at('banco'))) ?? []
  const [phone, document] = [readPhone(cellText(at('telefono'))), readDocument(cellText(at('cedula')))]
  const [other, named] = [readReference(at('referencia_otra')) ?? '', cellText(at('nombre')).slice(0, 80)]
  const movement: PlainRow = {
    sentido: centimos > 0 ? 'credito' : 'debito',
    tipo: readType(concepto, usual),
    centimos: Math.abs(centimos),
    dia,
    en: en as Instant | null,
    referencia: reference ?? '',
    referencia_otra: other,
    banco_origen: bank || payer.banco_origen,
    telefono_origen: phone || payer.telefono_origen,
    documento_origen: document || payer.documento_origen,
    nombre_origen: named || payer.nombre_origen,
    concepto,
  }
  const name = nameOf(movement, [en, other, bank, phone, document, plainName(named)])
  return { movement, name, lost: reference === null }
}

/**
 * Identity of a row in any statement of that account: without its balance, its place in the file or its spaces. Zeros before a
 * reference are lost in a workbook.
 * @param more of its columns, which tell rows apart that no whole reference does.
 */
function nameOf({ dia, sentido, tipo, centimos, referencia, concepto }: PlainRow, more: readonly unknown[]): string {
  const row = [dia, sentido, centimos, referencia.replace(/^0+/, ''), plainName(concepto)]
  if (movementTail(referencia, tipo).fin === '' && more.some(Boolean)) row.push(...more.map(String))
  return createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22)
}
