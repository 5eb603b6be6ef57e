import { describe, expect, test } from 'vitest'
import { paymentRows } from '#payment-methods/payment-rows.ts'
import { attemptFor } from '../form/draft.ts'
import { fullMethod, goneNumbers } from '../hold/hold-tickets.ts'
import { methodList } from './method-step.tsx'
import { estimate, owed } from './owed.ts'
import { rateText, totalText } from './payment-data.tsx'

const [sparse] = methodList([{ id: 1, banco: '0134 Banesco', cedula: 'V-00.123.456', telefono: '04001234567' }])
if (!sparse) throw new Error('the list has one')
const plain = fullMethod(sparse)
const dollars = { precio: '5.00', moneda: 'USD', tasa_usd: '671.4235' } as const
const bolivares = { precio: '1300.00', moneda: 'VES', tasa_usd: null } as const

describe('methods', () => {
  test('a list comes bare, below data or below numeros', () => {
    const list = [{ id: 1 }]
    for (const answer of [list, { data: list }, { numeros: list }]) expect(methodList(answer)).toHaveLength(1)
    for (const answer of [null, 'x', {}, { data: 'x' }, [null, 3]]) expect(methodList(answer)).toEqual([])
  })
  test('a record of the specification alone is a Pago Movil of both pages', () => {
    expect(plain).toMatchObject({ tipo: 'pago_movil', titulo: 'Pago Movil', moneda: 'VES', paginas: ['A', 'B'] })
  })
})

describe('copied values', () => {
  test('digits only for account, bank, cédula and phone; mail and names as they are; nothing for what is empty', () => {
    const rows = paymentRows({
      ...plain,
      numeroCuenta: '0134-0000-12',
      email: 'pagos@ejemplo.test',
      nombre: 'Ejemplo, C.A.',
    })
    expect(rows.map(({ label, copied }) => [label, copied])).toEqual([
      ['Banco', '0134'],
      ['Número de cuenta', '0134000012'],
      ['Cédula', '00123456'],
      ['Teléfono', '04001234567'],
      ['Correo', 'pagos@ejemplo.test'],
      ['A nombre de', 'Ejemplo, C.A.'],
    ])
    expect(paymentRows(plain).map((row) => row.label)).toEqual(['Banco', 'Cédula', 'Teléfono'])
    expect(paymentRows({ ...plain, banco: 'Banesco' })[0]?.copied).toBe('Banesco')
  })
  test('shown values are easy to read, and never another number', () => {
    const [, cedula, phone] = paymentRows(plain)
    expect(cedula?.shown).toBe('V-00.123.456')
    expect(phone?.shown).toBe('0400-1234567')
    const [, account] = paymentRows({ ...plain, numeroCuenta: '01340000120000123456', cedula: '12345678' })
    expect(account?.shown).toBe('0134 0000 1200 0012 3456')
    expect(paymentRows({ ...plain, cedula: 'J-12345678-0' })[1]).toMatchObject({ label: 'RIF', shown: 'J-12345678-0' })
    expect(paymentRows({ ...plain, tipo: 'binance', numeroCuenta: '400123456' })[1]?.label).toBe('ID de Binance')
  })
})

describe('the owed amount', () => {
  test('in the currency of the method', () => {
    const quote = estimate(dollars, 5)
    expect(owed(plain, quote)?.text).toBe('Bs.\u00a016.785,59')
    expect(owed({ ...plain, moneda: 'USD' }, quote)?.text).toBe('$25,00')
    expect(owed({ ...plain, moneda: 'COP', precio_por_boleto: '4000' }, quote)?.text).toBe('COP\u00a020.000,00')
    expect(totalText(quote)).toBe('$25,00')
  })
  test('without a rate the bolívares equal the dollars and are marked', () => {
    const quote = estimate({ ...dollars, tasa_usd: null }, 5)
    expect(owed(plain, quote)).toMatchObject({ amount: '25.00', unverified: true })
  })
  test('without a rate a raffle in bolívares has no dollars to ask for', () => {
    const quote = estimate(bolivares, 2)
    expect(owed({ ...plain, moneda: 'USD' }, quote)).toBeNull()
    expect(owed(plain, quote)).toMatchObject({ amount: '2600.00', unverified: false })
  })
  test('the rate is named with its day when that is known', () => {
    expect(rateText({ tasa: '671.42350000', tasa_nombre: 'Tasa BCV euro', tasa_fecha: '2026-11-20' })).toBe(
      'Tasa BCV euro · Bs.\u00a0671,42 · 20 de noviembre',
    )
    expect(rateText({ tasa: '671.4', tasa_nombre: '', tasa_fecha: '' })).toBe('Tasa Bs.\u00a0671,40')
    expect(rateText({ tasa: null, tasa_nombre: '', tasa_fecha: '' })).toBe('')
  })
})

describe('numbers that somebody else has', () => {
  const picked = ['0042', '0100', '7777']
  test('are those that our server lists, and those that the sentence of another one names', () => {
    expect(goneNumbers({ numeros: ['0042'] }, picked)).toEqual(['0042'])
    expect(goneNumbers({ error: 'Error', details: 'Los números 0100, 7777 ya no están disponibles' }, picked)).toEqual([
      '0100',
      '7777',
    ])
  })
  test('are none where the refusal is about something else, or nobody picked', () => {
    expect(goneNumbers({ error: 'Error', details: "Duplicate entry '04000042' for key 'telefono'" }, picked)).toBeNull()
    expect(goneNumbers({}, picked)).toBeNull()
    expect(goneNumbers({ numeros: ['0042'] }, null)).toBeNull()
  })
})

describe('the idempotency key', () => {
  const proof = new File(['x'], 'pago.jpg', { type: 'image/jpeg', lastModified: 1 })
  test('stays for the same content and changes with any of it', () => {
    const first = attemptFor({ referencia: '1' }, proof, null)
    expect(first.key).toMatch(/^[0-9a-f]{32}$/)
    expect(attemptFor({ referencia: '1' }, proof, first)).toBe(first)
    expect(attemptFor({ referencia: '2' }, proof, first).key).not.toBe(first.key)
    const other = new File(['xy'], 'pago.jpg', { lastModified: 1 })
    expect(attemptFor({ referencia: '1' }, other, first).key).not.toBe(first.key)
  })
})
