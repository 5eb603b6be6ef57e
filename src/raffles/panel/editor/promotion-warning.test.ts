import { expect, it } from 'vitest'
import { findConcerns } from './promotion-warning.tsx'

it.each([
  ['Moto 200 cc y $200', ['nombra moneda extranjera']],
  ['<p>Gana <b>1.000 $</b></p>', ['nombra moneda extranjera']],
  ['Premio de 300€', ['nombra moneda extranjera']],
  ['&euro;50', ['nombra moneda extranjera']],
  ['Pagadero en divisas', ['nombra moneda extranjera']],
  ['QUINIENTOS DOLARES', ['nombra moneda extranjera']],
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
  'Moto en bolívares, europea, Doladora y divisadero',
  '<a href="https://ejemplo.test/?a=$1">aquí</a>',
  'Tronco de caoba, con barniz',
  'Nevera, cocina y una operación de compra sin costo',
  'Solo para mayores de 18 años, no menores',
  '',
])('finds nothing in: %s', (text) => {
  expect(findConcerns(text)).toEqual([])
})
