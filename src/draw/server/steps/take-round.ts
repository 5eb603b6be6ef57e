import type { Actor } from '#journal/actor.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { noteDeed } from '#raffles/server/store.ts'
import type { RoundByHand } from '../../deed-contract.ts'
import { readRound } from '../known-rounds.ts'
import { sha256 } from '../sha256.ts'
import { findRule, ruleOf } from '../store.ts'
import { leadDraw } from './lead-draw.ts'
import { followOn, takeStep } from './take-step.ts'

/**
 * Draws by a round of the beacon, from any source: its signature proves it. Bringing it twice draws once.
 * @throws AppError 422 FIRMA_INVALIDA, 409 PASO_FUERA_DE_REGLA, and those of leadDraw
 */
export async function takeRound(
  ctx: Ctx,
  id: number,
  { premio, ronda, firma }: RoundByHand,
  actor: Actor,
): Promise<void> {
  const row = await findRule(ctx.db.read, id)
  // Verified before the lock, which remembers it.
  if (row && (await readRound(ruleOf(row).faro, ronda, firma, sha256)) === null) {
    throw refusal('FIRMA_INVALIDA', { campos: { firma: 'firma: no es la de esa ronda' } })
  }
  await leadDraw(ctx, id, async (led) => {
    const { steps } = await followOn(led.tx, id)
    const known = steps.some((step) => step.tipo === 'faro' && step.premio === premio && step.ronda === ronda)
    if (known) return
    const { outcome } = await takeStep(ctx, led, { tipo: 'faro', premio, ronda, firma }, actor.nombre)
    await noteDeed(led, actor, 'ronda del faro recibida', { premio: premio + 1, ronda, numero: outcome.numero })
  })
}
