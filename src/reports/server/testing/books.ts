import { expect } from 'vitest'
import type { Books, Figures } from '#money/books-contract.ts'

export const cents = (text: string) => Number(text.replace('.', ''))

export function expectAddsUp(figures: Figures): void {
  expect(cents(figures.confirmado) + cents(figures.por_verificar)).toBe(cents(figures.vendido))
  const { recibido, debe, de_menos, vendido, de_mas, devolver } = figures
  expect(cents(recibido) + cents(debe) + cents(de_menos)).toBe(cents(vendido) + cents(de_mas) + cents(devolver))
}

/** All that came into the accounts is one thing or another, once. */
export function expectAccountsAddUp({ cuentas }: Books): void {
  for (const { entro, unido, sobra, sin_reporte, devuelto, ignorado, revertido } of cuentas) {
    const parts = [unido, sobra, sin_reporte, devuelto, ignorado, revertido].map(cents)
    expect(parts.reduce((all, one) => all + one, 0)).toBe(cents(entro))
  }
}
