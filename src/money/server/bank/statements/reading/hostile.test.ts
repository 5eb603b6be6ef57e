import { expect, test } from 'vitest'
import type { WorkFailure } from '#platform/server/limited/start-child.ts'
import { questionOf } from '../testing/question.ts'
import { writeXlsx, zipOf } from '../testing/write-xlsx.ts'
import { readStatement } from './read-statement.ts'
import { createReader, READ_LIMITS } from './start-reading.ts'
import type { UnreadableFile } from './unreadable.ts'

const MEGABYTE = 1024 * 1024
const question = questionOf('0134')
const why = ({ problem, said }: WorkFailure) => [problem, said]
const good = Buffer.from('Fecha;Referencia;Descripcion;Cargo;Abono\n02/11/2026;1;UNO;;10,00\n')
const head = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const workbook = { 'xl/workbook.xml': `<workbook ${head}/>` }
const sheet = (rows: string) => ({
  'xl/worksheets/sheet1.xml': `<worksheet ${head}><sheetData>${rows}</sheetData></worksheet>`,
})

/** Files that want to do harm, and why each is refused. */
const HOSTILE: [name: string, problem: string, make: () => Buffer | Promise<Buffer>][] = [
  [
    'a zip that unpacks to gigabytes',
    'EXTRACTO_COMPRIMIDO',
    () => zipOf({ ...workbook, 'xl/sharedStrings.xml': Buffer.alloc(80 * MEGABYTE) }),
  ],
  [
    'a zip that packs a hundredfold',
    'EXTRACTO_COMPRIMIDO',
    () => zipOf({ ...workbook, 'xl/sharedStrings.xml': Buffer.alloc(9 * MEGABYTE, 32) }),
  ],
  ['a zip that lies about what it unpacks to', 'EXTRACTO_ILEGIBLE', lyingZip],
  [
    'a zip of sixty entries',
    'EXTRACTO_COMPRIMIDO',
    () => zipOf(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`xl/${at}.xml`, 'x']))),
  ],
  [
    'a workbook with entities of its own',
    'EXTRACTO_COMPRIMIDO',
    () => zipOf({ ...workbook, 'xl/sharedStrings.xml': laughs() }),
  ],
  ['a workbook that is no XML', 'EXTRACTO_ILEGIBLE', () => zipOf({ ...workbook, ...sheet('<row><c></row>') })],
  [
    'a workbook of a million columns',
    'EXTRACTO_MUY_ANCHO',
    () => zipOf({ ...workbook, ...sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>') }),
  ],
  ['a zip that is no workbook', 'EXTRACTO_ZIP', () => zipOf({ 'nota.txt': 'hola' })],
  ['an ODS', 'EXTRACTO_ZIP', () => zipOf({ mimetype: 'application/vnd.oasis', 'content.xml': '<x/>' })],
  ['a zip without its end', 'EXTRACTO_ILEGIBLE', async () => (await writeXlsx([['Fecha', 'Monto']])).subarray(0, 200)],
  ['an old Excel', 'EXTRACTO_XLS', () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(2_000, '0'), 'hex')],
  ['a PDF', 'EXTRACTO_PDF', () => Buffer.from('%PDF-1.7\n')],
  ['a PNG', 'EXTRACTO_IMAGEN', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a JPEG', 'EXTRACTO_IMAGEN', () => Buffer.from('ffd8ffe000104a4649460001', 'hex')],
  ['a picture of an iPhone', 'EXTRACTO_IMAGEN', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')],
  [
    'CAMT',
    'EXTRACTO_DATOS',
    () => Buffer.from('<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>'),
  ],
  ['JSON', 'EXTRACTO_DATOS', () => Buffer.from('{\n  "movimientos": [{ "fecha": "2026-11-02", "monto": 10 }]\n}')],
  ['a list in JSON', 'EXTRACTO_DATOS', () => Buffer.from('[{"fecha":"2026-11-02","monto":10}]')],
  [
    'a page of a session that ended',
    'EXTRACTO_PAGINA',
    () => Buffer.from('<!DOCTYPE html><html><body><h1>Su sesión expiró</h1><a href="/">Entrar</a></body></html>'),
  ],
  [
    'a page that asks to sign in, in a table',
    'EXTRACTO_PAGINA',
    () => Buffer.from('<html><table><tr><td>Usuario</td><td><input></td></tr><tr><td>Entrar</td></tr></table></html>'),
  ],
  ['a line that does not end', 'EXTRACTO_LINEA_LARGA', () => Buffer.alloc(2 * MEGABYTE, 'a')],
  ['a million columns', 'EXTRACTO_MUY_ANCHO', () => Buffer.from(`Fecha;Monto\n${';'.repeat(60_000)}\n`)],
  ['zeros', 'EXTRACTO_ILEGIBLE', () => Buffer.concat([good, Buffer.alloc(4_000)])],
  ['a zero in the middle of a cell', 'EXTRACTO_ILEGIBLE', () => Buffer.from(good.toString().replace('UNO', 'U\0NO'))],
  [
    'UTF-16 the other way round, without its mark',
    'EXTRACTO_ILEGIBLE',
    () => Buffer.from(good.toString(), 'utf16le').swap16(),
  ],
  ['as much as may be sent in one line', 'EXTRACTO_LINEA_LARGA', () => Buffer.alloc(16 * MEGABYTE, 'Fecha;Monto;')],
  ['nothing but spaces', 'EXTRACTO_VACIO', () => Buffer.from('  \n \n\t\n')],
  ['rows without end', 'EXTRACTO_MUY_LARGO', () => Buffer.from(`Fecha;Monto\n${'1;1\n'.repeat(160_000)}`)],
]

test.each(HOSTILE)('%s is refused', async (_, problem, make) => {
  const refused = await readStatement(await make(), question).catch((error: UnreadableFile) => error.problem)
  expect(refused).toBe(problem)
})

test('effects of a file end with it: the process that read it is another one for the next', async () => {
  const read = createReader()
  const bomb = HOSTILE[1]?.[2] as () => Promise<Buffer>
  expect(await read(question, await bomb()).catch(why)).toEqual(['ilegible', 'EXTRACTO_COMPRIMIDO'])
  expect([...(await read(question, good)).parts()].flat()).toHaveLength(1)
  expect(read.pid()).toBeUndefined()
})

test('a file that takes too much time or memory ends the child; with more it is read', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => `02/11/2026;${at};UNO;;10,00`)
  const large = Buffer.concat([good, Buffer.from(rows.join('\n'))])
  const slow = createReader({ ...READ_LIMITS, time: 1 })
  expect(await slow(question, large).catch(why)).toEqual(['tiempo', ''])
  const poor = createReader({ ...READ_LIMITS, heap: 16 })
  expect(await poor(question, large).catch(why)).toEqual(['memoria', ''])
  expect([...(await createReader()(question, large)).parts()].flat()).toHaveLength(20_001)
})

