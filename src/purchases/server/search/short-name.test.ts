import { expect, test } from 'vitest'
import { shortName } from './short-name.ts'

test.each([
  ['Carla Mendoza', 'Carla M.'],
  ['Ana del Valle', 'Ana V.'],
  ['ana de la cruz pérez', 'ana C.'],
  ['José  María Ñáñez', 'José M.'],
  ['Álvaro ñáñez', 'Álvaro Ñ.'],
  ['Ana DEL VALLE', 'Ana V.'],
  ['Luz de', 'Luz D.'],
  ['Madonna', 'Madonna'],
])('%s is told as %s', (nombre, told) => {
  expect(shortName(nombre)).toBe(told)
})
