import { describe, expect, test } from 'vitest'
import { checkMethod } from './check-method.ts'
import type { MethodData } from './contract.ts'
import { FORM_RULES } from './method-forms.ts'
import { METHOD_FORMS } from './methods.ts'
import { normaliseNationalId, paymentRows } from './payment-rows.ts'

const EMPTY: MethodData = {
  titulo: 'Uno',
  banco: '',
  numeroCuenta: '',
  cedula: '',
  telefono: '',
  email: '',
  nombre: '',
  instrucciones: '',
  precio_por_boleto: null,
}
const WHOLE: Record<(typeof METHOD_FORMS)[number], Partial<MethodData>> = {
  pago_movil: { banco: '0134 Banesco', cedula: '12345678', telefono: '+58 0412 123 45 67' },
  zelle: { telefono: '+1 (305) 555-0100', nombre: 'Ana' },
  binance: { numeroCuenta: '400 123 456' },
  paypal: { email: 'pagos@ejemplo.test' },
  transferencia: {
    banco: '0105 Mercantil',
    numeroCuenta: '0105-0000-0000-0000-0001',
    cedula: 'J-12345678-9',
    nombre: 'Ana',
  },
  nequi: { telefono: '+57 300 000 0001', nombre: 'Ana', precio_por_boleto: '4000,5' },
}

describe('needs of each kind', () => {
  test.each(METHOD_FORMS)('%s: an empty one lacks something, a whole one nothing', (form) => {
    expect(Object.keys(checkMethod(form, EMPTY).missing)).not.toEqual([])
    const { problems, missing, data } = checkMethod(form, { ...EMPTY, ...WHOLE[form] })
    expect([problems, missing]).toEqual([{}, {}])
    // The stored data are the checked ones: reading them again changes nothing, and the buyer has something to pay to.
    expect(checkMethod(form, data).data).toEqual(data)
    expect(paymentRows({ ...data, tipo: FORM_RULES[form].tipo }).length).toBeGreaterThan(0)
  })

  test.each(METHOD_FORMS)('%s: keeps no field of another kind', (form) => {
    const everything = { ...EMPTY, ...Object.assign({}, ...Object.values(WHOLE)), banco: '0105 Mercantil' }
    const known = FORM_RULES[form].fields.map(({ field }) => field)
    const { data } = checkMethod(form, everything)
    for (const field of ['banco', 'numeroCuenta', 'cedula', 'telefono', 'email'] as const) {
      if (!known.includes(field)) expect(data[field]).toBe('')
    }
  })

  test.each([
    ['pago_movil', 'telefono', '0212-1234567'],
    ['pago_movil', 'telefono', '0412-123456a'],
    ['pago_movil', 'telefono', '0412-123456'],
    ['pago_movil', 'telefono', '0412-12345678'],
    ['pago_movil', 'cedula', 'X-1'],
    ['pago_movil', 'banco', 'Banesco'],
    ['transferencia', 'numeroCuenta', '0105'],
    ['zelle', 'email', 'a@b'],
    ['zelle', 'telefono', '12'],
    ['binance', 'numeroCuenta', 'abc'],
    ['nequi', 'precio_por_boleto', '4.000'],
    ['nequi', 'precio_por_boleto', '0'],
    ['nequi', 'telefono', '04121234567'],
  ] as const)('%s does not take %s %j', (form, field, text) => {
    expect(Object.keys(checkMethod(form, { ...EMPTY, [field]: text }).problems)).toEqual([field])
  })

  test('an account is of the bank that is named next to it', () => {
    const numeroCuenta = '0134-0000-0000-0000-0001'
    const { problems } = checkMethod('transferencia', { ...EMPTY, ...WHOLE.transferencia, numeroCuenta })
    expect(problems).toEqual({ numeroCuenta: 'La cuenta no es de 0105 Mercantil: empieza por 0134.' })
  })

  test('control characters do not reach the buyer', () => {
    const { data } = checkMethod('zelle', { ...EMPTY, nombre: ' Ana\u0000\r\nB ', instrucciones: 'Una\u0007\nDos' })
    expect([data.nombre, data.instrucciones]).toEqual(['Ana B', 'Una\nDos'])
  })
})

test.each([
  ['v12345678', 'V-12.345.678'],
  ['V-00.123.456', 'V-00.123.456'],
  ['j 12345678 9', 'J-12345678-9'],
  ['G20000001', 'G-20000001'],
  ['J-1234', null],
  ['V-1', null],
  ['A-12345678', null],
])('the document %s is %s', (typed, kept) => {
  expect(normaliseNationalId(typed)).toBe(kept)
})
