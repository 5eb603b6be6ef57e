import { serveOne } from '#platform/server/db/group-commit.ts'
import type { TestCtx } from '#platform/server/testing/engines.ts'
import type { NewRaffle } from '#raffles/raffle-fields.ts'
import { addRaffle, type Shop } from './shop.ts'

/** Tools to compare a batch of the database with the same commands one by one. */

/** One after the other, each alone in its transaction. */
export function oneByOne(ctx: TestCtx): void {
  ctx.db.writeBatched = (lane, batch, input) => ctx.db.write(lane, (tx) => serveOne(batch, tx, input))
}

const FIRST_DAY = Date.parse('2026-11-22T16:00:00Z')

/** Puts a raffle of its own on sale, on a day of its own, so that sales of one shop do not meet. @returns its id. */
export async function openSale({ ctx }: Shop, round: number, fields: Partial<NewRaffle>): Promise<number> {
  ctx.clock.set(FIRST_DAY + round * 86_400_000)
  return addRaffle(ctx, { titulo: `Rifa ${round}`, seleccion: 'ambas', ...fields })
}

/** Ids of purchases are counted otherwise where some are left out. */
export function nameless<T extends object>(answer: T): Omit<T, 'id'> {
  const { id: _, ...rest } = answer as T & { id?: number }
  return rest
}

/** All of them wait for the raffle, in their order, when it comes free. */
export async function atOnce<Deed>(
  { ctx }: Shop,
  rifa: number,
  deeds: readonly Deed[],
  visit: (deed: Deed, place: number) => Promise<unknown>,
): Promise<unknown[]> {
  const { writeBatched } = ctx.db
  let inLine = 0
  ctx.db.writeBatched = (...given) => {
    inLine++
    return writeBatched(...given)
  }
  const gate = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  const busy = ctx.db.write(`rifa:${rifa}`, () => {
    closed.resolve()
    return gate.promise
  })
  await closed.promise
  const answers: Promise<unknown>[] = []
  for (const [place, deed] of deeds.entries()) {
    const before = inLine
    let answered = false
    answers.push(
      visit(deed, place).finally(() => {
        answered = true
      }),
    )
    while (!answered && inLine === before) await new Promise((resolve) => setImmediate(resolve))
  }
  gate.resolve()
  await busy
  ctx.db.writeBatched = writeBatched
  return Promise.all(answers)
}

/**
 * All rows of a sale, with names instead of the ids of purchases and reservations.
 * @param keys pattern of its requests' keys.
 */
export async function rowsOf({ ctx }: Shop, rifa: number, keys: string) {
  const read = ctx.db.read
  const of = async (
    table: 'reservations' | 'purchases' | 'stock' | 'tickets' | 'free_pile' | 'purchase_counts' | 'journal',
  ) => (await read.selectFrom(table).selectAll().where('rifa_id', '=', rifa).execute()) as Record<string, unknown>[]
  const reservations = await of('reservations')
  const purchases = await of('purchases')
  const names = new Map(
    [...reservations, ...purchases].map((row) => [
      row['codigo'] ? `c${row['id']}` : `r${row['id']}`,
      row['codigo'] ?? row['token'],
    ]),
  )
  const ids = purchases.map(({ id }) => Number(id))
  const about = async (table: 'purchase_words' | 'payment_windows' | 'unique_registrations' | 'outbox') =>
    (await read
      .selectFrom(table)
      .selectAll()
      .where('compra_id', 'in', [0, ...ids])
      .execute()) as Record<string, unknown>[]
  const answers = await read
    .selectFrom('idempotency')
    .selectAll()
    .where('clave', 'like', keys)
    .orderBy('clave')
    .execute()
  const named = (rows: Record<string, unknown>[]) =>
    rows
      .map(
        ({ id: _, version: __, hash: ___, filas: ____, firma: _____, turno, clave, reserva_id, compra_id, ...row }) =>
          JSON.stringify({
            ...row,
            // Those that wait have their tickets with a command of their group, or with the next sweep.
            servido_en: row['servido_en'] === null ? null : 'once',
            reserva: names.get(`r${reserva_id}`),
            compra: names.get(`c${compra_id}`),
            turno: names.get(`c${turno}`),
          }),
      )
      .sort()
  return {
    reservations: named(reservations),
    purchases: named(purchases),
    stock: named(await of('stock')),
    tickets: named(await of('tickets')),
    pile: named(await of('free_pile')),
    counts: named(await of('purchase_counts')),
    journal: named(await of('journal')),
    words: named(await about('purchase_words')),
    windows: named(await about('payment_windows')),
    registered: named(await about('unique_registrations')),
    outbox: named(await about('outbox')),
    answers: answers.map(({ respuesta, ...row }) => ({ ...row, respuesta: nameless(JSON.parse(respuesta)) })),
  }
}
