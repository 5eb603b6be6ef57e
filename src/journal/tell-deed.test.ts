import { expect, test } from 'vitest'
import { DEEDS, SUBJECTS } from './deeds.ts'
import { tellActor, tellDeed, tellFields } from './tell-deed.ts'

const line = (accion: string, datos: Record<string, unknown> = {}) => ({ actor: 'Marisela', accion, datos })

test.each([
  ['compra aprobada', { codigo: 'TB-6TW1F', numeros: ['0047'] }, 'aprobó la compra TB-6TW1F'],
  ['rol cambiado', { operador_id: 2, nombre: 'Ana' }, 'cambió el papel de Ana'],
  ['segundo factor quitado', { operador_id: 2 }, 'quitó el segundo paso'],
  ['segundo factor quitado', { operador_id: 2, nombre: 'Ana' }, 'quitó el segundo paso de Ana'],
  ['segundo factor fallido', { operador_id: 2, para: 'invitar' }, 'escribió mal un código para invitar'],
  ['rifa creada', { titulo: 'Moto 150 cc' }, 'creó la rifa «Moto 150 cc»'],
  ['método de pago cambiado', { antes: {}, ahora: { titulo: 'Pago Móvil' } }, 'cambió dónde pagan por Pago Móvil'],
  ['hecho de otra versión', {}, '· hecho de otra versión'],
  ['toString', {}, '· toString'],
])('%s has its words', (accion, datos, told) => {
  expect(tellDeed(line(accion, datos))).toBe(told)
})

test('every deed has its words and a subject, whatever its line keeps', () => {
  for (const [deed, words] of Object.entries(DEEDS)) {
    expect(words.asunto in SUBJECTS).toBe(true)
    for (const datos of [{}, { antes: null, ahora: null }, { antes: [1], ahora: 'x', nombre: 3 }]) {
      expect(tellDeed(line(deed, datos)).startsWith(words.hecho)).toBe(true)
      tellFields(line(deed, datos))
    }
  }
})

test('actors that are no operators have words too', () => {
  expect(['comprador', 'consola', 'sistema', 'Ana'].map(tellActor)).toEqual([
    ...['El comprador', 'La consola del servidor', 'El sistema', 'Ana'],
  ])
})

test('the change comes first, with the value before it', () => {
  const antes = { id: 1, version: 3, banco: '0134 Banesco', cedula: 'V-99.000.482', paginas: ['A'] }
  const ahora = { ...antes, version: 4, banco: '0102 Banco de Venezuela' }
  expect(tellFields(line('método de pago cambiado', { id: 1, motivo: 'Cambio de banco', antes, ahora }))).toEqual([
    { nombre: 'Banco', antes: '0134 Banesco', ahora: '0102 Banco de Venezuela', cambio: true },
    { nombre: 'Cédula', antes: 'V-99.000.482', ahora: 'V-99.000.482', cambio: false },
    { nombre: 'Páginas', antes: 'A', ahora: 'A', cambio: false },
    { nombre: 'Motivo', antes: null, ahora: 'Cambio de banco', cambio: false },
  ])
  expect(
    tellFields(
      line('compra corregida', { codigo: 'TB-1', referencia: { antes: '1', ahora: '2' }, comprobante_nuevo: false }),
    ),
  ).toEqual([
    { nombre: 'Referencia', antes: '1', ahora: '2', cambio: true },
    { nombre: 'Comprobante nuevo', antes: null, ahora: 'No', cambio: false },
  ])
})

test('amounts are shown in their currency', () => {
  const datos = { codigo: 'TB-1', total: '100.00', moneda: 'USD', monto: '67142.35', monto_moneda: 'VES' }
  expect(tellFields(line('compra reportada', datos)).map(({ nombre, ahora }) => [nombre, ahora])).toEqual([
    ['Total', '$100,00'],
    ['Monto', 'Bs.\u00a067.142,35'],
  ])
  expect(tellFields(line('compra reportada', { total: 'x', moneda: 'USD' })).map(({ ahora }) => ahora)).toEqual([
    'x',
    'USD',
  ])
})

test('a created row has no before', () => {
  expect(tellFields(line('método de pago creado', { antes: null, ahora: { banco: '0134' } }))).toEqual([
    { nombre: 'Banco', antes: null, ahora: '0134', cambio: false },
  ])
})
