import {
  findBinaries,
  type PostgresOptions,
  type PostgresServer,
  startPostgres,
} from '#platform/server/testing/postgres.ts'
import { thenCleanUp } from './clean-up.ts'
import type { Trial } from './fault.ts'

const binaries = findBinaries()

/** Why this machine has no PostgreSQL that could be broken, or null. */
export const postgresMissing: string | null = binaries === null ? 'needs the programs of PostgreSQL' : null

/** @param options as `startPostgres` takes them. */
export function startOwnPostgres(options?: PostgresOptions): Promise<PostgresServer> {
  if (binaries === null) throw new Error(`${postgresMissing}`)
  return startPostgres(binaries, options)
}

/**
 * A PostgreSQL server that nobody else uses, for as long as the work takes.
 * @param options as `startPostgres` takes them: then it is never one that was lent.
 */
export async function withPostgres<T>(
  { postgres }: Pick<Trial, 'postgres'>,
  work: (server: PostgresServer) => Promise<T>,
  options?: { place?: string; settings?: string[] },
): Promise<T> {
  if (postgres && !options) return work(postgres)
  const server = await startOwnPostgres(options)
  return thenCleanUp(() => work(server), server.stop)
}

/** The address of a database server for the trial's engine; null for SQLite. */
export function withEngine<T>(trial: Trial, work: (postgresUrl: string | null) => Promise<T>): Promise<T> {
  return trial.engine === 'SQLite' ? work(null) : withPostgres(trial, ({ url }) => work(url))
}
