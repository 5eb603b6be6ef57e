import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const ASK_AGAIN = 100
/** PostgreSQL's word for a transaction's number that it has not given yet. */
const IN_THE_FUTURE = '22023'

/** A mark that every transaction leaves as it commits, to be queried if the answer is lost. */
interface CommitMark {
  /** The statement that leaves it. */
  sql: string
  place: string
  /** Larger than any that was there before. */
  value: number
}

/**
 * The marks of one process: a row for each of its connections, written over by each commit. Old ones are removed. A transaction's number alone is not
 * enough: after a crash a server gives lost numbers to others.
 */
export class CommitMarks {
  /** Prefix of this process's places. */
  readonly process = randomUUID()
  readonly #free: number[] = []
  #places = 0
  #value = 0

  /** Another process may make the table at the same moment; then it is there. */
  static async prepare(pool: pg.Pool): Promise<void> {
    const columns = 'lugar text primary key, valor bigint not null, en timestamptz not null'
    await pool.query(`create table if not exists tombola_commits (${columns})`).catch(() => {})
    await pool.query(`delete from tombola_commits where en < now() - interval '1 day'`)
  }

  /** A place is one transaction's at a time: give it back once its outcome is certain. */
  take(): CommitMark & { giveBack(): void } {
    const number = this.#free.pop() ?? this.#places++
    const place = `${this.process}:${number}`
    const value = ++this.#value
    return {
      place,
      value,
      sql: `insert into tombola_commits (lugar, valor, en) values ('${place}', ${value}, now())
        on conflict (lugar) do update set valor = excluded.valor, en = excluded.en`,
      giveBack: () => void this.#free.push(number),
    }
  }
}

/**
 * The outcome of a transaction whose commit was sent and not answered. Over another connection: while the server reports a transaction of that number
 * under way, it may still be ours; afterwards its mark is there, or never will be.
 * @param number `pg_current_xact_id()` of that transaction.
 * @param patience milliseconds after which the outcome is unknown.
 */
export async function commitOutcome(
  pool: pg.Pool,
  number: string,
  mark: Pick<CommitMark, 'place' | 'value'>,
  patience: number,
): Promise<'committed' | 'undone' | 'unknown'> {
  const until = performance.now() + patience
  do {
    try {
      if (await isOver(pool, number)) return (await hasMark(pool, mark)) ? 'committed' : 'undone'
    } catch {
      // The server is not back yet.
    }
    await sleep(ASK_AGAIN)
  } while (performance.now() < until)
  return 'unknown'
}

async function isOver(pool: pg.Pool, number: string): Promise<boolean> {
  try {
    const { rows } = await ask<{ estado: string | null }>(pool, 'select pg_xact_status($1::xid8) as estado', [number])
    return rows[0]?.estado !== 'in progress'
  } catch (error) {
    // It was lost in a crash, and its number was not given again.
    if (error instanceof Error && 'code' in error && error.code === IN_THE_FUTURE) return true
    throw error
  }
}

async function hasMark(pool: pg.Pool, { place, value }: Pick<CommitMark, 'place' | 'value'>): Promise<boolean> {
  const { rows } = await ask<{ esta: boolean }>(
    pool,
    'select valor = $2 as esta from tombola_commits where lugar = $1',
    [place, value],
  )
  return rows[0]?.esta === true
}

async function ask<Row extends pg.QueryResultRow>(pool: pg.Pool, text: string, values: (string | number)[]) {
  return pool.query<Row>({ text, values, query_timeout: 2_000 } as pg.QueryConfig)
}
