import { sql as rawSql } from 'kysely'
import { type CalendarDate, startOfDay } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { rateInForce } from '#rates/server/current-rate.ts'

/** The database's figures about the shop; ages in milliseconds, 0 if nothing waits or nothing happened yet. */
export type Figures = Awaited<ReturnType<typeof readFigures>>

/** Reads the figures of the shop: sums of counters and ends of indexes, never a count of all purchases. */
export async function readFigures(ctx: Ctx) {
  const begun = performance.now()
  const { read } = ctx.db
  const now = ctx.clock.now()
  const [purchases, review, stock, mails, due, sent, rate, locksWaiting] = await Promise.all([
    read
      .selectFrom('purchase_counts')
      .select('estado')
      .select((row) => row.fn.sum('cuantas').as('cuantas'))
      .groupBy('estado')
      .execute(),
    read
      .selectFrom('purchases')
      .select('en_revision_desde')
      .where('estado', '=', 'en revision')
      .orderBy('en_revision_desde')
      .limit(1)
      .executeTakeFirst(),
    read
      .selectFrom('stock')
      .select((row) => [row.fn.sum('en_espera').as('en_espera'), row.fn.sum('apartados').as('apartados')])
      .executeTakeFirst(),
    read
      .selectFrom('outbox')
      .select('estado')
      .select((row) => row.fn.countAll().as('cuantos'))
      .where('estado', 'in', ['pendiente', 'fallido'])
      .groupBy('estado')
      .execute(),
    read
      .selectFrom('outbox')
      .select('proximo_en')
      .where('estado', '=', 'pendiente')
      .where('proximo_en', '<=', now)
      .orderBy('proximo_en')
      .limit(1)
      .executeTakeFirst(),
    read
      .selectFrom('outbox')
      .select((row) => row.fn.max('enviado_en').as('en'))
      .where('estado', '=', 'enviado')
      .executeTakeFirst(),
    rateInForce(ctx),
    readLocks(ctx),
  ])
  return {
    purchases: purchases.map(({ estado, cuantas }) => ({ estado, cuantas: Number(cuantas) })),
    reviewOldest: review ? now - Number(review.en_revision_desde) : 0,
    waitingTickets: Number(stock?.en_espera ?? 0),
    held: Number(stock?.apartados ?? 0),
    mails: mails.map(({ estado, cuantos }) => ({ estado, cuantos: Number(cuantos) })),
    mailOldest: due ? now - Number(due.proximo_en) : 0,
    mailLastSent: Number(sent?.en ?? 0),
    rate: rate && {
      tasa: Number(rate.tasa),
      age: now - startOfDay(rate.fecha_valor as CalendarDate),
      vigente: rate.vigente,
    },
    locksWaiting,
    /** Milliseconds that all of it took. */
    took: performance.now() - begun,
  }
}

/** Waiting locks of this database, on PostgreSQL; on SQLite everybody waits in our own queue. */
async function readLocks({ db }: Ctx): Promise<number> {
  if (db.dialect.name === 'sqlite') return 0
  const { rows } = await rawSql<{ cuantos: number }>`
    select count(*)::int as cuantos from pg_locks
    where not granted and (database is null or database = (select oid from pg_database where datname = current_database()))
  `.execute(db.read)
  return rows[0]?.cuantos ?? 0
}
