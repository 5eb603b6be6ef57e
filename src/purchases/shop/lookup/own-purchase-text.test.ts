import { expect, test } from 'vitest'
import { supportOf } from '#mail/support.ts'
import { rafflePath } from '#raffles/raffle-path.ts'
import type { OwnPurchase } from '../../contract.ts'
import { drawText, postponedText, STATE_TEXTS, timeLeftText } from './own-purchase-text.ts'
import { shareText } from './share-ticket.tsx'

const MINUTE = 60_000

test.each([
  [-1, 'menos de un minuto'],
  [59_999, 'menos de un minuto'],
  [MINUTE, '1 minuto'],
  [59 * MINUTE, '59 minutos'],
  [60 * MINUTE, '1 hora'],
  [61 * MINUTE, '1 hora y 1 minuto'],
  [23 * 60 * MINUTE + 12 * MINUTE, '23 horas y 12 minutos'],
  [24 * 60 * MINUTE + 30 * MINUTE, '1 día'],
  [51 * 60 * MINUTE, '2 días y 3 horas'],
])('%i milliseconds are %s', (left, text) => {
  expect(timeLeftText(left)).toBe(text)
})

test('the shared text names ten numbers and says how many more there are', () => {
  const numeros = Array.from({ length: 12 }, (_, index) => String(index).padStart(2, '0'))
  const text = shareText({ titulo: 'Moto', numeros }, 'https://rifas.test/rifa')
  expect(text).toBe(
    'Ya tengo mis números para «Moto»: 00, 01, 02, 03, 04, 05, 06, 07, 08, 09 y 2 más. Participa en https://rifas.test/rifa',
  )
  expect(shareText({ titulo: 'Moto', numeros: ['07', '42'] }, 'x')).toContain('07, 42. Participa')
})

test.each([
  [4, '/rifa'],
  [9, '/rifa1'],
  [1, '/rifa/1'],
])('raffle %i is joined at %s', (raffle, address) => {
  expect(rafflePath(raffle, { rifa_a: 4, rifa_b: 9 })).toBe(address)
})

test('a purchase names the day of its draw, or has the text of the raffle’s page without one', () => {
  expect(drawText({ rifa_id: 4, fecha_sorteo: '2026-12-19' }, { rifa_a: 4 })).toBe('Sorteo: 19 de diciembre')
  expect(drawText({ rifa_id: 4, fecha_sorteo: '' }, { rifa_a: 4 })).toBe('Sorteo: Al vender 80%')
  expect(drawText({ rifa_id: 4, fecha_sorteo: '', con_regla: true }, { rifa_a: 4 })).toBe(
    'Sorteo: según la regla de la rifa',
  )
  expect(drawText({ rifa_id: 5, fecha_sorteo: '' }, { rifa_a: 4 })).toBe('Sorteo: Al agotarse')
})

test('tells a postponement with the old day and the new one, and no day that is over', () => {
  const aplazado = {
    que: 'sorteo' as const,
    antes: '2026-12-19T20:00:00-04:00',
    ahora: '2026-12-22T20:00:00-04:00',
    motivo: 'No hay luz.',
  }
  expect(postponedText({ aplazado })).toBe(
    'El sorteo se aplazó. Era el 19 de diciembre, 8:00\u00a0p.\u00a0m. Ahora es desde el 22 de diciembre, 8:00\u00a0p.\u00a0m. Motivo: No hay luz.',
  )
  const own = { rifa_id: 4, fecha_sorteo: '2026-12-19', con_regla: true }
  expect(drawText({ ...own, aplazado }, { rifa_a: 4 })).toBe('Sorteo: 22 de diciembre')
  expect(drawText({ ...own, aplazado: { ...aplazado, que: 'cierre' } }, { rifa_a: 4 })).toBe(
    'Sorteo: según la regla de la rifa',
  )
})

test('nobody is sent to a support that the site has not', () => {
  const fallen = { cantidad_tickets: 2, corregible_hasta: null, corregible: false } as OwnPurchase
  const told = (whatsapp: string) =>
    [
      STATE_TEXTS.anulado.text(fallen, supportOf({ whatsapp }, 'a soporte')),
      ...[fallen, { ...fallen, no_encontrado: true }, { ...fallen, sin_decidir: true }].map((one) =>
        STATE_TEXTS.rechazado.text(one, supportOf({ whatsapp }, 'a soporte')),
      ),
    ].map((text) => /escribe .*? con tu código/.exec(text)?.[0])
  expect(told('')).toEqual(Array(4).fill('escribe a quien te vendió los boletos con tu código'))
  expect(told('584120000000')).toEqual(Array(4).fill('escribe a soporte con tu código'))
})
