import { SYSTEM } from '#journal/actor.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { RaffleSales } from '../panel-contract.ts'
import { endOfSale } from './settled.ts'
import { noteDeed, type Raffle, updateRaffle } from './store.ts'

/**
 * Ends the sale of a raffle by its rule, at the rule's instant. The caller holds its lock and has read the
 * raffle behind it; a later annulment does not open it again.
 * @param stock current shares of its tickets.
 * @returns whether it ended.
 */
export async function closeByRule(
  tx: Sql,
  raffle: Raffle,
  stock: Omit<RaffleSales, 'libres' | 'elegidos'>,
  now: Instant,
): Promise<boolean> {
  const { apartados, en_revision, confirmados, en_espera } = stock
  const cerrada_en = endOfSale(raffle, confirmados, now)
  if (cerrada_en === null) return false
  await updateRaffle(tx, raffle.id, { estado: 'cerrada', cerrada_en })
  await noteDeed({ tx, raffle, now }, SYSTEM, 'rifa cerrada', { apartados, en_revision, confirmados, en_espera })
  return true
}
