import { setTimeout as sleep } from 'node:timers/promises'
import type { Randomness } from '#platform/server/random.ts'
import type { PostgresServer } from '#platform/server/testing/postgres.ts'
import { administer } from '../support/product.ts'
import { befall, type Fault, type Trial } from './fault.ts'
import { postgresMissing, withPostgres } from './own-postgres.ts'
import type { Verdict } from './selling-shop.ts'

/** What befalls the server of the database each time, while the shop sells. @param script another server than ours, for a control. */
function onItsServer(
  trial: Trial,
  each: (server: PostgresServer, chance: Randomness, time: number) => Promise<void>,
  script?: string,
): Promise<Verdict> {
  return withPostgres(trial, (server) =>
    befall(trial, { postgresUrl: server.url, script }, (shop, chance) =>
      shop.during(async () => {
        for (let time = 0; time < trial.times; time++) {
          await shop.sells(2 + chance.below(10))
          await each(server, chance, time)
        }
        await shop.sells()
      }),
    ),
  )
}

const END_OTHERS = 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'
export const endingBackends = (trial: Trial, script?: string): Promise<Verdict> =>
  onItsServer(trial, ({ url }) => administer(url, END_OTHERS), script)

const endingPostgres = (trial: Trial): Promise<Verdict> =>
  onItsServer(trial, async (server, chance, time) => {
    await server.crash(time % 2 === 0 ? 'SIGKILL' : 'SIGQUIT')
    await sleep(chance.below(500))
    await server.start()
  })

const onPostgres = { engines: ['PostgreSQL'] as const, missing: postgresMissing }

export const databaseFaults: Fault[] = [
  {
    ...onPostgres,
    name: 'backends',
    title: 'PostgreSQL ends its connections',
    few: 2,
    many: 100,
    run: (trial) => endingBackends(trial),
  },
  {
    ...onPostgres,
    name: 'postmaster',
    title: 'PostgreSQL is killed and starts again',
    few: 2,
    many: 40,
    run: endingPostgres,
  },
]
