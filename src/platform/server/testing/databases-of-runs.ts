import { createHash } from 'node:crypto'
import { hostname, tmpdir } from 'node:os'
import pg from 'pg'
import { isRunFolder } from './run-folder.ts'

/** How its databases begin; the bench and `npm run kill` are no run. By the folder of the run, which no other has. */
function prefix(): string {
  const folder = tmpdir()
  if (!isRunFolder(folder)) return 'tombola_'
  return `tombola_run_${createHash('sha256').update(`${hostname()} ${folder}`).digest('hex').slice(0, 12)}_`
}

/**
 * A name for a database, which no other run of the tests has.
 * @param name letters, digits and underscores, 30 at most: copies add to it.
 */
export const nameOfDatabase = (name: string) => prefix() + name

/** Removes the databases of this run from a server that outlives it. A run that was killed leaves its own there. */
export async function dropDatabases(server: string): Promise<void> {
  await administer(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database')
    for (const { datname } of rows.filter((row) => row.datname.startsWith(prefix())))
      await client.query(`drop database if exists ${datname} with (force)`)
  })
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
