import { expect, test } from 'vitest'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { questionOf } from '../testing/question.ts'
import { comma } from '../testing/write-statements.ts'
import { writeXlsx } from '../testing/write-xlsx.ts'
import { readStatement } from './read-statement.ts'

const ROUNDS = soak(80, 20_000)
const random = seededRandom(SEED)
const one = <T>(of: readonly T[]): T => of[random.below(of.length)] as T

/** A movement as its bank knows it, and whether the file has all of it in known words. */
interface Known {
  referencia: string
  dia: string
  centimos: number
  /** `cuenta`: money of this account; `aparte`: of another currency, account or state; `dudosa`: nobody can know which way it went. */
  es: 'cuenta' | 'aparte' | 'dudosa'
}

const OUT = [
  ...['N/D', 'Nota de Débito', 'DEB', 'DR', 'Cargos', 'Egreso', 'Salida', 'Retiro', 'Pago enviado', '(-)', '−'],
  ...['Debit', 'COMISIÓN', 'Cgo', 'Sale'],
]
const IN = ['N/C', 'Nota de Crédito', 'CR', 'Abonos', 'Ingreso', 'Entrada', 'Recibido', '(+)', 'Deposit']
const UNKNOWN = ['Ajuste', 'Reverso', 'Varios', '7', '0501', '']
const COLUMNS = ['Tipo', 'Sentido', 'Zzz', 'Movto', 'Cod', '']
const ACCOUNT = '01340000001000000001'

const point = (centimos: number) => comma(centimos).replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
const FORMS = [
  comma,
  point,
  (n: number) => comma(n).replaceAll('.', '\u00a0'),
  (n: number) => comma(n).replaceAll('.', '\u202f'),
  (n: number) => `Bs. ${comma(n)}`,
  (n: number) => `Bs.D ${comma(n)}`,
]
const MINUS = [
  (text: string) => `-${text}`,
  (text: string) => `−${text}`,
  (text: string) => `${text}-`,
  (text: string) => `(${text})`,
  (text: string) => `${text} DB`,
]
const dated = {
  dma: (dia: string) => dia.split('-').reverse().join('/'),
  mda: (dia: string) => dia.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1'),
  auto: (dia: string) => dia,
}

/** How a bank writes which way money went. */
const WAYS = ['palabra', 'signo', 'columnas', 'letras'] as const

/** A statement, and the truth about each of its rows. */
function invent() {
  const way = one(WAYS)
  const order = one(['dma', 'mda', 'auto'] as const)
  const write = one(FORMS)
  const minus = one(MINUS)
  const warned = one(['', 'estado', 'moneda', 'cuenta'] as const)
  const kind = one(COLUMNS)
  // The order is there to be found: one day is above twelve.
  const known = Array.from({ length: 3 + random.below(12) }, (_, at): Known & { palabra: string; dicho: string } => {
    const dudosa = way === 'palabra' && at > 1 && random.below(5) === 0
    const aparte = !dudosa && warned !== '' && at > 1 && random.below(3) === 0
    const left = at === 1 || random.below(2) === 0
    const amount = 1 + random.below(at % 2 ? 99_999_999 : 99_999)
    return {
      referencia: String(700_000_000 + at),
      dia: at === 0 ? '2026-10-25' : `2026-10-${String(1 + random.below(28)).padStart(2, '0')}`,
      centimos: left ? -amount : amount,
      es: dudosa ? 'dudosa' : aparte ? 'aparte' : 'cuenta',
      palabra: dudosa ? one(UNKNOWN) : one(left ? OUT : IN),
      dicho: {
        '': '',
        estado: aparte ? one(['RECHAZADA', 'Pendiente', 'Reversed']) : 'Exitosa',
        moneda: aparte ? one(['USD', 'EUR', 'COP']) : 'VES',
        cuenta: aparte ? '01340000009999999999' : ACCOUNT,
      }[warned],
    }
  })
  const amountOf = (centimos: number) => {
    const text = write(Math.abs(centimos))
    if (way === 'palabra') return [text]
    if (way === 'columnas') return centimos < 0 ? [text, ''] : ['', text]
    if (way === 'letras') return [`${text} ${centimos < 0 ? 'DB' : 'CR'}`]
    return [centimos < 0 ? minus(text) : text]
  }
  const names = [
    'Fecha',
    'Referencia',
    'Descripción',
    ...(way === 'columnas' ? ['Debe', 'Haber'] : ['Monto']),
    ...(way === 'palabra' ? [kind] : []),
    ...(warned === '' ? [] : [{ estado: 'Estatus', moneda: 'Moneda', cuenta: 'Cuenta' }[warned]]),
  ]
  const rows = known.map(({ dia, referencia, centimos, palabra, dicho }) => [
    dated[order](dia),
    referencia,
    'OPERACION',
    ...amountOf(centimos),
    ...(way === 'palabra' ? [palabra] : []),
    ...(warned === '' ? [] : [dicho]),
  ])
  return { way, order, known, rows: [names, ...rows] }
}

