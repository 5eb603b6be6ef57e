import { expect, test } from 'vitest'
import type { Money, Rate } from '#platform/money.ts'
import { availabilityText, leftText, percentText } from './availability-text.ts'
import { makeQuote } from './quote.ts'
import { amountTexts } from './totals.ts'

test('a quote claims a verified rate only when there was one', () => {
  const raffle = { precio: '5.00' as Money, moneda: 'USD' } as const
  const rate = { tasa: '671.42350000' as Rate, nombre: 'BCV Euro', fecha: '2026-11-20' }
  const verified = [null, { ...rate, verificada: false }, { ...rate, verificada: true }].map(
    (known) => makeQuote(raffle, 2, known).tasa_verificada,
  )
  expect(verified).toEqual([false, false, true])
})

test('a raffle in dollars shows dollars and their bolívares', () => {
  const raffle = { precio: '5.00', moneda: 'USD', tasa_usd: '671.42350000' } as const
  expect(amountTexts(raffle, 5)).toEqual({
    own: '$25,00',
    other: 'Bs.\u00a016.785,59',
    bolivares: 'Bs.\u00a016.785,59',
  })
})

test('without a rate a raffle in dollars is reckoned at 36, one in bolívares shows no dollars', () => {
  expect(amountTexts({ precio: '150', moneda: 'USD', tasa_usd: null }, 2).bolivares).toBe('Bs.\u00a010.800,00')
  expect(amountTexts({ precio: '100.00', moneda: 'VES', tasa_usd: null }, 2)).toEqual({
    own: 'Bs.\u00a0200,00',
    other: null,
    bolivares: 'Bs.\u00a0200,00',
  })
})

test('availability is never rounded up', () => {
  expect(availabilityText(38)).toBe('38 % disponible')
  // The panel writes the same, of the same tickets.
  expect(percentText((7_469 / 10_000) * 100)).toBe('74,6 %')
  expect(percentText((1 / 10_000) * 100)).toBe('Menos de 0,1 %')
  expect(availabilityText(99.98)).toBe('99,9 % disponible')
  expect(availabilityText(0.3)).toBe('0,3 % disponible')
  expect(availabilityText(0.02)).toBe('Menos de 0,1 % disponible')
  expect(availabilityText(0)).toBe('0 % disponible')
  expect(availabilityText(100)).toBe('100 % disponible')
  expect(leftText(6402, 10_000)).toBe('quedan 6.402 de 10.000')
})