test('a child that is killed in its middle blames the file for nothing, and the next is read', async () => {
  const read = createReader()
  const rows = Array.from({ length: 20_000 }, (_, at) => `02/11/2026;${at};UNO;;10,00`)
  const asked = read(question, Buffer.concat([good, Buffer.from(rows.join('\n'))])).catch(why)
  await expect.poll(() => read.pid()).toBeDefined()
  process.kill(read.pid() as number, 'SIGTERM')
  expect(await asked).toEqual(['interrumpido', ''])
  expect([...(await read(question, good)).parts()].flat()).toHaveLength(1)
})

test('UTF-16 is read with its mark and without', async () => {
  const plain = Buffer.from(good.toString().replace('UNO', 'JOSÉ PEÑA'), 'utf16le')
  const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), plain])
  const turned = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(plain).swap16()])
  for (const bytes of [plain, marked, turned])
    expect((await readStatement(bytes, question)).filas).toMatchObject([{ concepto: 'JOSÉ PEÑA', centimos: 1000 }])
})

test('a page that a bank calls a workbook: its hidden parts and its scripts are no rows of it', async () => {
  const row = (amount: string, more = '') =>
    `<tr><td>02/11/2026</td><td>819002961</td><td>UNO${more}</td><td>${amount}</td></tr>`
  const rows = [
    row('10,00', '<img src=x onerror=alert(1)>'),
    `<!-- ${row('99,00')} -->`,
    `<script type="text/javascript">document.write('${row('98,00')}')</script>`,
    row('<script>1</script>20,00'),
    row('30,00').replace('UNO', '<a href="javascript:alert(1)">DOS</a>'),
    `<!-- ${row('97,00')}`,
  ]
  const page = `<html><table><tr><th>Fecha</th><th>Referencia</th><th>Descripcion</th><th>Monto</th></tr>${rows.join('')}</table>`
  const { filas } = await readStatement(Buffer.from(page), question)
  expect(filas.map(({ centimos, concepto }) => [centimos, concepto])).toEqual([
    [1000, 'UNO'],
    [2000, 'UNO'],
    [3000, 'DOS'],
  ])
})

