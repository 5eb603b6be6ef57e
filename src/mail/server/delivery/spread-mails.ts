import { after, DAY, type Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { mailboxOf } from '../../address.ts'

/** Mails of a kind for one address are spread: so many of them at most reach one mailbox in a day. */
const A_DAY = 3

const findLast = prepared<{ buzones: string[]; clave: string; desde: Instant }>({
  buzones: true,
  clave: true,
  desde: true,
})((tx, given) =>
  tx
    .selectFrom(
      tx
        .selectFrom('outbox')
        .select((row) => [
          'buzon',
          'proximo_en',
          row.fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('buzon').orderBy('proximo_en', 'desc'))
            .as('lugar'),
        ])
        .where(isOneOf(tx, 'buzon', given.buzones))
        .where('clave', 'like', given.clave)
        .where('estado', '!=', 'cancelado')
        .where('proximo_en', '>', given.desde)
        .as('de_cada_uno'),
    )
    .select(['buzon', 'proximo_en'])
    .where('lugar', '<=', A_DAY)
    .orderBy('proximo_en', 'desc'),
)

/** When the next mails of a kind may leave, for each of some addresses, however many are written. */
export class Turns {
  readonly #now: Instant
  /** The last ones of each mailbox, the latest first. */
  readonly #last: Map<string, Instant[]>

  constructor(now: Instant, last: Map<string, Instant[]>) {
    this.#now = now
    this.#last = last
  }

  /** Now, or when the oldest of the last ones is old enough. */
  next(para: string): Instant {
    const oldest = this.#last.get(mailboxOf(para))?.[A_DAY - 1]
    return oldest === undefined ? this.#now : after(oldest, DAY)
  }

  /** One more leaves then. */
  add(para: string, turn: Instant): void {
    const buzon = mailboxOf(para)
    const last = [...(this.#last.get(buzon) ?? []), turn].sort((one, other) => other - one)
    this.#last.set(buzon, last.slice(0, A_DAY))
  }
}

/** Reads when mails of a kind may leave for these addresses. @param keys how those of the kind begin (NewMail). */
export async function readTurns(tx: Sql, addresses: readonly string[], keys: string, now: Instant): Promise<Turns> {
  const rows = await findLast(tx, {
    buzones: addresses.map(mailboxOf),
    clave: `${keys}%`,
    desde: after(now, -DAY),
  })
  const last = new Map<string, Instant[]>()
  for (const { buzon, proximo_en } of rows) last.set(buzon, [...(last.get(buzon) ?? []), proximo_en])
  return new Turns(now, last)
}

/** Takes back mails that wait for their turn; one that has left, or began to, stays. @param claves their keys. */
export async function cancelWaiting(tx: Sql, claves: string[], now: Instant): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ estado: 'cancelado', superado: 1 })
    .where(isOneOf(tx, 'clave', claves))
    .where('estado', '=', 'pendiente')
    .where('intentos', '=', 0)
    .where('proximo_en', '>', now)
    .execute()
}
