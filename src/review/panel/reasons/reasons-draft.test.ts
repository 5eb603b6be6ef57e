import { expect, test } from 'vitest'
import { draftReason, fieldOf, movedReasons, reasonProblems } from './reason-row.tsx'

const texts = (list: readonly { texto: string }[]) => list.map(({ texto }) => texto)

test('a reason that is too short, too long or repeated is marked, by its own place', () => {
  const list = ['    no  ', 'x'.repeat(501), 'No aparece.', ' No aparece. ', `${'x'.repeat(500)}  `].map(draftReason)
  const problems = reasonProblems(list)
  expect(list.map(({ id }) => problems[fieldOf(id)])).toEqual([
    'Escribe al menos 5 caracteres: el comprador lo va a leer.',
    'El motivo admite 500 caracteres y este tiene 501.',
    undefined,
    'Este motivo ya está en la lista.',
    undefined,
  ])
})

test('a reason moves one place, and stays at the ends', () => {
  const list = ['a', 'b', 'c'].map(draftReason)
  expect(texts(movedReasons(list, 0, 1))).toEqual(['b', 'a', 'c'])
  expect(texts(movedReasons(list, 2, -1))).toEqual(['a', 'c', 'b'])
  expect(texts(movedReasons(list, 0, -1))).toEqual(['a', 'b', 'c'])
  expect(texts(movedReasons(list, 2, 1))).toEqual(['a', 'b', 'c'])
})
