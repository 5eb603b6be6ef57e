import { addDays, type CalendarDate } from '#platform/clock.ts'
import type { ColumnMap } from '../../../../statement-contract.ts'
import { ASKED_WORDS, type DateForm, type StatementField, WHOLE_FILE } from '../../../../statement-map.ts'
import { readAmount } from './amount.ts'
import type { ReadHead, ReadQuestion } from './answer.ts'
import { hasCome, shown, UnreadableCell } from './cell-values.ts'
import { balanceFalls } from './falling-balance.ts'
import { plainName } from './find-columns.ts'
import { ownAmong } from './own-account.ts'
import { currenciesIn, type Section } from './sections.ts'
import { cellText, type SheetRow } from './sheet.ts'
import { doubtfulColumns, ELSEWHERE, saysReason, warningColumns } from './silent-columns.ts'
import { ALIASES } from './words/column-names.ts'
import { currencyOf, isOwnCurrency } from './words/currency-words.ts'
import { plainWord } from './words/plain-word.ts'
import { isReversal, mayHaveLeft, type Side, saysLeft, saysReceived, saysSide, sideOf } from './words/side-words.ts'
import {
  GIVEN_BACK,
  isFinal,
  isOfArrival,
  isOfPayer,
  isOfValue,
  isUndone,
  mayBeUndone,
  outcomeOf,
  saysBack,
  saysUndone,
} from './words/state-words.ts'
import { ACCOUNT_NAME } from './words/title-words.ts'

/** Why a row is no money of the account: for a person, after its number. */
export class SetAside extends Error {
  /** The whole text that says so. */
  state = this.message
}

/** Names of a column of `A` and `C`: `Cargo/Abono`, `Monto (C/A)`. */
const BY_A = /\bcarg|\babo|(^|[^a-z])(c[^a-z]*a|a[^a-z]*c)([^a-z]|$)/

type Asked = ReadHead['preguntas'][number]
type Word = Exclude<Asked['campo'], 'fechas' | 'montos'>

/**
 * Evidence that a row is money that came into this account: all columns about it, whoever chose the columns, and the
 * other rows of the file. Unknown words are refused, and a person is asked once.
 * @param names of the columns as the file has them, and `rows` below them.
 * @param sectionOf meaning of titles for a row.
 * @param stated currency that the file names above them, or null.
 * @param form order of its days, or null while it is asked about.
 */
