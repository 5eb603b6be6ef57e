import { expect, test } from 'vitest'
import { readStatement } from './reading/read-statement.ts'
import { questionOf } from './testing/question.ts'

const NAMES = 'Fecha;Referencia;Descripción;Monto'
const CAME = '20/11/2026;11111111;UNO;100,00'
const LEFT = '20/11/2026;11111119;DOS;-1,00'
const lines = (...rows: string[]) => `${rows.join('\n')}\n`

async function sumsOf(text: string) {
  const { filas } = await readStatement(Buffer.from(text), questionOf('0134'))
  return filas.map(({ sentido, centimos }) => (sentido === 'credito' ? centimos : -centimos))
}

test.each([
  'TRANSFERENCIA EN PROCESO',
  'PAGO MOVIL EN PROCESO',
  'PAGO MOVIL - EN PROCESO',
  'TRANSFERENCIA NO PROCESADA',
  'ABONO POR CONFIRMAR',
  'DEPOSITO EN TRANSITO',
  'PAGO MOVIL NO EXITOSO',
])('a description that says in two words that it is not final is no money that came in: %s', async (said) => {
  expect(await sumsOf(lines(NAMES, CAME, LEFT, `20/11/2026;3;${said};50,00`))).toEqual([10_000, -100])
})

test.each([
  'Movimientos de su tarjeta de crédito Visa Platinum terminada en 1234',
  'Cuenta: ****9999',
  'Depósito a plazo',
  'Próximos movimientos',
])(
  'rows below a line between them that may say that they are of something else do not count unasked: %s',
  async (line) => {
    expect(await sumsOf(lines(NAMES, CAME, LEFT, line, '20/11/2026;5;X;50,00'))).toEqual([10_000, -100])
  },
)

test.each([
  ['the only amount', `${NAMES}\n${CAME}\n${LEFT}\n20/11/2026;5;X;6714,2`, [10_000, -100]],
  ['an amount without its decimals', `${NAMES}\n${CAME}\n${LEFT}\n20/11/2026;5;X;67`, [10_000, -100]],
  [
    'money in of its own column',
    'Fecha;Referencia;Descripcion;Cargo;Abono\n20/11/2026;1;A;5,00;\n20/11/2026;5;X;;6714,2',
    [-500],
  ],
])(
  'a file that ends within its last amount says no other amount, where the others have two places: %s',
  async (_, text, sums) => {
    expect(await sumsOf(text)).toEqual(sums)
  },
)

test.each(['Saldo', 'Total', 'Suma total', 'Resumen'])(
  'a payment with a reference is read or asked about though its payer wrote «%s»',
  async (said) => {
    const { head, filas } = await readStatement(
      Buffer.from(lines(NAMES, CAME, LEFT, `20/11/2026;000030906155;${said};6714,24`)),
      questionOf('0134'),
    )
    expect([filas.length === 3, head.preguntas.length > 0, head.rechazadas.length > 0]).toContain(true)
  },
)
