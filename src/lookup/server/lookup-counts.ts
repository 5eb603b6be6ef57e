import { createHmac } from 'node:crypto'
import { after, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Batch, Sql } from '#platform/server/db/database.ts'
import { isOneOf, preparedRows } from '#platform/server/db/many.ts'
import type { Piece } from '#platform/server/work/piece-of-work.ts'
import { isEnough } from '#platform/server/work/require-work.ts'
import { spendWork } from '#platform/server/work/spent-work.ts'
import { type Asker, COUNTED_FOR, type Counts, countAnswer, knows, type Price, priceOf } from './lookup-quota.ts'

/** No connection's mark: those are longer. */
const EVERYBODY = 'todos'

/** An answer that is to be given, for what was brought for it. */
export interface Telling {
  asker: Asker
  /** Mark of the cédula. */
  cedula: string
  /** The work that was brought. */
  work: Piece | null
  now: Instant
}

/** The same cédula is another text for each who asks, so that whoever reads the table finds neither whom nor who asked for the same. */
export function markCedula({ keys }: Ctx, { cliente }: Asker, cedula: string): string {
  return createHmac('sha256', keys.derive('consultas')).update(`${cliente} ${cedula}`).digest('base64url').slice(0, 16)
}

/** What those connections were told lately, by whichever process. */
export async function readCounts(sql: Sql, askers: readonly Asker[]): Promise<Counts> {
  const names = new Set(askers.flatMap(({ cliente, red }) => [cliente, red]))
  const rows = await sql
    .selectFrom('lookup_counts')
    .select(['clave', 'contado'])
    .where(isOneOf(sql, 'clave', [EVERYBODY, ...names]))
    .execute()
  const counts: Counts = { todos: null, told: new Map() }
  for (const { clave, contado } of rows) {
    if (clave === EVERYBODY) counts.todos = JSON.parse(contado)
    else counts.told.set(clave, JSON.parse(contado))
  }
  return counts
}

/**
 * Counts answers before they are given, each once whatever processes are asked: they wait for each other at the row of everybody. Those
 * that wait together are counted by one reading and one writing.
 */
export const TELLINGS: Batch<Sql, Telling, Price | null> = {
  async together(tx, tellings) {
    await lockCounts(tx)
    const counts = await readCounts(
      tx,
      tellings.map(({ asker }) => asker),
    )
    const outcomes = []
    for (const telling of tellings) outcomes.push({ value: await count(tx, counts, telling) })
    await writeCounts(tx, counts)
    return outcomes
  },
  async alone(tx, telling) {
    await lockCounts(tx)
    const counts = await readCounts(tx, [telling.asker])
    const refused = await count(tx, counts, telling)
    await writeCounts(tx, counts)
    return refused
  },
}

/** @returns null once it is counted, or what it costs when what was brought is not enough. */
async function count(tx: Sql, counts: Counts, { asker, cedula, work, now }: Telling): Promise<Price | null> {
  if (knows(counts, asker, cedula, now)) return null
  const price = priceOf(counts, asker, now)
  if (price.level === null) return price
  if (price.level > 0 && !(isEnough(work, price.level) && (await spendWork(tx, work)))) return price
  countAnswer(counts, asker, cedula, price.free, now)
  return null
}

/** Makes other processes wait until this transaction has ended. */
async function lockCounts(tx: Sql): Promise<void> {
  const nothing = { clave: EVERYBODY, contado: 'null', vence_en: 0 as Instant }
  await tx
    .insertInto('lookup_counts')
    .values(nothing)
    .onConflict((conflict) =>
      conflict.column('clave').doUpdateSet((row) => ({ contado: row.ref('lookup_counts.contado') })),
    )
    .execute()
}

const putCounts = preparedRows(
  'lookup_counts',
  { clave: true, contado: true, vence_en: true },
  'on conflict (clave) do update set contado = excluded.contado, vence_en = excluded.vence_en',
)

async function writeCounts(tx: Sql, { todos, told }: Counts): Promise<void> {
  const all = todos === null ? [...told] : [...told, [EVERYBODY, todos] as const]
  const rows = all.map(([clave, one]) => ({
    clave,
    contado: JSON.stringify(one),
    vence_en: after(one.en, COUNTED_FOR),
  }))
  await putCounts(tx, rows)
}

/** Forgets what does not count any more. */
export async function sweepCounts(ctx: Ctx): Promise<void> {
  await ctx.db.write('consultas', (tx) =>
    tx.deleteFrom('lookup_counts').where('vence_en', '<=', ctx.clock.now()).execute(),
  )
}
