import { expect, test } from 'vitest'
import type { AmountForm } from '../../../../statement-map.ts'
import { readDocument, readPayer, readPhone, readType } from '../../read-payer.ts'
import { readAmount } from './amount.ts'
import { readMoment, readReference } from './cell-values.ts'
import { type Cell, FORMULA, NumberCell } from './sheet.ts'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const refused = (read: () => unknown) => {
  try {
    return read()
  } catch {
    return 'rechazado'
  }
}

/** Less than 0 where the cell itself marks money out. */
function readCentimos(cell: Cell, form: AmountForm): number | null {
  const read = readAmount(cell, form)
  return read && (read.side === 'debito' ? -read.centimos : read.centimos)
}

test.each([
  ['1.234,56', 1_234_56],
  ['1,234.56', 1_234_56],
  ['1900.0', 1_900_00],
  ['13.000.000,00', 13_000_000_00],
  ['+13.000.000,00', 13_000_000_00],
  ['-12,09', -12_09],
  ['12,09-', -12_09],
  ['(12,09)', -12_09],
  ["'1.000,5", 1_000_50],
  ['Bs. 1.000,00', 1_000_00],
  ['Bs.D -1.000,00', -1_000_00],
  ['BsS 1.000,00 CR', 1_000_00],
  ['1.000,00DB', -1_000_00],
  ['DB 1.000,00', -1_000_00],
  ['−12,09', -12_09],
  ['–12,09', -12_09],
  ['\u00ad12,09', -12_09],
  ['12,09−', -12_09],
  ['(Bs. 12,09)', -12_09],
  ['-(12,09)', -12_09],
  ['1\u00a0234,56', 1_234_56],
  ['1\u202f234\u2009567,89', 1_234_567_89],
  ['1’234.56', 1_234_56],
  ['20.00000000', 20_00],
  ['="1.234,56"', 1_234_56],
  ['\u200e12,09', 12_09],
  ['$ -', null],
  ['Bs.', null],
  ['12.345.678', 12_345_678_00],
  ['40', 40_00],
  ['', null],
  ['-', null],
  ['1.234', 'rechazado'],
  ['20.12345678', 'rechazado'],
  ['(12,09', 'rechazado'],
  ['12,09)', 'rechazado'],
  ['--12,09', 'rechazado'],
  ['+-12,09', 'rechazado'],
  ['CR -12,09', 'rechazado'],
  ['12 34,56', 'rechazado'],
  ['12,09 bultos', 'rechazado'],
  ['USD 12 Bs.', 'rechazado'],
  ['.50', 'rechazado'],
  ['1,234', 'rechazado'],
  ['1.23.4', 'rechazado'],
  ['1234.567', 'rechazado'],
  ['1.2E+11', 'rechazado'],
  ['doce', 'rechazado'],
  ['99999999999999999999', 'rechazado'],
])('the amount %s is %s', (text, centimos) => {
  expect(refused(() => readCentimos(text, 'auto'))).toBe(centimos)
})

test('an ambiguous amount is the one that a person says, and nothing else changes', () => {
  expect([readCentimos('1.234', 'coma'), readCentimos('1,234', 'punto'), readCentimos('1,23', 'punto')]).toEqual([
    1_234_00, 1_234_00, 1_23,
  ])
  expect(refused(() => readCentimos('1,234', 'coma'))).toBe('rechazado')
})

test('a number of a workbook is read as it is, to the céntimo', () => {
  const read = (raw: string) => refused(() => readCentimos(new NumberCell(raw), 'auto'))
  expect(['33571.180000000004', '-0.5', '1E3', '12.345', 'x'].map(read)).toEqual([
    33_571_18,
    -50,
    1_000_00,
    'rechazado',
    'rechazado',
  ])
  expect(refused(() => readCentimos(FORMULA, 'auto'))).toBe('rechazado')
})

