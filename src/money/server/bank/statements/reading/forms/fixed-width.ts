import { linesOf } from '../decode-text.ts'
import { CUT, collectRows, type SheetRow } from '../sheet.ts'

const NAMES = 'Fecha|Referencia|Descripción|Débito|Crédito|Tipo|Cuenta'.split('|')
/** Account, day, reference, text; three amounts of one width; code and four digits. */
const HEAD = 20 + 8 + 12 + 30
const TAIL = 6
const LINE = /^\d{20}[0-3]\d[01]\d20\d\d/

/** How wide the amounts of such a line are, or null: it is no line of that format. */
function widthOf(line: string): number | null {
  const width = (line.length - HEAD - TAIL) / 3
  return LINE.test(line) && Number.isInteger(width) && width >= 10 && width <= 20 ? width : null
}

export function isFixedWidth(text: string): boolean {
  const lines = linesOf(text.slice(0, 4_000)).filter(Boolean)
  return widthOf(lines[0] ?? '') !== null
}

/** Banco de Venezuela: every line has the same places, amounts in céntimos. */
export function readFixedWidth(text: string): { rows: SheetRow[]; cuentas: string[] } {
  const sheet = collectRows()
  sheet.add(0, NAMES)
  const cuentas = new Set<string>()
  let usual: number | null = null
  linesOf(text).forEach((line, index) => {
    if (line.trim() === '') return
    const width = widthOf(line)
    usual ??= width
    if (LINE.test(line) && width !== usual) {
      sheet.add(index + 1, [CUT])
      return
    }
    if (width === null) {
      sheet.add(index + 1, [line.slice(0, 60), '', '', line.slice(0, 60), '', ''])
      return
    }
    cuentas.add(line.slice(0, 20))
    const amount = (at: number) => centimos(line.slice(HEAD + width * at, HEAD + width * (at + 1)))
    const code = line.slice(HEAD + 3 * width, HEAD + 3 * width + 2)
    const text = code === 'SI' ? 'SALDO INICIAL' : line.slice(40, HEAD)
    sheet.add(index + 1, [
      line.slice(20, 28),
      line.slice(28, 40).trim(),
      text,
      amount(0),
      amount(1),
      code,
      line.slice(0, 20),
    ])
  })
  return { rows: sheet.rows, cuentas: [...cuentas] }
}

/** `000000000004028` as `40.28`; any other text stays, and is refused with its row. */
function centimos(text: string): string {
  const digits = text.trim()
  return /^\d+$/.test(digits) ? `${Number(digits.slice(0, -2))}.${digits.slice(-2)}` : digits
}
