import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { balance } from '#platform/server/testing/balance.ts'
import type { PostgresServer } from '#platform/server/testing/postgres.ts'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
import { type S3Fault, startS3Server } from '#platform/server/testing/s3-server.ts'
import { administer, type Product, startProduct } from '../support/product.ts'
import { thenCleanUp } from './clean-up.ts'
import { befall, type Fault, type Trial } from './fault.ts'
import { postgresMissing, startOwnPostgres, withEngine } from './own-postgres.ts'
import type { Verdict } from './selling-shop.ts'

const onPostgres = { engines: ['PostgreSQL'] as const, missing: postgresMissing }
const portOf = (url: string) => Number(new URL(url).port)

/**
 * The primary is killed under load, its synchronous replica is promoted, and the old one comes back as the replica of the new: there
 * and back, so that the shop ends where it began. The proxy before both leads to the one that takes writes.
 */
async function promoting(trial: Trial): Promise<Verdict> {
  let primary: PostgresServer = await startOwnPostgres()
  let replica: PostgresServer | undefined
  const front = await balance(() => [portOf(primary.url)])
  const promote = async () => {
    replica = await startOwnPostgres({ from: primary.url })
    await administer(primary.url, "alter system set synchronous_standby_names = '*'")
    // The shop's database is made next: who asks the replica for it before it is there would be told that there is none.
    await administer(primary.url, "alter system set synchronous_commit = 'remote_apply'")
    await administer(primary.url, 'select pg_reload_conf()')
    const through = (url: string) => url.replace(/@[^/]+/, `@127.0.0.1:${front.port}`)
    return befall(trial, { postgresUrl: primary.url, through }, (shop, chance) =>
      shop.during(async () => {
        await administer(primary.url, 'alter system reset synchronous_commit')
        await administer(primary.url, 'select pg_reload_conf()')
        for (let time = 0; time < 2 * trial.times; time++) {
          await shop.sells(2 + chance.below(10))
          const [dead, next]: PostgresServer[] = [primary, replica as PostgresServer]
          if (!dead || !next) return
          await dead.crash('SIGKILL')
          await administer(next.url, 'select pg_promote()')
          await dead.stop()
          primary = next
          replica = await startOwnPostgres({ from: next.url, port: portOf(dead.url) })
        }
        await shop.sells()
      }),
    )
  }
  return thenCleanUp(
    promote,
    () => replica?.stop(),
    () => primary.stop(),
    front.close,
  )
}

/** Fault of one of so many requests to the bucket. */
const SELDOM = 15
const STORE_FAULTS: S3Fault[] = [
  'cut',
  'lost',
  'half',
  { status: 500, code: 'InternalError' },
  'altered on the way',
  { late: 300 },
]

/** Two machines with a folder each sell from one database and one bucket; one after the other is ended by kill -9. */
function killingMachines(trial: Trial): Promise<Verdict> {
  return withEngine(trial, async (postgresUrl) => {
    const s3 = await startS3Server()
    const second = mkdtempSync(join(tmpdir(), 'tombola-second-'))
    const env = { ...s3.env, TOMBOLA_KEY: randomBytes(32).toString('base64') }
    let other: Product | undefined
    let front: Awaited<ReturnType<typeof balance>> | undefined
    const kill = () =>
      befall(trial, { postgresUrl, env }, async (shop, chance) => {
        const otherEnv = { ...shop.env, DATA_DIR: second }
        other = await startProduct(otherEnv)
        const ports = () => [shop.product, other as Product].map(({ address }) => portOf(address))
        front = await balance(ports)
        s3.befalls = () =>
          chance.below(SELDOM) === 0 ? (STORE_FAULTS[chance.below(STORE_FAULTS.length)] ?? null) : null
        for (let time = 0; time < trial.times; time++) {
          shop.address = `http://127.0.0.1:${front.port}`
          await shop.during(async () => {
            await shop.sells(2 + chance.below(10))
            await (time % 2 === 0 ? shop.product : (other as Product)).kill()
            await shop.sells()
          })
          if (time % 2 === 0) await shop.restart()
          else other = await startProduct(otherEnv)
        }
        s3.befalls = () => null
      })
    return thenCleanUp(
      kill,
      () => other?.kill(),
      () => front?.close(),
      s3.close,
      () => removeFolder(second),
    )
  })
}

export const machineFaults: Fault[] = [
  {
    ...onPostgres,
    name: 'promotion',
    title: 'the primary is killed and its synchronous replica promoted',
    few: 1,
    many: 10,
    run: promoting,
  },
  {
    ...onPostgres,
    name: 'machines',
    title: 'one of two machines with a bucket between them is killed',
    few: 2,
    many: 40,
    run: killingMachines,
  },
]
