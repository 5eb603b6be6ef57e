import type { Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { requireSureTime } from '#platform/server/time-guard.ts'
import { readSender, type Sender } from '#purchases/server/mail/received-mail.ts'
import { refuseRestored } from '#raffles/server/restored.ts'
import { type Raffle, requireRaffle } from '#raffles/server/store.ts'
import { lockRaffle } from '#raffles/server/tickets-of-raffle.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { requireWhole } from '../list/send-list.ts'
import { findList } from '../store.ts'

/** A draw behind its raffle's lock. */
export interface Led {
  tx: Sql
  raffle: Raffle
  now: Instant
  words: Sender
}

/**
 * Leads a draw a step further: looks that the list is the frozen one, and does the deed behind the lock by which its tickets were sold.
 * @throws AppError 404, 409 LISTA_SIN_CONGELAR | RIFA_RESTAURADA | HORA_EN_DUDA, 500 LISTA_ALTERADA
 */
export async function leadDraw<T>(ctx: Ctx, id: number, deed: (led: Led) => Promise<T>): Promise<T> {
  const list = await findList(ctx.db.read, id)
  if (!list) {
    await requireRaffle(ctx.db.read, id)
    throw refusal('LISTA_SIN_CONGELAR')
  }
  await requireSureTime(ctx)
  await requireWhole(ctx.db.read, list)
  const words = await readSender(ctx)
  return lockRaffle(ctx, ticketsOfRaffle, id, async ({ tx, raffle, now }) => {
    refuseRestored(raffle)
    return deed({ tx, raffle, now, words })
  })
}