const html = (rows: string[][]) =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`
const csvOf = (rows: string[][], by: string) =>
  `${rows.map((row) => row.map((cell) => `"${cell}"`).join(by)).join('\r\n')}\r\n`
const FILES: [name: string, (rows: string[][]) => Buffer | Promise<Buffer>][] = [
  ['; UTF-8', (rows) => Buffer.from(csvOf(rows, ';'))],
  [', UTF-8', (rows) => Buffer.from(csvOf(rows, ','))],
  ['tab UTF-16', (rows) => Buffer.from(`\ufeff${csvOf(rows, '\t')}`, 'utf16le')],
  ['| with sep=', (rows) => Buffer.from(`sep=;\n${csvOf(rows, ';')}`)],
  [
    '; Windows-1252',
    (rows) => Buffer.from(csvOf(rows, ';').replaceAll('−', '-').replaceAll('\u202f', '\u00a0'), 'latin1'),
  ],
  ['HTML', (rows) => Buffer.from(html(rows))],
  ['xlsx', (rows) => writeXlsx(rows)],
]

test(`of ${ROUNDS} invented statements (seed ${SEED}) no debit is a credit, nothing that is apart counts, and no sum is off by a céntimo`, async () => {
  const read = { credito: 0, debito: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const { way, order, known, rows } = invent()
    const [name, file] = one(FILES)
    const bytes = await file(rows)
    const said = `round ${round}, ${way}, ${order}, ${name}\n${rows.map((row) => row.join(' ¦ ')).join('\n')}`
    // Half of the time a person chose the columns, and left out the optional ones.
    const at = (column: string) => (rows[0] as string[]).indexOf(column)
    const columnas = way === 'columnas' ? { debito: at('Debe'), credito: at('Haber') } : { monto: at('Monto') }
    const cabecera = name === '| with sep=' ? 2 : 1
    const mapa = {
      cabecera,
      columnas: { fecha: 0, referencia: 1, ...columnas },
      montos: 'auto',
      fechas: 'auto',
    } as const
    const question = questionOf('0134', { cuentas: [ACCOUNT], mapa: random.below(2) === 0 ? mapa : null })
    const { head, filas } = await readStatement(bytes, question)
    const told = filas.map(
      ({ referencia, dia, sentido, centimos }) =>
        `${referencia} ${dia} ${sentido === 'credito' ? centimos : -centimos}`,
    )
    const right = known
      .filter(({ es }) => es === 'cuenta')
      .map(({ referencia, dia, centimos }) => `${referencia} ${dia} ${centimos}`)
    expect(told, said).toEqual(right)
    expect(head.rechazados, said).toBe(known.filter(({ es }) => es === 'dudosa').length)
    expect(head.omitidas.length, said).toBe(known.filter(({ es }) => es === 'aparte').length)
    for (const { sentido } of filas) read[sentido]++
  }
  // It reads: a reader that refuses everything would be right of every row.
  expect(Math.min(read.credito, read.debito)).toBeGreaterThan(ROUNDS)
})
