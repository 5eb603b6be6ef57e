import { expect, it } from 'vitest'
import { findConcerns } from './promotion-concerns.ts'

it.each([
  ['Moto 200 cc y $200', ['nombra moneda extranjera']],
  ['Una cirugía estética con todo pago', ['nombra cirugía estética']],
  ['Implantes mamarios', ['nombra cirugía estética']],
  ['<p>Un paquete de <b>liposucción</b></p>', ['nombra cirugía estética']],
  ['Bicicleta para niños', ['nombra a menores de edad']],
  ['Una cava con 24 cervezas y ron', ['nombra alcohol']],
  ['Fiesta con whisky y 500 dólares', ['nombra moneda extranjera', 'nombra alcohol']],
])('%s', (text, says) => {
  expect(findConcerns(text).map((one) => one.says)).toEqual(says)
})

it.each([
  'Camioneta 4×4 del año',
  'Tronco de caoba, con barniz',
  'Nevera, cocina y una operación de compra sin costo',
  'Solo para mayores de 18 años, no menores',
  '',
])('finds nothing in: %s', (text) => {
  expect(findConcerns(text)).toEqual([])
})
