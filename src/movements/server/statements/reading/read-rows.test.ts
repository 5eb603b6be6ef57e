import { expect, test } from 'vitest'
import { readRows } from './read-rows.ts'

const MAP = {
  cabecera: 1,
  columnas: { fecha: 0, referencia: 1, descripcion: 2, debito: 3, credito: 4 },
  montos: 'auto',
  fechas: 'dma',
} as const

function read(...cells: string[][]) {
  const rows = [['Fecha', 'Referencia', 'Concepto', 'Débito', 'Crédito'], ...cells]
  const sheet = rows.map((row, at) => ({ fila: at + 1, cells: row }))
  return readRows(sheet, MAP, { tipo: 'pago_movil', hoy: '2026-11-24', banco: '' }, false)
}

test.each([
  'Total 2 boletos rifa moto',
  'Totales de la rifa',
  'Saldo total de mi rifa',
  'Saldo al día con la rifa',
  'Saldo inicial boletos',
  'Subtotal boletos',
  'total abono rifa',
])('a payment is money that came in, though its payer wrote «%s»', (text) => {
  const { filas, omitidos } = read(['20/11/2026', '0001234567', text, '', '6.714,24'])
  expect([filas.map(({ centimos }) => centimos), omitidos]).toEqual([[671_424], 0])
})

test.each([
  ['20/11/2026', '', 'SALDO FINAL', '', ''],
  ['20/11/2026', '', 'Saldo Inicial', '', '1.000,00'],
  ['20/11/2026', '', 'SALDO AL 20/11/2026', '', '1.000,00'],
  ['20/11/2026', '', 'Saldo final del día 20/11/2026', '', '1.000,00'],
  ['20/11/2026', '', 'TOTALES', '1,00', '1.000,00'],
  ['20/11/2026', '', 'Total créditos', '', '1.000,00'],
  ['', '', 'Total de movimientos: 8', '1,00', '1.000,00'],
  ['Totales', '', '', '1,00', '1.000,00'],
])('what a bank puts among movements is left out, and shown with its row: %s %s %s', (...row) => {
  const { filas, rechazados, omitidos, omitidas } = read(row, ['', '', '', '', ''])
  expect([filas, rechazados, omitidos]).toEqual([[], 0, 2])
  expect(omitidas).toEqual([{ fila: 2, texto: row.filter(Boolean).join(' · ') }])
})
