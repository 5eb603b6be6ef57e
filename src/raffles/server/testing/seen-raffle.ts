import type { Ctx } from '#platform/server/context.ts'
import { tagSeen } from '../publish-raffle.ts'
import { requireRaffle } from '../store.ts'

/** What a publishing names of a draft as it is now. */
export async function seenRaffle({ db }: Ctx, id: number): Promise<{ vista: string; regla: string | null }> {
  const raffle = await requireRaffle(db.read, id)
  return { vista: await tagSeen(db.read, raffle), regla: raffle.regla_sha256 }
}
