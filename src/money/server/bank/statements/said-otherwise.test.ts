import { expect, test } from 'vitest'
import { counted, lines } from './testing/question.ts'

const SIGNED = 'Fecha;Referencia;Descripción;Monto'
const came = '20/11/2026;11111111;PAGO MOVIL 04141112233;100,00'
const left = '20/11/2026;11111119;COMISION;-1,00'
const later = '21/11/2026;11111112;PAGO MOVIL 04141112234;200,00'
const PARTED = 'Fecha;Referencia;Descripción;Cargo;Abono;Saldo'

test.each([
  ...['PAGO MOVIL BDV EN PROCESO', 'PAGO MOVIL BDV RECHAZADO', 'PAGO MOVIL BANESCO EN PROCESO'],
  ...['PAGO MOVIL INTERBANCARIO EN PROCESO', 'TRANSFERENCIA INTERBANCARIA PENDIENTE'],
  ...['TRANSFERENCIA OTROS BANCOS EN PROCESO', 'TRANSFERENCIA MISMO BANCO EN PROCESO'],
  ...['TRANSFERENCIA DE TERCEROS PENDIENTE', 'PAGO MOVIL C2P EN PROCESO', 'PAGO MOVIL P2C PENDIENTE'],
  ...['PAGO MOVIL V12345678 PENDIENTE', 'DEPOSITO CHEQUE OTROS BANCOS POR LIBERAR', 'N/C POR CONFIRMAR'],
  ...['ABONO PENDIENTE DE CONFIRMACION', 'PAGO EN PROCESO DE VERIFICACION'],
  ...['PAGO MOVIL RECHAZADO FONDOS INSUFICIENTES', 'PAGO MOVIL RECHAZADO SALDO INSUFICIENTE'],
  ...['PAGO MOVIL SIN CONFIRMAR', 'PAGO MOVIL NO RECIBIDO', 'PAGO MOVIL NO APLICADO', 'PAGO MOVIL NO EJECUTADO'],
  ...['PAGO MOVIL NO VALIDADO', 'DEPOSITO EN CANJE', 'TRANSFERENCIA EN VALIDACION'],
  ...['PAGO MOVIL RECHAZADO', 'Transferencia anulada', 'PENDIENTE', 'TRANSFERENCIA EN PROCESO', 'EN TRANSITO'],
  ...['PAGO MOVIL - EN PROCESO', 'TRANSFERENCIA NO PROCESADA', 'ABONO POR CONFIRMAR', 'PAGO MOVIL NO EXITOSO'],
  ...['DEPOSITO DE CHEQUE EN TRANSITO', 'PAGO MOVIL 04141234567 EN ESPERA', 'TRF RECIBIDA POR ACREDITAR'],
])('a movement that never came, or not yet, is no money: %s', async (text) => {
  expect((await counted(lines(SIGNED, came, left, `21/11/2026;33333333;${text};300,00`))).sums).toEqual([10_000, -100])
})

const row = (text: string, abono: string) => `21/11/2026;0001111${abono.slice(0, 5)}1;${text};;${abono};900,00`
test.each(['A CUENTA DE LA RIFA', 'RIFA POR CONFIRMAR', 'EN ESPERA DEL BOLETO', 'PROXIMOS SORTEOS'])(
  'a description that goes on below its row says nothing of the rows below: %s',
  async (text) => {
    const file = lines(
      PARTED,
      row('PAGO MOVIL 04141112233', '100,00'),
      `;;${text};;;`,
      row('PAGO MOVIL 04141112234', '200,00'),
    )
    const { sums, head } = await counted(file)
    expect([sums, head.preguntas.map(({ palabra }) => palabra)]).toEqual([[10_000, 20_000], []])
  },
)

test.each([
  ...['Movimientos procesados', 'Movimientos contabilizados', 'Movimientos efectuados', 'Movimientos liquidados'],
  'Abonos del mes',
])('rows under «%s» do not wait, though «Movimientos en tránsito» stand above them', async (title) => {
  const file = lines(PARTED, 'Movimientos en tránsito', row('PAGO MOVIL', '100,00'), title, row('PAGO MOVIL', '200,00'))
  const { sums, head } = await counted(file)
  expect([sums, head.preguntas.map(({ palabra }) => palabra)]).toBeOneOf([
    [[20_000], []],
    [[], [title]],
  ])
})

test.each(['CARGOS', 'Movimientos en tránsito', 'Depósito a plazo'])(
  'control: a bank’s own title in the column of descriptions is one, also directly below a row: %s',
  async (title) => {
    const { sums } = await counted(lines(SIGNED, came, left, `;;${title};`, later))
    expect(sums).not.toContain(20_000)
  },
)

test('a payer’s long text beside a state is read at once', async () => {
  for (const said of [
    `pendiente ${'.'.repeat(180)}x`,
    `${'rechazado aa '.repeat(14)}x`,
    `${'no pagado_'.repeat(18)} x`,
  ])
    expect((await counted(lines(SIGNED, came, left, `21/11/2026;33333333;${said};300,00`))).sums).toHaveLength(3)
}, 2000)

test.each([
  ...['rifa no confirmado', 'PAGO SALDO PENDIENTE', 'PAGO MOVIL BDV rifa pendiente'],
  ...['V12345678 numeros sin confirmar', 'rifa pendiente', 'PAGO MOVIL numeros por confirmar'],
  'saldo de la rifa en proceso',
])('control: a payer’s words beside a state count: %s', async (text) => {
  expect((await counted(lines(SIGNED, came, left, `21/11/2026;33333333;${text};300,00`))).sums).toHaveLength(3)
})

test.each(['Comprobante no válido como factura', 'Los movimientos no reclamados en 90 días son conformes'])(
  'control: a line of a page that says «no» of something else sets nothing apart unasked: %s',
  async (title) => {
    const { head } = await counted(lines(SIGNED, came, left, title, later))
    expect(head.preguntas.map(({ palabra }) => palabra)).toEqual([title])
  },
)
