import { describe, expect, test } from 'vitest'
import { findReferences, tidyReference } from './find-references.ts'

describe('the reference in a pasted text', () => {
  test.each([
    ['0083726154', '0083726154'],
    ['  BACx8k-2210 ', 'BACx8k-2210'],
    ['0083 726 154', '0083726154'],
    ['Nº de referencia: 000 123 456 789', '000123456789'],
    ['N.º de operación # 0001-2345', '0001-2345'],
    ['Pago exitoso. Nº de referencia: 000 123 456 789 Fecha: 22/11/2026 Monto: Bs. 100,00', '000123456789'],
    ['Ref 0083726154', '0083726154'],
    ['Ref: 001234567890 por Bs. 1.900,00', '001234567890'],
    [
      'Banesco informa: Recibiste un Pago Movil de LUISA RONDON por Bs. 1900.0 el 31/08/2026; 15:43 REF 062400117788',
      '062400117788',
    ],
    [
      'Recibiste un PagomovilBDV por Bs.12.000,00 del 0412-1234567 Ref: 108233445566 en fecha: 29-03-26 hora: 18:01.',
      '108233445566',
    ],
    ['Pago Movil Recibido Bs.10000,00 Telf.0414***69 Ref.004512783390 BNC', '004512783390'],
    [
      'Operación exitosa. Nro. de operación 000123456789. Monto Bs 6.714,24. Cuenta 0134-0000-12-0000123456. 0412-1112233',
      '000123456789',
    ],
    ['Comprobante de pago\nNúmero de comprobante: 77889900\nCédula: V-12.345.678\nTeléfono: 04141234567', '77889900'],
    ['You sent $10.00 with Zelle®. Confirmation code: BACx8k2210', 'BACx8k2210'],
    [
      'Transferencia realizada a CARLOS PEREZ C.I. 12345678 por Bs. 2.600,00 001122334455 22/11/2026 10:41 a. m.',
      '001122334455',
    ],
    ['Operación correcta 001234567890', '001234567890'],
  ])('%s', (text, reference) => expect(findReferences(text)).toEqual([reference]))

  test.each([
    ['Ref 001234', '001234'],
    ['ref.: 001234', '001234'],
    ['Referencia número 0012 34', '001234'],
    ['No. 7788', '7788'],
    [' 0083  726 154 ', '0083726154'],
    ['123456 789012', '123456 789012'],
    ['Orden: BACx8k-2210', 'BACx8k-2210'],
    ['BACx8k 2210', 'BACx8k 2210'],
    ['reforma 1234', 'reforma 1234'],
    ['referencia', 'referencia'],
    ['Pago de Ana', 'Pago de Ana'],
    ['', ''],
  ])('typed as %j it is kept as %j', (typed, kept) => expect(tidyReference(typed)).toBe(kept))

  test('a message without one has none', () => {
    expect(
      findReferences('Provincial: recibiste un pago movil de LUISA RONDON por Bs. 30,206.00 F2026/08/05H15:51:44'),
    ).toEqual([])
    expect(findReferences('Tu pago fue exitoso, gracias por preferirnos')).toEqual([])
    expect(findReferences('   ')).toEqual([])
  })
  test('of several a person chooses one, the longest first; the end of one is the same', () => {
    expect(findReferences('Referencia 0083726154. Nro de operación 55667788')).toEqual(['0083726154', '55667788'])
    expect(findReferences('Ref: 000083726154, comprobante 83726154')).toEqual(['000083726154'])
    expect(findReferences('Pagado 00112233445 y 99887766554')).toEqual(['00112233445', '99887766554'])
  })
})
