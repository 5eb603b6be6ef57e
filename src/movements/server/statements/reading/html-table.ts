import { collectRows, type SheetRow } from './sheet.ts'

const NAMED: Record<string, string> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  aacute: 'á',
  eacute: 'é',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
  Aacute: 'Á',
  Eacute: 'É',
  Iacute: 'Í',
  Oacute: 'Ó',
  Uacute: 'Ú',
  Ntilde: 'Ñ',
  ordm: 'º',
  deg: '°',
}

/** Rows of the tables of a page that a bank calls `.xls`. Nothing of it is run, loaded or shown. */
export function readHtmlTable(text: string): SheetRow[] {
  const sheet = collectRows()
  let fila = 0
  for (const row of text.split(/<tr(?=[\s>])/i).slice(1)) {
    fila++
    const cells = row
      .split(/<\/tr(?=[\s>])/i, 1)
      .join('')
      .split(/<t[dh](?=[\s>])/i)
      .slice(1)
      .map((cell) => plain(cell.slice(cell.indexOf('>') + 1)))
    if (cells.length > 0) sheet.add(fila, cells)
  }
  return sheet.rows
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
