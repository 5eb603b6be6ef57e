import { expect, test, vi } from 'vitest'
import { readForeignRaffle } from './foreign-raffle.ts'

// The document parser is the browser's; e2e/pages.test.ts drives the real one.
vi.mock('./clean-html.ts', () => ({ cleanHtml: (html: string) => html }))

test('a host that knows only the fields of the contract of calls is enough to sell', () => {
  const raffle = readForeignRaffle(
    { id: 1, titulo: 'Moto', descripcion: 'Nueva', precio: 5, fecha: '0000-00-00', tasa_usd: null },
    [null, 671.42],
  )
  expect(raffle).toMatchObject({
    precio: '5.00',
    moneda: 'USD',
    tasa_usd: '671.42000000',
    seleccion: 'automatica',
    estado: 'publicada',
    imagen: null,
  })
})

test('its own rate comes before that of the list, and that before the one in force', () => {
  const raffle = { id: 1, precio: '5.5' }
  expect(readForeignRaffle({ ...raffle, tasa_usd: '40' }, ['50', '60']).tasa_usd).toBe('40.00000000')
  expect(readForeignRaffle(raffle, ['50', '60']).tasa_usd).toBe('50.00000000')
  expect(readForeignRaffle(raffle, [undefined, '60']).tasa_usd).toBe('60.00000000')
  expect(readForeignRaffle(raffle, ['0', 'nada']).tasa_usd).toBeNull()
})

test('a raffle without a price is none', () => {
  for (const answer of [null, 'rifa', {}, { precio: '' }, { precio: '1.234,50' }, { precio: -1 }])
    expect(() => readForeignRaffle(answer, [])).toThrow(TypeError)
})

test('a value that is not of its kind is as if it were missing', () => {
  const plain = readForeignRaffle({ id: 1, precio: 5 }, [])
  for (const strange of [[], {}, 'x', -1, 1.5, null, ['x'], { anchos: [] }]) {
    const fields = ['moneda', 'digitos', 'seleccion', 'registro_unico', 'minimo', 'maximo', 'estado', 'imagen']
    const odd = Object.fromEntries(fields.map((field) => [field, strange]))
    expect(readForeignRaffle({ id: 1, precio: 5, ...odd }, [])).toEqual(plain)
  }
  const imagen = { id: 'a', alt: 'Moto', ancho: 720, alto: 720, anchos: [360, 720] }
  const ours = { estado: 'cerrada', seleccion: 'ambas', moneda: 'VES', minimo: 5, imagen } as const
  expect(readForeignRaffle({ id: 1, precio: 5, ...ours, galeria: [imagen, 'x'] }, [])).toMatchObject({
    ...ours,
    galeria: [imagen],
  })
})
