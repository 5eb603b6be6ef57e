import { formatCount } from '#platform/money.ts'

/** Rows left out of the sums: they may be repetitions. */
export function maybeAgain(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'puede ser repetido' : 'pueden ser repetidos'}, sin sumar`
}
