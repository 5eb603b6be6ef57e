import { expect, test } from 'vitest'
import { salesState } from './sales-state.ts'

const raffle = { estado: 'publicada', seleccion: 'ambas', minimo: 2 } as const
const left = (numeros_disponibles: number, estado = 'publicada') => ({
  id: 1,
  estado,
  porcentaje_disponible: 0,
  numeros_disponibles,
  total_numeros: 100,
})
const A = { picksByHand: true }
const B = { picksByHand: false }

test('a purchase is of two at least', () => {
  expect(salesState(raffle, left(2), A)).toBe('open')
  expect(salesState(raffle, left(1), A)).toBe('too-few')
  expect(salesState(raffle, left(0), A)).toBe('sold-out')
})

test('a purchase is of as many tickets at least as the raffle asks for', () => {
  const five = { ...raffle, minimo: 5 }
  expect(salesState(five, left(5), A)).toBe('open')
  expect(salesState(five, left(4), A)).toBe('too-few')
  expect(salesState(five, left(0), A)).toBe('sold-out')
})

test('unknown facts do not stop a sale: another host tells neither state nor availability at first', () => {
  expect(salesState(raffle, null, A)).toBe('open')
  expect(salesState(raffle, { ...left(5), estado: undefined as never }, B)).toBe('open')
})

test('availability shows a close or a draw that happened while the page is open', () => {
  expect(salesState(raffle, left(50, 'cerrada'), A)).toBe('closed')
  expect(salesState(raffle, left(50, 'sorteada'), A)).toBe('drawn')
  expect(salesState({ ...raffle, estado: 'sorteada' }, left(50), A)).toBe('drawn')
  expect(salesState(raffle, left(50, 'pausada'), A)).toBe('paused')
})

test('a raffle whose numbers are picked is not sold where they cannot be picked', () => {
  expect(salesState({ ...raffle, seleccion: 'manual' }, left(50), A)).toBe('open')
  expect(salesState({ ...raffle, seleccion: 'manual' }, left(50), B)).toBe('by-hand-only')
})
