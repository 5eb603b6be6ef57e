import { expect, test } from 'vitest'
import { foreignContacts } from './foreign-contacts.ts'

const OWN = [
  'https://rifas.ejemplo.com',
  'wa.me/584001234567',
  'https://instagram.com/rifas_laceiba',
  '0400-1234567',
  '01020123456789012345',
  'pagos@ejemplo.com',
  'V-1234',
]

test.each([
  ['Paga al 0412-555.00.01', '0412-555.00.01'],
  ['Paga al 0412·555·0001', '0412·555·0001'],
  ['Paga al 0412_555_00_01', '0412_555_00_01'],
  ['Paga al 0412/5550001', '0412/5550001'],
  ['Paga al 0412,5550001', '0412,5550001'],
  ['Paga al 0412:5550001', '0412:5550001'],
  ['0412.5550001', '0412.5550001'],
  ['Pago Móvil 0412\n5550001', '0412 5550001'],
  ['Pago Móvil 0412      5550001', '0412 5550001'],
  ['<p>Paga al 0412<b>5550001</b></p>', '0412 5550001'],
  ['<p>Paga al 0412<b></b><br>5550001</p>', '0412 5550001'],
  ['Paga al 0412&nbsp;5550001', '0412 5550001'],
  ['Pago Móvil 0412-5550001 - 0400-1234567', '0412-5550001'],
  ['Pago Móvil 0400-1234567 - 0412-5550001', '0412-5550001'],
  ['Todo en linktr.ee/pedro', 'linktr.ee/pedro'],
  ['Paga al +58 412 5550001, gracias', '58 412 5550001'],
  ['Cuenta 0134 0000 11 2222333344', '0134 0000 11 2222333344'],
  ['Llama al ０４１２５５５０００１', '04125550001'],
  ['Llama al 0412\u200b5550001', '04125550001'],
  ['Zelle a otro@correo.com', 'otro@correo.com'],
  ['Escríbele a @otra_cuenta', '@otra_cuenta'],
  ['Paga en <a href="https://bit.ly/3xyz">la página</a>', 'https://bit.ly/3xyz'],
  ['Entra en rifas-laceiba.com.ve/pago', 'rifas-laceiba.com.ve/pago'],
  ['USDT: TXYZabcdefghijkmnopqrstuvwxyz12345', 'txyzabcdefghijkmnopqrstuvwxyz12345'],
])('%s: names others', (text, found) => {
  expect(foreignContacts(text, OWN)).toEqual([found])
})

test.each([
  'Paga otra vez al 0400 123 45 67 o +58 400-1234567, o a pagos@ejemplo.com.',
  'Transfiere a 0102-0123-45-6789012345.',
  'Al 0400-1234567 o al 0102 0123 45 6789012345, 0400-1234567 / 0058 400 1234567.',
  'Del 02/11/2026, 8:00 al 04/12/2026, 20:30: tasa 671,42350000 y Bs. 412.345.678,90.',
  'Lee rifas.ejemplo.com/rifas/1 y www.instagram.com/rifas_laceiba, o escribe a @rifas_laceiba.',
  'El 20/11/2026 a las 8:00 p. m. se sortean 1.000.000 boletos a Bs. 1.234.567,89.',
  'La referencia 45127833 no coincide: V-12.345.678 pagó Bs. 120,00.',
  'a'.repeat(40),
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
])('%s: names nobody else', (text) => {
  expect(foreignContacts(text, OWN)).toEqual([])
})

test.each([['0'], ['a1'], ['a.'], ['@'], ['1 '], ['www.'], ['.com']])(
  'a long text of «%s» is read in one pass',
  (piece) => {
    expect(foreignContacts(piece.repeat(100_000 / piece.length), OWN).length).toBeLessThan(100_000)
  },
)
