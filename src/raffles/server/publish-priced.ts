import type { Session } from '#access/server/session.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import type { SalesPage } from '#payment-methods/contract.ts'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { readSite } from '#site/server/read-site.ts'
import type { PriceGuard } from '../panel-contract.ts'
import { alertPrice, guardPrice } from './guard-price.ts'
import { publishRaffle } from './publish-raffle.ts'
import { findRaffle, type Raffle } from './store.ts'

/**
 * Puts a draft on sale from the panel. One with a rate of its own is guarded as a change of the rate: a draft would otherwise be
 * the way around it.
 * @throws AppError what publishRaffle and guardPrice throw
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
  const before = priced && { ...priced, tasa_usd: null }
  const site = await readSite(ctx)
  const within = async (tx: Sql, raffle: Raffle) => {
    if (raffle.tasa_usd !== (seen?.tasa_usd ?? null)) {
      throw new AppError(
        409,
        'VERSION_VIEJA',
        'Otra persona cambió esta rifa',
        'Mira cómo quedó y publícala entonces.',
        {
          extra: { version: raffle.version },
        },
      )
    }
    if (!before) return
    const motivo = given.motivo ?? ''
    await alertPrice(ctx, tx, site, { raffle, before, after: raffle, actor: session.operator, motivo })
  }
  await guardedChange(ctx, session, {
    what: 'publicar una rifa',
    ...(priced && before && { prove: () => guardPrice(ctx, before, priced, given, session.operator) }),
    write: (owner) => publishRaffle(ctx, id, owner, pages, within),
  })
}
