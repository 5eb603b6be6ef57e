import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changesOf, draftOf, readDraft } from './raffle-draft.ts'
import { FIELD_NAMES, newRaffle, type RaffleFields } from './raffle-fields.ts'

const KEPT: RaffleFields = {
  ...newRaffle.parse({ titulo: 'Moto', precio: '1300.50', total_numeros: 10_000 }),
  tasa_usd: '671.42350000',
  digitos: 4,
}

test('a kept raffle comes back as it was from the form, and counts as no change', () => {
  const draft = draftOf(KEPT)
  expect(draft).toMatchObject({
    precio: '1.300,50',
    total_numeros: '10.000',
    tasa_usd: '671,4235',
    gracia_segundos: '24',
  })
  expect(readDraft(draft).problems).toEqual({})
  expect(changesOf(KEPT, draft)).toEqual({})
})

test('amounts are read as they are typed here, and an ambiguous one is asked', () => {
  const read = (precio: string) => readDraft({ ...draftOf(KEPT), precio })
  expect(read('3').fields.precio).toBe('3.00')
  expect(read('3,5').fields.precio).toBe('3.50')
  expect(read('$ 3.50').fields.precio).toBe('3.50')
  expect(read('Bs. 1.300').problems.precio).toMatch(/punto/)
  for (const wrong of ['', 'gratis', '3,555', '-1', '0']) expect(read(wrong).problems.precio, wrong).toBeTruthy()
})

test('only a typed and readable value is a change', () => {
  const draft = { ...draftOf(KEPT), titulo: ' Moto nueva ', maximo: 'diez', gracia_segundos: '1,5' }
  expect(changesOf(KEPT, draft)).toEqual({ titulo: ' Moto nueva ', gracia_segundos: 5_400 })
  expect(readDraft(draft).problems).toHaveProperty('maximo')
})

test('fields that contradict each other are reported at one of them', () => {
  const draft = draftOf(KEPT)
  expect(readDraft({ ...draft, minimo: '50', maximo: '10' }).problems).toHaveProperty('maximo')
  expect(readDraft({ ...draft, total_numeros: '100.000' }).problems).toHaveProperty('digitos')
  expect(readDraft({ ...draft, total_numeros: '30', minimo: '50', digitos: '2' }).problems).toHaveProperty('minimo')
})

test('every field of a raffle is in the form', () => {
  const form = readFileSync(new URL('panel/editor/form-parts.tsx', import.meta.url), 'utf8')
  expect(FIELD_NAMES.filter((field) => !new RegExp(`\\b${field}\\b`).test(form))).toEqual([])
})