test('two distant quotes swallow no row between them', async () => {
  const rows = Array.from(
    { length: 4_000 },
    (_, at) => `02/11/2026;${at};${[10, 3_900].includes(at) ? '"' : ''}UNO;;10,00`,
  )
  const { filas } = await readStatement(Buffer.concat([good, Buffer.from(rows.join('\n'))]), question)
  expect(filas).toHaveLength(4_001)
})

test('formulas, and references that a workbook lost, are believed in nothing', async () => {
  const cells = ['Fecha', 'Referencia', 'Descripción', 'Monto']
  const bytes = await writeXlsx([
    cells,
    ['02/11/2026', '123456789', 'UNO', { f: '1+1', v: '2' }],
    ['02/11/2026', { f: 'A1', v: '123456789' }, 'DOS', { n: '10.5' }],
    ['02/11/2026', { n: '1.2E+11' }, 'TRES', { n: '10.5' }],
    ['02/11/2026', { n: '1234567890123456789' }, 'CUATRO', { n: '10.500000000000002' }],
    ['02/11/2026', '=HYPERLINK("http://ejemplo.test")', '=1+1', { n: '10.5' }],
    ['02/11/2026', { n: '819002961' }, 'CINCO', { n: '10.123' }],
  ])
  const { head: said, filas } = await readStatement(bytes, question)
  expect(said.rechazadas).toEqual([
    { fila: 2, razon: 'El monto es una fórmula.' },
    { fila: 7, razon: '«10.123» tiene más de dos decimales.' },
  ])
  expect(filas.map(({ fila, referencia, centimos }) => [fila, referencia, centimos])).toEqual([
    [3, '', 1050],
    [4, '', 1050],
    [5, '', 1050],
    [6, '=HYPERLINK("http://ejemplo.test")', 1050],
  ])
  expect(said.avisos[0]).toMatch(/^3 referencias perdieron sus números .*\(fila 3, 4, 5\)/)
})

/** Its directory declares ten bytes, and megabytes come out. */
async function lyingZip(): Promise<Buffer> {
  const bytes = await zipOf({ ...workbook, 'xl/sharedStrings.xml': Buffer.alloc(3 * MEGABYTE, 32) })
  const size = Buffer.alloc(4)
  size.writeUInt32LE(3 * MEGABYTE)
  const small = Buffer.alloc(4)
  small.writeUInt32LE(10)
  for (let at = bytes.indexOf(size); at !== -1; at = bytes.indexOf(size, at + 1)) small.copy(bytes, at)
  return bytes
}

function laughs(): string {
  const lines = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)
  return `<!DOCTYPE sst [<!ENTITY l0 "ja">${lines.join('')}]><sst ${head}><si><t>&l9;</t></si></sst>`
}
