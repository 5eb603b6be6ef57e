import { expect, test } from 'vitest'
import { questionOf } from '../testing/question.ts'
import { accountOf, LAYOUTS, type Layout, LINES, type Line } from '../testing/write-statements.ts'
import { readRows } from './read-rows.ts'
import { readStatement } from './read-statement.ts'

const read = async (layout: Layout, lines: readonly Line[] = LINES) =>
  readStatement(await layout.write(lines), questionOf(layout.banco))

test.each(LAYOUTS.map((layout) => [layout.archivo, layout] as const))('%s', async (_, layout) => {
  const { head, filas } = await read(layout)
  expect([head.formato.id, head.rechazadas, head.omitidos]).toEqual([layout.formato, [], layout.omitidos])
  const said = filas.map(({ dia, sentido, centimos, referencia }) => ({
    dia,
    centimos: sentido === 'credito' ? centimos : -centimos,
    referencia: referencia.replace(/^0+/, ''),
  }))
  const lines = layout.archivo === 'tesoro.txt' ? [...LINES].reverse() : LINES
  expect(said).toEqual(
    lines.map(({ dia, centimos, referencia }) => ({ dia, centimos, referencia: referencia.replace(/^0+/, '') })),
  )
  if (head.cuentas.length > 0) expect(head.cuentas).toContain(accountOf(layout.banco))
})

const MAP = {
  cabecera: 1,
  columnas: { fecha: 0, referencia: 1, descripcion: 2, debito: 3, credito: 4 },
  montos: 'auto',
  fechas: 'dma',
} as const

function readCells(...cells: string[][]) {
  const rows = [['Fecha', 'Referencia', 'Concepto', 'Débito', 'Crédito'], ...cells]
  const sheet = rows.map((row, at) => ({ fila: at + 1, cells: row }))
  return readRows(sheet, MAP, questionOf('', { hoy: '2026-11-24' }), false)
}

test.each([
  ...['Total 2 boletos rifa moto', 'Totales de la rifa', 'Saldo total de mi rifa', 'Saldo al día con la rifa'],
  ...['Saldo inicial boletos', 'Subtotal boletos', 'total abono rifa'],
])('a payment is money that came in, though its payer wrote «%s»', (text) => {
  const { filas, omitidos } = readCells(['20/11/2026', '0001234567', text, '', '6.714,24'])
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
])('text that a bank puts among movements is left out, and shown with its row: %s %s %s', (...row) => {
  const { filas, rechazados, omitidos, omitidas } = readCells(row, ['', '', '', '', ''])
  expect([filas, rechazados, omitidos]).toEqual([[], 0, 2])
  expect(omitidas).toEqual([{ fila: 2, texto: row.filter(Boolean).join(' · ') }])
})
