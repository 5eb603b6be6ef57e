import { digitsOf } from './digits.ts'
import type { RaffleField, RaffleFields } from './raffle-fields.ts'

/** Contradictions between the fields of a raffle: field and message. Each alone is checked by the contract. */
export function checkRaffle(
  fields: Pick<RaffleFields, 'minimo' | 'maximo' | 'total_numeros' | 'digitos'>,
): Partial<Record<RaffleField, string>> {
  const { minimo, maximo, total_numeros, digitos } = fields
  const problems: Partial<Record<RaffleField, string>> = {}
  if (maximo < minimo) problems.maximo = `maximo: ${minimo} o más, que es lo menos que se compra`
  if (minimo > total_numeros) problems.minimo = `minimo: la rifa tiene solo ${total_numeros} números`
  const needed = digitsOf(total_numeros)
  if (digitos < needed) problems.digitos = `digitos: ${needed} o más para ${total_numeros} números`
  return problems
}
