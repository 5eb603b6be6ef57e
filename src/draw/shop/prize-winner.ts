import type { FinishedPrize } from '../contract.ts'

/** Who won a prize. Somebody who did not want his name there won it all the same. */
export function prizeWinner({ vendido, ganador }: Pick<FinishedPrize, 'vendido' | 'ganador'>): string {
  return vendido ? ganador || 'Número vendido' : 'Número no vendido'
}
