import type { Ctx } from '#platform/server/context.ts'
import type { RafflePublishing } from '../../panel-contract.ts'
import { tagSeen } from '../publish-raffle.ts'
import { requireRaffle } from '../store.ts'

/** What a publishing names of a draft as it is now. */
export async function seenRaffle(
  { db }: Ctx,
  id: number,
): Promise<Pick<RafflePublishing, 'vista' | 'regla' | 'fecha'>> {
  const raffle = await requireRaffle(db.read, id)
  return { vista: await tagSeen(db.read, raffle), regla: raffle.regla_sha256, fecha: raffle.fecha }
}
