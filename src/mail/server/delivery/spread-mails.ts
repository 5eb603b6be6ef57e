import { after, type Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { mailboxOf } from './mailbox.ts'

const findLast = prepared<{ buzon: string; clave: string; desde: Instant; antes: number }>({
  buzon: true,
  clave: true,
  desde: true,
  antes: true,
})((tx, given) =>
  tx
    .selectFrom('outbox')
    .select('proximo_en')
    .where('buzon', '=', given.buzon)
    .where('clave', 'like', given.clave)
    .where('estado', '!=', 'cancelado')
    .where('proximo_en', '>', given.desde)
    .orderBy('proximo_en', 'desc')
    .offset(given.antes)
    .limit(1),
)

/**
 * When the next mail of that kind may leave for an address, so that no more than `most` of them reach its mailbox in `period` milliseconds,
 * however many are written: now, or when the oldest of the last ones is that old.
 * @param keysFrom how the keys of the kind begin (NewMail).
 */
export async function nextTurn(
  tx: Sql,
  { para, keysFrom, most, period, now }: { para: string; keysFrom: string; most: number; period: number; now: Instant },
): Promise<Instant> {
  const [row] = await findLast(tx, {
    buzon: mailboxOf(para),
    clave: `${keysFrom}%`,
    desde: after(now, -period),
    antes: most - 1,
  })
  return row ? after(row.proximo_en, period) : now
}

/** Takes back a mail that waits for its turn; one that has left, or began to, stays. */
export async function cancelWaiting(tx: Sql, clave: string, now: Instant): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ estado: 'cancelado', superado: 1 })
    .where('clave', '=', clave)
    .where('estado', '=', 'pendiente')
    .where('intentos', '=', 0)
    .where('proximo_en', '>', now)
    .execute()
}
