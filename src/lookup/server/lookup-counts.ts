import { createHmac } from 'node:crypto'
import { after, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Batch, Sql } from '#platform/server/db/database.ts'
import { insertRows, isOneOf } from '#platform/server/db/many.ts'
import { type Asker, COUNTED_FOR, type Counts, countAnswer, knows, waitOf } from './lookup-quota.ts'
import { lookupCounts } from './schema.ts'

/** The row at which processes wait for each other: no connection's mark, which are longer. */
const EVERYBODY = 'todos'

/** An answer that is to be given. */
export interface Telling {
  asker: Asker
  /** Mark of the cédula. */
  cedula: string
  now: Instant
}

/** The same cédula is another text for each caller, so that a reader of the table finds neither the cédula nor other callers for it. */
export function markCedula({ keys }: Ctx, { cliente }: Asker, cedula: string): string {
  return createHmac('sha256', keys.derive('consultas')).update(`${cliente} ${cedula}`).digest('base64url').slice(0, 16)
}

/** Recent answers to those connections, by any process. */
export async function readCounts(sql: Sql, askers: readonly Asker[]): Promise<Counts> {
  const names = new Set(askers.flatMap(({ cliente, red }) => [cliente, red]))
  const rows = await sql
    .selectFrom('lookup_counts')
    .select(['clave', 'contado'])
    .where(isOneOf(sql, 'clave', [...names]))
    .execute()
  return new Map(rows.map(({ clave, contado }) => [clave, JSON.parse(contado)]))
}

/**
 * Counts answers before they are given, each once, also with several processes. Those that wait together are counted by one
 * reading and one writing. Its outcome is 0 once it is counted, or how long it is to wait (milliseconds).
 */
export const TELLINGS: Batch<Sql, Telling, number> = async (tx, tellings) => {
  const waits = await countAll(tx, tellings)
  return waits.map((value) => ({ value }))
}

async function countAll(tx: Sql, tellings: readonly Telling[]): Promise<number[]> {
  await lockCounts(tx)
  const counts = await readCounts(
    tx,
    tellings.map(({ asker }) => asker),
  )
  const waits = tellings.map(({ asker, cedula, now }) => {
    if (knows(counts, asker, cedula, now)) return 0
    const wait = waitOf(counts, asker, now)
    if (wait === 0) countAnswer(counts, asker, cedula, now)
    return wait
  })
  await putCounts(
    tx,
    [...counts].map(([clave, told]) => ({
      clave,
      contado: JSON.stringify(told),
      vence_en: after(told.en, COUNTED_FOR),
    })),
  )
  return waits
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

const putCounts = insertRows(
  lookupCounts,
  'on conflict (clave) do update set contado = excluded.contado, vence_en = excluded.vence_en',
)

/** Deletes counts that do not matter any more. */
export async function sweepCounts(ctx: Ctx): Promise<void> {
  await ctx.db.write('consultas', (tx) =>
    tx.deleteFrom('lookup_counts').where('vence_en', '<=', ctx.clock.now()).execute(),
  )
}
