import { expect, test } from 'vitest'
import { reasonProblems } from './reasons-form.tsx'

test('a reason that is too short, too long or repeated is told by its place', () => {
  const long = 'x'.repeat(500)
  expect(reasonProblems(`No aparece.\n\n   ${long}  \n`)).toEqual({})
  expect(reasonProblems('No aparece.\n\n  no  ')['motivos']).toBe('El 2: Escribe el motivo: el comprador lo va a leer.')
  expect(reasonProblems(`${long}x`)['motivos']).toBe('El 1: El motivo admite 500 caracteres.')
  expect(reasonProblems('No aparece.\n No aparece. ')['motivos']).toBe('Hay dos motivos iguales.')
  expect(reasonProblems(' \n')['motivos']).toBe('Deja al menos un motivo.')
})