test.each([
  ['01/10/2019', '2019-10-01', null],
  ['1-10-19', '2019-10-01', null],
  ['2019-10-01', '2019-10-01', null],
  ['20191001', '2019-10-01', null],
  ['29/02/2028', '2028-02-29', null],
  ['01102019', '2019-10-01', null],
  ['20112026', '2026-11-20', null],
  ['2112026', '2026-11-02', null],
  ['12 nov 2026', '2026-11-12', null],
  ['12/nov/26', '2026-11-12', null],
  ['02/11/2026 8:14 p. m.', '2026-11-02', '2026-11-03T00:14:00.000Z'],
  ['2026-11-02T08:14:05', '2026-11-02', '2026-11-02T12:14:05.000Z'],
  ['02-OCT-2026 8:14 p. m.', '2026-10-02', '2026-10-03T00:14:00.000Z'],
  // By another clock it may be the next day already.
  ['2026-11-21T02:00:00Z', '2026-11-20', '2026-11-21T02:00:00.000Z'],
  ['2026-11-21T02:00:00.123z', '2026-11-20', '2026-11-21T02:00:00.000Z'],
  ['2026-11-20T22:00:00-04:00', '2026-11-20', '2026-11-21T02:00:00.000Z'],
  ['20/11/2026 23:30:00+0000', '2026-11-20', '2026-11-20T23:30:00.000Z'],
  ['2026-11-20T23:30:00-05:00', '2026-11-21', '2026-11-21T04:30:00.000Z'],
  ['20/11/2026 23:30:75', '2026-11-20', null],
])('the day %s is %s', (text, dia, en) => {
  const moment = readMoment(text, undefined, 'dma', false)
  expect([moment.dia, moment.en === null ? null : new Date(moment.en).toISOString()]).toEqual([dia, en])
})

test('a month is known by its name in Spanish and in English, whole or cut, in any case', () => {
  const names = {
    es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    en: 'january february march april may june july august september october november december',
  }
  const spellings = Object.values(names).flatMap((all) =>
    all
      .split(' ')
      .flatMap((name, at) => [name, name.slice(0, 3), name.slice(0, 4)].map((one) => [one, at + 1] as const)),
  )
  const cases = [(word: string) => word, (word: string) => word.toUpperCase(), capital]
  const forms = [
    ...['02-%-2026', '2/%/26', '02 % 2026', '2 de % de 2026', '02-%.-2026', '02-%-2026 8:14', '02-%-2026T08:14:00'],
  ]
  const wrong: string[] = []
  for (const [name, month] of [...spellings, ['setiembre', 9] as const, ['set', 9] as const])
    for (const written of cases.map((change) => change(name)))
      for (const form of forms) {
        const text = form.replace('%', written)
        const dia = refused(() => readMoment(text, undefined, 'dma', false).dia)
        if (dia !== `2026-${String(month).padStart(2, '0')}-02`) wrong.push(`${text}: ${dia}`)
      }
  expect(wrong).toEqual([])
})

test('an hour in its own column may carry its clock', () => {
  expect(readMoment('21/11/2026', '02:00:00Z', 'dma', false)).toEqual({
    dia: '2026-11-20',
    en: Date.parse('2026-11-21T02:00:00Z'),
  })
})

test.each([
  ...['', '31/02/2026', '29/02/2026', '13/13/2026', '00/11/2026', '2026', 'ayer'],
  ...['01/01/1900', '01/01/1999', '01/01/2014', '01/01/00'],
])('«%s» is no day', (text) => {
  expect(refused(() => readMoment(text, undefined, 'dma', false))).toBe('rechazado')
})

test('a number that is a day of long ago is none', () => {
  // 1900, 1970, 1999.
  for (const raw of ['1', '25570', '36500'])
    expect(refused(() => readMoment(new NumberCell(raw), undefined, 'dma', false))).toBe('rechazado')
})

