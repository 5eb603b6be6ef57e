import { CUT, collectRows, type SheetRow } from '../sheet.ts'

/** Signs by the names that pages give them, each with its sign behind. */
const NAMED = Object.fromEntries(
  `nbsp\u00a0 amp& lt< gt> quot" apos' minus- ndash- euro€ aacuteá eacuteé iacuteí oacuteó uacuteú ntildeñ AacuteÁ EacuteÉ IacuteÍ OacuteÓ UacuteÚ NtildeÑ ordmº deg°`
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, -1), pair.slice(-1)]),
)

/** Rows of the tables of a page that a bank calls `.xls`. Nothing of it is run, loaded or shown. */
export function readHtmlTable(text: string): SheetRow[] {
  const sheet = collectRows()
  let fila = 0
  const shown = without(/<script(?=[\s>])/i, /<\/script/i, without(/<!--/, /-->/, text))
  const pieces = shown.split(/<tr(?=[\s>])/i).slice(1)
  for (const row of pieces) {
    fila++
    if (fila === pieces.length && !/<\/t(r|able)[\s>]/i.test(row)) {
      sheet.add(fila, [CUT])
      break
    }
    const cells = row
      .split(/<\/tr(?=[\s>])/i, 1)
      .join('')
      .split(/<t[dh](?=[\s>])/i)
      .slice(1)
      .flatMap((cell) => {
        // A wide cell stands before as many columns.
        const wide = Number(/^[^>]*\bcolspan=["']?(\d{1,2})/i.exec(cell)?.[1] ?? 1)
        return [plain(cell.slice(cell.indexOf('>') + 1)), ...Array<string>(Math.max(0, wide - 1)).fill('')]
      })
    if (cells.length > 0) sheet.add(fila, cells)
  }
  return sheet.rows
}

/** What nobody who opens the page sees is no row of it. Each piece is looked at once, whatever does not end. */
function without(begin: RegExp, end: RegExp, text: string): string {
  const [before = '', ...pieces] = text.split(begin)
  const after = pieces.map((piece) => {
    const at = piece.search(end)
    return at === -1 ? '' : piece.slice(piece.indexOf('>', at) + 1)
  })
  return [before, ...after].join(' ')
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
      if (name) return NAMED[name] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 31 && code < 0x11_0000 ? String.fromCodePoint(code) : ' '
    })
    .replace(/\s+/g, ' ')
    .trim()
}
