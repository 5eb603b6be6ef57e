import { CUT, collectRows, type SheetRow } from '../sheet.ts'

/** Signs by their names in pages, each followed by its sign. */
const NAMED = Object.fromEntries(
  `nbsp\u00a0 amp& lt< gt> quot" apos' minus- ndash- euro€ aacuteá eacuteé iacuteí oacuteó uacuteú ntildeñ AacuteÁ EacuteÉ IacuteÍ OacuteÓ UacuteÚ NtildeÑ ordmº deg°`
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, -1), pair.slice(-1)]),
)

/** Rows of the tables of a page that a bank calls `.xls`. Nothing of it is run, loaded or shown. */
export function readHtmlTable(text: string): SheetRow[] {
  const sheet = collectRows()
  let fila = 0
  const shown = [/<script(?=[\s>])/i, /<style(?=[\s>])/i].reduce(
    (left, begin) => without(begin, /<\/s(cript|tyle)/i, left),
    without(/<!--/, /-->/, text),
  )
  const [before = '', ...pieces] = shown.split(/<tr(?=[\s>])/i)
  /** Cells that are as high as several rows, by their column. */
  const high = new Map<number, { rows: number; text: string }>()
  const title = (said: string) => {
    if (plain(said) !== '') sheet.add(++fila, [plain(said)])
  }
  title(before.replace(/^[\s\S]*<body[^>]*>/i, ''))
  pieces.forEach((row, index) => {
    fila++
    if (index === pieces.length - 1 && !/<\/t(r|able)[\s>]/i.test(row)) {
      sheet.add(fila, [CUT])
      return
    }
    const [inside = '', ...rest] = row.split(/<\/tr[^>]*>|(?=<\/table)/i)
    const cells: string[] = []
    const fill = () => {
      for (let one = high.get(cells.length); one; one = high.get(cells.length)) {
        if (--one.rows < 1) high.delete(cells.length)
        cells.push(one.text)
      }
    }
    if (isHidden(inside)) return
    fill()
    for (const cell of inside.split(/<t[dh](?=[\s>])/i).slice(1)) {
      if (isHidden(cell)) continue
      const said = plain(cell.slice(cell.indexOf('>') + 1))
      const times = (name: string) => Number(new RegExp(`^[^>]*\\b${name}=["']?(\\d{1,3})`, 'i').exec(cell)?.[1] ?? 1)
      // A wide cell counts as many columns.
      for (let at = 0; at < Math.min(99, Math.max(1, times('colspan'))); at++) {
        if (times('rowspan') > 1) high.set(cells.length, { rows: times('rowspan') - 1, text: at === 0 ? said : '' })
        cells.push(at === 0 ? said : '')
      }
      fill()
    }
    if (cells.length > 0) sheet.add(fila, cells)
    title(rest.join(' '))
  })
  return sheet.rows
}

/** Whether an element with these attributes is hidden from every reader of the page. */
const isHidden = (html: string) => /^[^>]*(\shidden(?=[\s=>])|display\s*:\s*none)/i.test(html)

/** Contents that no reader of the page sees are no row of it. Each piece is looked at once, whatever does not end. */
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