test('a day is a number in a workbook, counted from 1900 or 1904, and an hour a part of it', () => {
  const serial = (raw: string, from1904 = false) => readMoment(new NumberCell(raw), undefined, 'dma', from1904)
  expect(serial('46328')).toEqual({ dia: '2026-11-02', en: null })
  expect(serial('44866', true).dia).toBe('2026-11-02')
  expect(serial('46328.5').en).toBe(Date.parse('2026-11-02T16:00:00Z'))
  expect(readMoment('03/04/2026', '0930', 'mda', false)).toEqual({
    dia: '2026-03-04',
    en: Date.parse('2026-03-04T13:30:00Z'),
  })
})

test('a reference is as the bank wrote it, and none where a workbook lost its end', () => {
  expect(['00819002961', "'0012", '#77', 'A-12', '1.2E+11', '1,2e11'].map(readReference)).toEqual([
    ...['00819002961', '0012', '77', 'A-12'],
    null,
    null,
  ])
  expect(
    ['819002961', '819002961.0', '1.2E+11', '1234567890123456'].map((raw) => readReference(new NumberCell(raw))),
  ).toEqual(['819002961', '819002961', null, null])
  expect(readReference(FORMULA)).toBeNull()
})

const NOBODY = ['', '', '', '']
test.each([
  ['0102', 'PAGOMOVIL OTROS BANCOS 0134 04240001180', ['0134', '584240001180', '', '']],
  ['0102', 'PAGO MOVIL OTROS BANCOS 0134 0424-0001180 boletos V12345678', ['0134', '584240001180', '', '']],
  ['0102', 'PAGOMOVIL BDV V000054321 LUZ MORENO', ['0102', '', 'V54321', 'LUZ MORENO']],
  ['0102', 'PAGOMOVIL BDV V012345678', ['0102', '', 'V12345678', '']],
  ['0102', 'PAGO RECIBIDO OTROS BANCOS 0191 J000412233', ['0191', '', 'J412233', '']],
  ['0134', 'TRF.OB 0174 V00012345 ANA PEÑA', ['0174', '', 'V12345', 'ANA PEÑA']],
  ['0102', 'COMPRA EN TIENDA 0999 12345678901', NOBODY],
  // Texts that payers may write: behind the bank's words, in another bank's, and where nobody knows which bank it is.
  ['0102', 'ABONO PAGOMOVIL BDV V012345678 ANA', NOBODY],
  ['0102', 'TRANSFERENCIA RIFA V12345678 04240001180 0134', NOBODY],
  ['0134', 'PAGOMOVIL BDV V000054321 LUZ MORENO', NOBODY],
  ['0163', 'TRF.OB 0174 V00012345 ANA PEÑA', NOBODY],
  ['0172', 'PAGO MOVIL TELF:0424-000.11.80', NOBODY],
  ['', 'PAGOMOVIL OTROS BANCOS 0134 04240001180', NOBODY],
])('of a statement of %s, «%s» names the payer as far as the bank does', (house, text, payer) => {
  const { banco_origen, telefono_origen, documento_origen, nombre_origen } = readPayer(text, house)
  expect([banco_origen, telefono_origen, documento_origen, nombre_origen]).toEqual(payer)
})

test('phones, documents and kinds in columns of their own', () => {
  expect(['+58 424 000 11 80', '0415-0001180', '0212-0001180'].map(readPhone)).toEqual([
    '584240001180',
    '584150001180',
    '',
  ])
  expect([readDocument('V-12.345.678'), readDocument('012345678'), readDocument('S/N')]).toEqual([
    'V12345678',
    'V12345678',
    '',
  ])
  const kinds = ['Pago Móvil recibido', 'TRF. OTROS BANCOS', 'DEPÓSITO EN EFECTIVO', 'ABONO']
  expect(kinds.map((text) => readType(text, 'pago_movil'))).toEqual(['pago_movil', 'transferencia', 'deposito', 'otro'])
  expect(readType('Zelle payment', 'zelle')).toBe('zelle')
})
