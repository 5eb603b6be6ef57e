import type { FinishedPrize } from '../contract.ts'

/** Winner of a prize. Without consent to show the name, the number was still sold. */
export function prizeWinner({ vendido, ganador }: Pick<FinishedPrize, 'vendido' | 'ganador'>): string {
  return vendido ? ganador || 'Número vendido' : 'Número no vendido'
}
