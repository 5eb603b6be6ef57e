import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isLost, refuse } from './trouble.ts'

const FIRST_PAUSE = 50
const LONGEST_PAUSE = 500
const READS = /^\s*(select|with)\b/i

/**
 * A pool for single readings that outlive their connection: a reading changes nothing, so it is repeated over another connection until the server is
 * back or the patience is over. Not for transactions.
 * @param patience in milliseconds.
 * @returns the part of a pool that Kysely needs.
 */
export function patientReader(pool: pg.Pool, patience: number) {
  async function once(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const client = await pool.connect()
    try {
      const result = await client.query(text, values)
      client.release()
      return result
    } catch (error) {
      // A query that timed out leaves answers on the connection that belong to nobody.
      client.release(isLost(error))
      throw error
    }
  }

  async function query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const until = performance.now() + patience
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        return await once(text, values)
      } catch (error) {
        if (!isLost(error) || !READS.test(text) || performance.now() + pause > until) throw refuse(error)
      }
      await sleep(pause)
    }
  }

  const connection = { query, release: () => {} }
  return { connect: async () => connection, end: () => pool.end() }
}

const names = new Map<string, string>()

/** The same text has the same name, so that a connection parses and plans it once. */
export function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `s${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
    // Lists of values make texts of many lengths; rare ones need not be remembered.
    if (names.size > 1_000) names.clear()
    names.set(text, name)
  }
  return name
}
