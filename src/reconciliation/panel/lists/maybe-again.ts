import { formatCount } from '#platform/money.ts'

/** What the sums leave out: rows that may be others told again. */
export function maybeAgain(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'puede ser repetido' : 'pueden ser repetidos'}, sin sumar`
}
