import { createHash } from 'node:crypto'
import { hostname, tmpdir } from 'node:os'
import pg from 'pg'
import { isRunFolder } from './run-folder.ts'

/**
 * On a server that outlives the runs of the tests, each database has the name of the run that made it, and each run holds a lock of
 * that name as long as it lives: leftovers of a killed run can be told from databases in use.
 */

/** By the folder of the run, which no other has; null outside of one. */
function ownRun(): string | null {
  const folder = tmpdir()
  if (!isRunFolder(folder)) return null
  return createHash('sha256').update(`${hostname()} ${folder}`).digest('hex').slice(0, 12)
}

const NAME = /^tombola_run_([0-9a-f]{12})_/

/**
 * A name for a database. Databases made outside of a run (the bench, `npm run kill`) have names that no clean-up matches.
 * @param name letters, digits and underscores, 30 at most: copies add to it.
 */
export function nameOfDatabase(name: string, run = ownRun()): string {
  return run === null ? `tombola_${name}` : `tombola_run_${run}_${name}`
}

/**
 * Marks this run as alive, and removes the leftovers of dead ones.
 * @param server address of a database of a user who may make others.
 * @returns ends the run: its own databases are removed too.
 */
export async function joinRuns(server: string, run = ownRun()): Promise<() => Promise<void>> {
  if (run === null) throw new Error('not in the folder of a run')
  const client = new pg.Client({ connectionString: server, keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [lockOf(run)])
  await removeLeftOvers(client)
  return async () => {
    await administer(server, async (last) => {
      for (const [database, of] of await databasesOfRuns(last)) if (of === run) await drop(last, database)
    })
    await client.end().catch(() => {})
  }
}

/** A run takes its lock before it makes anything: one that had a database, and has no lock after that, has ended. */
async function removeLeftOvers(client: pg.ClientBase): Promise<void> {
  const databases = await databasesOfRuns(client)
  // A lock belongs to the database in which it was taken, and runs may be given several of a server; this lists those of all.
  const { rows } = await client.query<{ numero: string }>(
    `select ((classid::bigint << 32) | objid::bigint)::text as numero from pg_locks
     where locktype = 'advisory' and objsubid = 1 and granted`,
  )
  const held = new Set(rows.map(({ numero }) => numero))
  for (const [database, run] of databases) {
    // Another user's, or another run removes it too: it is no reason not to begin.
    if (!held.has(lockOf(run))) await drop(client, database).catch(() => {})
  }
}

/** Each with its run. */
async function databasesOfRuns(client: pg.ClientBase): Promise<[database: string, run: string][]> {
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database')
  return rows.flatMap(({ datname }) => {
    const run = NAME.exec(datname)?.[1]
    return run === undefined ? [] : [[datname, run]]
  })
}

async function drop(client: pg.ClientBase, database: string): Promise<void> {
  await client.query(`drop database if exists ${database} with (force)`)
}

/** The number of its lock: 48 bits. */
function lockOf(run: string): string {
  return BigInt(`0x${run}`).toString()
}

const pools = new Map<string, pg.Pool>()

/** Connections are kept for the next: a test makes databases all the time. Idle, they keep no process alive. */
function poolOf(server: string): pg.Pool {
  let pool = pools.get(server)
  if (!pool) {
    pool = new pg.Pool({ connectionString: server, allowExitOnIdle: true })
    pool.on('error', () => {})
    pools.set(server, pool)
  }
  return pool
}

export async function administer<T>(server: string, job: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await poolOf(server).connect()
  let failed = true
  try {
    const done = await job(client)
    failed = false
    return done
  } finally {
    // With a job that failed go the locks that it took.
    client.release(failed)
  }
}
