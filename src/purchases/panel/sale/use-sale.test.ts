import { beforeEach, expect, test, vi } from 'vitest'
import { dropSale, type KeptSale, keepSale, readKeptSale } from './use-sale.ts'

const NAME = 'panel-venta-1:7'
const SALE: KeptSale = {
  clave: '0123456789abcdef0123456789abcdef',
  borrador: {
    rifa: 1,
    cantidad: 2,
    numeros: ['07', '21'],
    metodo: 'zelle',
    efectivo: null,
    nombre: 'Ana Ejemplo',
    cedula: 'V-1.234.567',
    telefono: '0412-000.33.22',
    correo: '',
    referencia: '0011',
    comprobante: null,
    confirmar: true,
  },
  envio: { campos: { nombre: 'Ana Ejemplo', total: '10.00' }, comprobante: 'pago.jpg', rifa: 'Moto' },
}

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  const sessionStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  vi.stubGlobal('sessionStorage', sessionStorage)
  return () => vi.unstubAllGlobals()
})

test('a sale is found again by its operator only, and not once it is dropped', () => {
  keepSale(7, SALE)
  expect(readKeptSale(7)).toEqual(SALE)
  expect(readKeptSale(8)).toBeNull()
  dropSale(7)
  expect(readKeptSale(7)).toBeNull()
})

test('an unreadable part is left out, and the key stays', () => {
  kept.set(NAME, '{')
  expect(readKeptSale(7)).toBeNull()
  for (const clave of [undefined, 5, '', '<b>']) {
    kept.set(NAME, JSON.stringify({ ...SALE, clave }))
    expect(readKeptSale(7)).toBeNull()
  }
  for (const broken of [null, 'x', 3, [1]]) {
    kept.set(NAME, JSON.stringify({ ...SALE, borrador: broken, envio: broken }))
    expect(readKeptSale(7)).toEqual({ clave: SALE.clave, borrador: null, envio: null })
  }
  const borrador = { ...SALE.borrador, rifa: '1', numeros: 'x', metodo: 'toString', nombre: 5, comprobante: {} }
  kept.set(NAME, JSON.stringify({ ...SALE, borrador, envio: { ...SALE.envio, campos: { total: 1 } } }))
  expect(readKeptSale(7)).toMatchObject({
    borrador: { rifa: 0, numeros: null, metodo: null, nombre: '', comprobante: null, referencia: '0011' },
    envio: null,
  })
})

test('a browser that keeps nothing still sells', () => {
  const denied = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('sessionStorage', { getItem: denied, setItem: denied, removeItem: denied })
  keepSale(7, SALE)
  expect(readKeptSale(7)).toEqual(SALE)
  dropSale(7)
  expect(readKeptSale(7)).toBeNull()
})
