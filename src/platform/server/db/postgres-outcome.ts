import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const ASK_AGAIN = 100

/**
 * What became of a transaction whose commit was sent and not answered: the server itself knows (`pg_xact_status`). It is asked
 * until it says so, over another connection.
 * @param number what pg_current_xact_id() said in that transaction.
 * @param patience milliseconds after which nobody knows.
 */
export async function commitOutcome(
  pool: pg.Pool,
  number: string,
  patience: number,
): Promise<'committed' | 'undone' | 'unknown'> {
  const until = performance.now() + patience
  do {
    const status = await askStatus(pool, number)
    if (status === 'committed') return 'committed'
    if (status === 'aborted') return 'undone'
    await sleep(ASK_AGAIN)
  } while (performance.now() < until)
  return 'unknown'
}

/** `in progress` while the old session is still at it, null when the server cannot be asked or no longer knows. */
async function askStatus(pool: pg.Pool, number: string): Promise<string | null> {
  try {
    const statement = { text: 'select pg_xact_status($1::xid8) as estado', values: [number], query_timeout: 2_000 }
    const { rows } = await pool.query<{ estado: string | null }>(statement as pg.QueryConfig)
    return rows[0]?.estado ?? null
  } catch {
    return null
  }
}
