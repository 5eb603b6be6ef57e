import { createHmac } from 'node:crypto'
import type { Ctx } from '#platform/server/context.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { Purchase } from './store.ts'

/** Letters and digits that are not mistaken for each other when they are read aloud or copied by hand. */
export const CLEAR_LETTERS = '23456789BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 12

/**
 * Code by which people find themselves in the list of a raffle (docs/draw.md), and nobody else finds them: one for each cédula
 * and raffle, which only the installation's key makes.
 * @param cedula normalised.
 */
export function ownerCode({ keys }: Pick<Ctx, 'keys'>, raffleId: number, cedula: string): string {
  const mac = createHmac('sha256', keys.derive('código en la lista')).update(`${raffleId}:${cedula}`).digest()
  const base = BigInt(CLEAR_LETTERS.length)
  let rest = BigInt(`0x${mac.toString('hex')}`)
  let code = ''
  while (code.length < LENGTH) {
    code += CLEAR_LETTERS[Number(rest % base)]
    rest /= base
  }
  return code
}

/** Data with which a buyer checks the draw: their code in the list, and the hash of the rule. Null without a rule, and once the buyer was erased. */
export function evidenceFor(
  ctx: Pick<Ctx, 'keys'>,
  { id, regla_sha256 }: Pick<Raffle, 'id' | 'regla_sha256'>,
  { cedula }: Pick<Purchase, 'cedula'>,
): { codigo: string; regla: string } | null {
  return regla_sha256 === null || cedula === '' ? null : { codigo: ownerCode(ctx, id, cedula), regla: regla_sha256 }
}