export function judgeOf(
  names: readonly string[],
  rows: readonly SheetRow[],
  mapa: ColumnMap,
  stated: string | null,
  sectionOf: (row: SheetRow) => Section,
  form: DateForm | null,
  question: Pick<ReadQuestion, 'tipo' | 'moneda' | 'cuentas' | 'banco' | 'palabras' | 'hoy'>,
) {
  const { columnas, montos } = mapa
  const { columns, outcomes, notes } = warningColumns(names.map(plainName), rows, mapa, question)
  const known = { ...question.palabras, ...mapa.palabras }
  const asked = new Map<string, Asked>()
  const answered = new Map<string, ReadHead['recordadas'][number]>()
  const textsOf = ({ cells }: SheetRow, at: readonly number[]) => at.map((column) => cellText(cells[column]))
  const textOf = ({ cells }: SheetRow, field: StatementField) => cellText(cells[columnas[field] ?? -1])
  /** Empty cells of a column without any text tell nothing. */
  let [kinds, states, currencies, accounts] = (['tipo', 'estado', 'moneda', 'cuenta'] as const).map((field) =>
    columns[field].filter((at) => rows.some(({ cells }) => cellText(cells[at]) !== '')),
  ) as [number[], number[], number[], number[]]
  /** To some banks `A` and `C` are money in and money out; to others `C` and `D`. A name may tell which, where no row does. */
  const marks = rows.flatMap((row) => [...textsOf(row, kinds), textOf(row, 'monto')]).join('\n')
  const saysC = [...kinds, columnas.monto ?? -1].some((at) => BY_A.test(plainWord(names[at] ?? '')))
  const sidesByA = /(^|\d ?)A$/im.test(marks) || (saysC && !/(^|\d ?)D[BR]?\.?$/im.test(marks))
  const own = ownAmong(new Set(rows.flatMap((row) => textsOf(row, accounts)).filter(Boolean)), question)
  const apart = columnas.debito !== undefined
  const inFourDays = addDays(question.hoy as CalendarDate, 4)
  const left = rows.some((row) => textOf(row, 'debito') !== '')

  function answerTo(campo: Word, palabra: string) {
    const clave = `${campo} ${plainWord(palabra)}`.slice(0, 120)
    const respuesta = known[clave] ?? null
    if (respuesta !== null) answered.set(clave, { campo, clave, palabra: palabra.slice(0, 80), respuesta })
    return { clave, respuesta }
  }

  function ask(row: SheetRow, campo: Word, palabra: string): boolean | null {
    const { clave, respuesta } = answerTo(campo, palabra)
    if (respuesta !== null) return respuesta
    const one = asked.get(clave) ?? { campo, clave, palabra: palabra.slice(0, 80), filas: 0, fila: row.fila }
    if (asked.size < ASKED_WORDS || one.filas > 0) asked.set(clave, { ...one, filas: one.filas + 1 })
    return null
  }

  /** Direction from the words next to an amount. @throws UnreadableCell where they contradict each other */
  function wordsOf(row: SheetRow): Side | null {
    const [side = null, other] = new Set(textsOf(row, kinds).flatMap((text) => (text && wordOf(text)) || []))
    if (other) throw new UnreadableCell('Dice que entró y que salió a la vez.')
    return side
  }
  function wordOf(text: string): Side | null {
    const side = sideOf(text)
    if (side !== null && !(sidesByA && plainWord(text) === 'c')) return side
    const { respuesta } = answerTo('tipo', text)
    return respuesta === null ? null : respuesta ? 'credito' : 'debito'
  }

  /** Whether amounts have their sign: more are negative than stand without it beside words of money out, and no sure money out lacks it. */
  const signed = !apart && hasSigns()
  function hasSigns(): boolean {
    let signs = 0
    for (const row of rows) {
      try {
        const amount = readAmount(row.cells[columnas.monto ?? columnas.credito ?? -1], montos)
        if (amount === null || amount.centimos === 0) continue
        const said = textOf(row, 'descripcion')
        if (amount.side === null && (wordsOf(row) === 'debito' || saysLeft(said))) return false
        // What was undone has the sign of neither.
        if (!isReversal(said))
          signs += amount.side === 'debito' ? 1 : amount.side === null && mayHaveLeft(said) ? -1 : 0
      } catch (error) {
        if (!(error instanceof UnreadableCell)) throw error
      }
    }
    return signs > 0
  }

  // Nothing in the file marks money out: then nobody knows either that all of it came in.
  if (kinds.length === 0 && !signed && !apart && columnas.credito === undefined)
    kinds = doubtfulColumns(names.map(plainName), rows, mapa).filter(
      (at) => !Object.values(columns).flat().includes(at),
    )
  const falls = kinds.length === 0 && !signed && !apart && balanceFalls(names, rows, mapa)
  /** Columns in which a row may say that it left, under any name. */
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), names.length)
  const telling = [columnas.descripcion ?? -1, columnas.referencia ?? -1].concat(
    Array.from({ length: width }, (_, at) => (ELSEWHERE.has(plainName(names[at] ?? '')) ? -1 : at)),
  )
  /** Why amounts of a column do not fit its chosen meaning. */
  const wrong = (['monto', 'credito', 'debito'] as const).flatMap((field) => {
    const name = names[columnas[field] ?? -1] ?? ''
    const [plain, other] = [plainName(name), field === 'debito' ? 'credito' : 'debito'] as const
    if (ALIASES.saldo.includes(plain)) return `La columna «${shown(name)}» es del saldo.`
    if (!ALIASES[other].includes(plain) && saysSide(name) !== other) return []
    return `La columna «${shown(name)}» es de lo que ${other === 'debito' ? 'salió' : 'entró'}.`
  })

  /** @throws SetAside, UnreadableCell */
  function requireOwn(row: SheetRow): void {
    const { apart: other, otherTable, unknown } = sectionOf(row)
    if (otherTable !== null)
      throw new UnreadableCell(`En la fila ${otherTable} empieza otra tabla. Súbela en un archivo aparte.`)
    if (other !== null) throw new SetAside(other)
    const goesOn = unknown === '' || ask(row, ACCOUNT_NAME.test(plainWord(unknown)) ? 'cuenta' : 'estado', unknown)
    if (goesOn === null) throw new UnreadableCell(`No se sabe si lo que sigue a «${shown(unknown)}» es de esta cuenta.`)
    if (!goesOn) throw new SetAside(`Bajo «${shown(unknown)}»`)
    if (wrong[0] !== undefined) throw new UnreadableCell(wrong[0])
    for (const account of textsOf(row, accounts)) {
      if (account === '') throw new UnreadableCell('No dice de qué cuenta es, y otras filas sí.')
      const mine = own.size > 0 ? own.has(account) : ask(row, 'cuenta', account)
      if (mine === null) throw new UnreadableCell('El archivo trae varias cuentas, y no se sabe cuál es la tuya.')
      if (!mine) throw new SetAside(`Otra cuenta, ${shown(account)}`)
    }
    for (const currency of textsOf(row, currencies)) {
      if (currency === '') throw new UnreadableCell('No dice la moneda, y otras filas sí.')
      requireCurrency(currencyOf(currency) ?? currency)
    }
  }

  /** As readSide; null where that is not sure, of which nobody is asked. */
  function sureSide(row: SheetRow): number | null {
    const before = [...asked]
    try {
      return readSide(row)
    } catch (error) {
      if (error instanceof UnreadableCell || error instanceof SetAside) return null
      throw error
    } finally {
      asked.clear()
      for (const [clave, one] of before) asked.set(clave, one)
    }
  }

  /** Why a row is not final yet, or was undone; null of one that is. @throws UnreadableCell of an unknown state */
  function whyOpen(row: SheetRow): SetAside | null {
    const hasAmount = (['monto', 'credito', 'debito'] as const).some((field) => /[1-9]/.test(textOf(row, field)))
    const words = textsOf(
      row,
      telling.filter((at) => !states.includes(at) && !outcomes.includes(at)),
    )
    const isBack = hasAmount && words.some((said) => isReversal(said) || isUndone(said)) && readSide(row) < 0
    const isOut = isBack || (outcomes.length > 0 && Number(sureSide(row)) < 0)
    const isOfBank = isBack && words.some((said) => isReversal(said) && !textsOf(row, notes).includes(said))
    const reasons = isOfBank ? [] : textsOf(row, notes).filter(saysReason)
    const noted = reasons.map((note) => [note, null] as const)
    const described = words.flatMap((text) => {
      if (isBack || !(saysUndone(text) || mayBeUndone(text))) return []
      return [[text, saysUndone(text) && !isOfPayer(text) ? isFinal(text) : null] as const]
    })
    const said = outcomes.flatMap((at): [string, boolean | null][] => {
      const [title = '', text] = [names[at], cellText(row.cells[at])]
      const name = plainName(title)
      if (isOut && isOfArrival(name)) return []
      const come = form === null || hasCome(row.cells[at], form, isOfValue(name) ? inFourDays : question.hoy)
      return [[`${title}: ${text || 'vacío'}`, outcomeOf(name, text, come)]]
    })
    const stated = textsOf(row, states).map((state) => [state, isFinal(state)] as const)
    for (const [state, known] of [...stated, ...described, ...noted, ...said]) {
      // The debit by which a bank takes money back has the state of that money, or did not happen itself.
      const isGiven = isBack && known !== true ? GIVEN_BACK.test(plainWord(state)) || null : known
      const final = isGiven ?? ask(row, 'estado', state)
      if (final === null) throw new UnreadableCell(`No se sabe si «${shown(state)}» es definitivo.`)
      if (!final) return Object.assign(new SetAside(`Estado ${shown(state)}`), { state })
    }
    return null
  }

  function requireCurrency(code: string): void {
    if (!isOwnCurrency(code, question)) throw new SetAside(`Otra moneda, ${shown(code)}`)
  }

  /** Céntimos, less than 0 for money out. Banks write it by a sign, a column each, or a word. @throws SetAside, UnreadableCell */
  function readSide(row: SheetRow): number {
    let bare = false
    const [amount, credit, debit] = (['monto', 'credito', 'debito'] as const).map((field) => {
      const column = columnas[field] ?? -1
      const read = readAmount(row.cells[column], montos)
      bare ||= read === null && /^[\p{L}$€. ]+$/u.test(cellText(row.cells[column]))
      if (read === null || read.centimos === 0) return null
      // Whatever is between the words of a column's name: `Monto (USD)`, `monto_usd`, `Importe en dólares`.
      const named = currenciesIn([(names[column] ?? '').replace(/[^\p{L}\p{M}$€£¥₿₮]+/gu, ' ')])
      const code = read.moneda ?? named.find((one) => !isOwnCurrency(one, question)) ?? named[0] ?? stated
      if (code !== null) requireCurrency(code)
      const came = sidesByA && /\d ?c$/i.test(cellText(row.cells[column])) ? ask(row, 'tipo', 'C') : undefined
      if (came === null)
        throw new UnreadableCell(`No se sabe si «${shown(cellText(row.cells[column]))}» entró o salió.`)
      return came === undefined ? read : { ...read, side: came ? ('credito' as const) : ('debito' as const) }
    })
    if (credit && debit) throw new UnreadableCell('Dice un abono y un cargo a la vez.')
    if (credit?.side === 'debito') {
      // The bank took back a payment of this column.
      if (debit || !saysBack(textOf(row, 'descripcion'))) throw new UnreadableCell('El abono es negativo.')
      return -credit.centimos
    }
    if (debit) {
      if (debit.side === 'credito') throw new UnreadableCell('El cargo dice que entró.')
      return -debit.centimos
    }
    const one = credit ?? amount
    // A currency without an amount beside an amount without one is a word of a description that was parted.
    if (bare && one?.moneda === null) throw new UnreadableCell('Dice una moneda sin monto.')
    if (!one) throw new UnreadableCell('No dice ningún monto.')
    if (credit && apart) {
      if (isSaidToLeave(row)) throw new UnreadableCell('Dice que salió, y está en lo que entró.')
      return credit.centimos
    }
    return sideOfRow(row, one.side) === 'credito' ? one.centimos : -one.centimos
  }

  /** In a column of money in: a payment may be either, and a description is also the payer's. */
  function isSaidToLeave(row: SheetRow): boolean {
    if (sectionOf(row).left !== null) return true
    const beside = textsOf(row, left ? kinds.filter((at) => at !== columnas.descripcion) : kinds)
    return beside.some((text) => wordOf(text) === 'debito' && !(left && /^pagos?$/.test(plainWord(text))))
  }

  function sideOfRow(row: SheetRow, written: Side | null): Side {
    const { left: title, came, doubt } = sectionOf(row)
    // A bank calls a transfer so, whichever way it went.
    const either = written === null && textsOf(row, kinds).some((text) => /^credito inmediato/.test(plainWord(text)))
    const torn = either ? [textOf(row, 'descripcion')].find(mayHaveLeft) : undefined
    const word = torn === undefined ? wordsOf(row) : null
    if (title !== null) {
      if (word !== 'credito' && written !== 'credito' && !(signed && written === null)) return 'debito'
      throw new UnreadableCell(`Está bajo «${shown(title)}», y dice que entró.`)
    }
    if (word === 'credito' && written === 'debito' && saysBack(textOf(row, 'descripcion'))) return 'debito'
    if (word === 'credito' && written === 'debito') throw new UnreadableCell('Dice que entró, con un monto negativo.')
    if (word === 'debito' && written === 'credito') throw new UnreadableCell('Dice que salió, con un monto positivo.')
    const said = word ?? (doubt === null || written === 'debito' ? (written ?? (signed ? 'credito' : null)) : null)
    if (said !== null) return said
    const told = textsOf(row, telling).find(mayHaveLeft) ?? doubt ?? undefined
    const received = came || (!falls && saysReceived(textOf(row, 'descripcion')))
    if (kinds.length === 0 && told === undefined && received) return 'credito'
    const unknown = torn ?? (kinds.length === 0 ? (told ?? WHOLE_FILE) : (textsOf(row, kinds).find(Boolean) ?? ''))
    if (falls && unknown === WHOLE_FILE)
      throw new UnreadableCell('No dice si el dinero entró o salió, y en el archivo el saldo baja.')
    const answer = ask(row, 'tipo', unknown)
    if (answer !== null) return answer ? 'credito' : 'debito'
    throw new UnreadableCell(
      unknown === '' || unknown === WHOLE_FILE
        ? `No dice si el dinero entró o salió${kinds.length === 0 ? '' : ', y otras filas sí'}.`
        : `No se sabe si «${shown(unknown)}» es dinero que entró o que salió.`,
    )
  }

  const words = new Set(rows.flatMap((row) => textsOf(row, apart ? [] : kinds.slice(0, 1)).filter(Boolean)))
  return { columns, asked, answered, requireOwn, whyOpen, sureSide, readSide, words }
}
