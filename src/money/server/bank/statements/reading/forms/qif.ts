import { linesOf } from '../decode-text.ts'
import { CUT, collectRows, type SheetRow } from '../sheet.ts'

/** Its rows have these names, as every reader of a format without names gives some. */
const NAMES = ['Fecha', 'Referencia', 'Descripción', 'Monto']
const FIELDS: Record<string, number> = { D: 0, N: 1, P: 2, T: 3, U: 3 }

/** `!Tipo:Banco`, then a letter and its value a line, `^` after each movement. `L`, the category, is left out and `M` follows `P`. */
export function readQif(text: string): SheetRow[] {
  const sheet = collectRows()
  sheet.add(0, NAMES)
  let cells = ['', '', '', '']
  let begun = 0
  linesOf(text).forEach((line, index) => {
    const [letter = '', value] = [line[0], line.slice(1).trim()]
    if (letter === '!' || letter === '') return
    if (letter === '^') {
      if (begun > 0) sheet.add(begun, cells)
      cells = ['', '', '', '']
      begun = 0
      return
    }
    begun ||= index + 1
    const at = FIELDS[letter]
    if (at !== undefined) cells[at] ||= value
    else if (letter === 'M') cells[2] = `${cells[2]} ${value}`.trim()
  })
  // Each ends with its sign: one without it was cut.
  if (begun > 0) sheet.add(begun, [CUT])
  return sheet.rows
}
