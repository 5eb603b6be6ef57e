import { expect, test } from 'vitest'
import type { ReadQuestion } from './reading/answer.ts'
import { readStatement } from './reading/read-statement.ts'
import { questionOf } from './testing/question.ts'

const NAMES = 'Fecha;Referencia;Descripción;Monto'
const OWN = '01340000001000000001'
const OTHER = '01340000009999999999'
const came = '20/11/2026;11111111;UNO;100,00'
const left = '20/11/2026;11111119;DOS;-1,00'
const lines = (...rows: string[]) => `${rows.join('\n')}\n`

/** Céntimos of each row that counts, less than 0 for what left. */
async function counted(text: string, more: Partial<ReadQuestion> = {}) {
  const { head, filas } = await readStatement(Buffer.from(text), questionOf('0134', more))
  return { sums: filas.map(({ sentido, centimos }) => (sentido === 'credito' ? centimos : -centimos)), head }
}

test.each([
  ['an empty cell beside a word', ';Zzz', ['Pgo', '']],
  ['codes', ';Código transacción', ['0101', '0102']],
  ['words under the name of a description', ';Operación', ['Pgo', 'Cob']],
])('what says nothing known of a row is asked about: %s', async (_, name, [one = '', other = '']) => {
  const { sums, head } = await counted(lines(`${NAMES}${name}`, `${came};${one}`, `21/11/2026;2;DOS;50,00;${other}`))
  expect([sums, head.preguntas.map(({ palabra }) => palabra)]).toEqual([[], [one, other]])
})

test.each([
  'Pagos móviles enviados noviembre 2026',
  'Historial de pagos emitidos desde 01/11/2026',
  'Operaciones salientes',
  'Transferencias a terceros',
])('a title that may say that all of it left is asked about: %s', async (title) => {
  const text = lines(title, NAMES, came)
  const { sums, head } = await counted(text)
  expect([sums, head.preguntas.map(({ palabra }) => palabra)]).toEqual([[], [title]])
  const signed = lines(title, NAMES, came, left)
  expect((await counted(signed)).sums).not.toContain(10_000)
})

test.each([
  ['Pagos móviles recibidos', 'PAGO MOVIL DE JUAN'],
  ['Estado de cuenta', 'TRANSFERENCIA RECIBIDA A CUENTA'],
  ['Movimientos', 'pago rifa'],
])('control: a title of what came in and a payer’s words ask nothing: %s, %s', async (title, said) => {
  expect((await counted(lines(title, NAMES, came.replace('UNO', said)))).sums).toEqual([10_000])
})

test.each([
  'DEB. INMEDIATO',
  'ENVIO PAGO MOVIL',
  'COBRO COMISION',
  'SALIDA DE FONDOS',
  'MANTENIMIENTO CTA',
  'RECARGA DIGITEL',
  'PAGO MOVIL A BANESCO',
  'TRANSFERENCIA A JUAN PEREZ',
])('a description of what may have left is asked about among many others: %s', async (said) => {
  const others = Array.from({ length: 14 }, (_, at) => `20/11/2026;${at};PM ${String.fromCharCode(65 + at)};1,00`)
  const { sums, head } = await counted(lines(NAMES, ...others, came.replace('UNO', said)))
  expect([sums.length, head.preguntas.map(({ palabra }) => palabra)]).toEqual([14, [said]])
})

test.each(['PAGO MOVIL RECHAZADO', 'Transferencia anulada', 'PENDIENTE'])(
  '%s is no money that came in',
  async (said) => {
    expect((await counted(lines(NAMES, came.replace('UNO', said), came))).sums).toEqual([10_000])
  },
)

test.each(['Cta.', 'CCC', 'Cuenta destino', 'Producto', 'Zzz'])(
  'rows of another account are apart under %s',
  async (name) => {
    const text = lines(`${NAMES};${name}`, `${came};${OWN}`, `${came};${OTHER}`)
    expect((await counted(text, { cuentas: [OWN] })).sums).toEqual([10_000])
  },
)

test('of several accounts of its bank none is taken for one whose number nobody has written down', async () => {
  const text = lines(`${NAMES};Cuenta`, `${came};${OWN}`, `${came};${OTHER}`)
  const { sums, head } = await counted(text, { cuentas: [] })
  expect([sums, head.preguntas.map(({ palabra }) => palabra)]).toEqual([[], [OWN, OTHER]])
})

test('currencies by their figures are apart, whatever the column is called', async () => {
  const rows = (name: string) => lines(`${NAMES};${name}`, `${came};928`, `${came};840`)
  for (const name of ['Cod. Moneda', 'Zzz']) expect((await counted(rows(name))).sums).toEqual([10_000])
})
