import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startTcpProxy } from '#platform/server/testing/tcp-proxy.ts'
import { befall, type Fault, type Trial } from './fault.ts'
import { postgresMissing, withPostgres } from './own-postgres.ts'
import type { SellingShop, Verdict } from './selling-shop.ts'

const onPostgres = { engines: ['PostgreSQL'] as const, missing: postgresMissing }

async function endBackends(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
  } finally {
    await client.end()
  }
}

/** @param script another server than ours, for a control. */
export function endingBackends(trial: Trial, script?: string): Promise<Verdict> {
  return withPostgres(trial, (server) =>
    befall(trial, { postgresUrl: server.url, script }, (shop, chance) =>
      shop.during(async () => {
        for (let time = 0; time < trial.times; time++) {
          await shop.sells(2 + chance.below(10))
          await endBackends(server.url)
        }
        await shop.sells()
      }),
    ),
  )
}

function endingPostgres(trial: Trial): Promise<Verdict> {
  return withPostgres(trial, (server) =>
    befall(trial, { postgresUrl: server.url }, (shop, chance) =>
      shop.during(async () => {
        for (let time = 0; time < trial.times; time++) {
          await shop.sells(2 + chance.below(10))
          await server.crash(time % 2 === 0 ? 'SIGKILL' : 'SIGQUIT')
          await sleep(chance.below(500))
          await server.start()
        }
        await shop.sells()
      }),
    ),
  )
}

/** The line between server and database, and what befalls it each time. */
function onItsLine(
  trial: Trial,
  each: (line: Awaited<ReturnType<typeof startTcpProxy>>, shop: SellingShop) => Promise<void>,
): Promise<Verdict> {
  return withPostgres(trial, async ({ url }) => {
    const line = await startTcpProxy(Number(new URL(url).port))
    try {
      return await befall(trial, { postgresUrl: url, through: line.through }, (shop, chance) =>
        shop.during(async () => {
          for (let time = 0; time < trial.times; time++) {
            await shop.sells(2 + chance.below(10))
            await each(line, shop)
          }
          await shop.sells()
        }),
      )
    } finally {
      await line.close()
    }
  })
}

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
  {
    ...onPostgres,
    name: 'database-cut',
    title: 'the line to PostgreSQL is cut',
    few: 2,
    many: 100,
    run: (trial) => onItsLine(trial, async (line) => line.cut()),
  },
  {
    ...onPostgres,
    name: 'database-silent',
    title: 'the line to PostgreSQL falls silent',
    few: 1,
    many: 10,
    run: (trial) =>
      onItsLine(trial, async (line, shop) => {
        line.freeze()
        await shop.turnsAway(1)
        line.thaw()
      }),
  },
]
