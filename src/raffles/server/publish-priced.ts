import type { Session } from '#access/server/session.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import type { SalesPage } from '#payment-methods/contract.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { PriceGuard } from '../panel-contract.ts'
import { guardPrice } from './guard-price.ts'
import { publishRaffle } from './publish-raffle.ts'
import { findRaffle, type Raffle } from './store.ts'

/**
 * Puts a draft on sale from the panel. One with a rate of its own is guarded as a change of the rate, and one that accepts nearly right
 * amounts as turning that on: otherwise a draft would be the way around it.
 * @throws AppError those of publishRaffle and guardPrice
 */
export async function publishPriced(
  ctx: Ctx,
  id: number,
  pages: readonly SalesPage[],
  given: PriceGuard,
  session: Session,
): Promise<void> {
  const seen = await findRaffle(ctx.db.read, id)
  const priced = seen?.estado === 'borrador' && seen.archivada_en === null && seen.tasa_usd !== null ? seen : null
  const guard = priced && (await guardPrice(ctx, { ...priced, tasa_usd: null }, priced, given))
  const within = async (_: Sql, raffle: Raffle) => {
    if (raffle.tasa_usd !== (seen?.tasa_usd ?? null) || raffle.acepta_cercanos !== seen?.acepta_cercanos) {
      throw refusal('VERSION_VIEJA', {
        error: 'Otra persona cambió esta rifa',
        details: 'Mira cómo quedó y publícala entonces.',
        version: raffle.version,
      })
    }
  }
  await guardedChange(ctx, session, {
    what: 'publicar una rifa',
    factor: seen?.acepta_cercanos === 1,
    ...guard,
    write: (owner) => publishRaffle(ctx, id, owner, pages, within),
  })
}
