import { administer } from '#platform/server/testing/databases-of-runs.ts'
import { findBinaries, startPostgres } from '#platform/server/testing/postgres.ts'
import { createInstallation, type Installation } from '../e2e/support/product.ts'

/** Where one shop has its data: the variables of a server. */
export type Home = Installation['env']

export interface Engine {
  name: 'SQLite' | 'PostgreSQL'
  /** Its version, as it says it. */
  version: string
  newHome(): Promise<Home>
}

export interface Engines {
  engines: Engine[]
  remove(): Promise<void>
}

/** Both engines, with homes that go when the bench ends. PostgreSQL is left out, aloud, where it is not installed. */
export async function openEngines(): Promise<Engines> {
  const homes: Installation[] = []
  const on = (name: Engine['name'], version: string, server: string | null): Engine => ({
    name,
    version,
    async newHome() {
      const home = await createInstallation(server)
      homes.push(home)
      return home.env
    },
  })
  const engines = [on('SQLite', process.versions['sqlite'] ?? '', null)]
  const binaries = findBinaries()
  const own = binaries === null ? null : await startPostgres(binaries)
  if (own) {
    const { rows } = await administer(own.url, (client) => client.query('show server_version'))
    engines.push(on('PostgreSQL', String(rows[0]?.server_version ?? ''), own.url))
  } else console.error('*** SKIPPED: PostgreSQL. Install postgresql (15 or newer). ***')
  return {
    engines,
    async remove() {
      for (const home of homes) await home.remove()
      await own?.stop()
    },
  }
}
