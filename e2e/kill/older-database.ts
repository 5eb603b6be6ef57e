import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROOFS_FOLDER } from '#app/server/create-context.ts'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
import { sweepProofs } from '#purchases/server/sweep-proofs.ts'
import { administer, inside } from '../support/product.ts'
import { thenCleanUp } from './clean-up.ts'
import { BOTH, befall, type Fault, type Trial } from './fault.ts'
import { withEngine } from './own-postgres.ts'
import type { SellingShop, Verdict } from './selling-shop.ts'

/** A database that can be put aside as it is now, and exchanged for what was put aside. Its server must have ended. */
interface Exchange {
  putAside(): Promise<void>
  /** The database that was put aside and the current one change places. */
  swap(): Promise<void>
  remove(): Promise<void>
}

function exchangeFiles(dataDir: string): Exchange {
  const place = mkdtempSync(join(tmpdir(), 'tombola-older-'))
  const aside = join(place, 'aside')
  const names = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('tombola.sqlite'))
  const move = (from: string, to: string) => {
    mkdirSync(to, { recursive: true })
    for (const name of names(from)) {
      cpSync(join(from, name), join(to, name))
      rmSync(join(from, name))
    }
  }
  return {
    putAside: async () => {
      mkdirSync(aside, { recursive: true })
      for (const name of names(dataDir)) cpSync(join(dataDir, name), join(aside, name))
    },
    swap: async () => {
      move(dataDir, join(place, 'between'))
      move(aside, dataDir)
      move(join(place, 'between'), aside)
    },
    remove: async () => removeFolder(place),
  }
}

function exchangeDatabases(server: string, database: string): Exchange {
  const aside = `${database}_aside`
  const between = `${database}_between`
  const alone = (name: string) =>
    administer(server, `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${name}'`)
  const rename = (from: string, to: string) => administer(server, `alter database ${from} rename to ${to}`)
  return {
    putAside: async () => {
      await alone(database)
      await administer(server, `create database ${aside} template ${database}`)
    },
    swap: async () => {
      await alone(database)
      await rename(database, between)
      await rename(aside, database)
      await rename(between, aside)
    },
    remove: () => administer(server, `drop database if exists ${aside} with (force)`),
  }
}

/** Files that are in use or set aside; what was never finished is none. */
async function proofs({ env }: SellingShop): Promise<string[]> {
  const folder = join(env['DATA_DIR'] ?? '', PROOFS_FOLDER)
  const inUse = readdirSync(folder)
  const aside = inUse.includes('cuarentena') ? readdirSync(join(folder, 'cuarentena')) : []
  return [...inUse, ...aside].filter((name) => /^[\w-]{22}$/.test(name)).sort()
}

/** Makes them so old that a sweep takes those which nobody knows out of use. */
function age({ env }: SellingShop): void {
  const folder = join(env['DATA_DIR'] ?? '', PROOFS_FOLDER)
  const then = Date.now() / 1000 - 2 * 3_600
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of names) if (!name.startsWith('cuarentena')) utimesSync(join(folder, name), then, then)
}

/** Yesterday's database is put back beside today's proofs, and a server starts and sweeps; then the right one comes back. */
function puttingBackOlder(trial: Trial): Promise<Verdict> {
  return withEngine(trial, (postgresUrl) =>
    befall(trial, { postgresUrl }, async (shop) => {
      const { DATA_DIR = '', DATABASE_URL } = shop.env
      const exchange =
        postgresUrl === null || DATABASE_URL === undefined
          ? exchangeFiles(DATA_DIR)
          : exchangeDatabases(postgresUrl, new URL(DATABASE_URL).pathname.slice(1))
      const exchanging = async () => {
        for (let time = 0; time < trial.times; time++) {
          const selling = () =>
            shop.during(async () => {
              await shop.sells(5)
              await shop.product.kill()
            })
          await selling()
          await exchange.putAside()
          await shop.restart()
          await selling()
          age(shop)
          const before = await proofs(shop)
          await exchange.swap()
          await shop.restart()
          await inside(shop.env, sweepProofs)
          await shop.product.kill()
          const after = await proofs(shop)
          const gone = before.filter((name) => !after.includes(name))
          if (gone.length > 0) shop.ledger.failures.push(`${gone.length} proofs are gone`)
          await exchange.swap()
          await exchange.remove()
          await shop.restart()
          await inside(shop.env, sweepProofs)
        }
      }
      await thenCleanUp(exchanging, exchange.remove)
    }),
  )
}

export const olderDatabase: Fault = {
  name: 'older-database',
  title: 'an older database is put back beside newer proofs',
  engines: BOTH,
  missing: null,
  few: 1,
  many: 10,
  run: puttingBackOlder,
}
