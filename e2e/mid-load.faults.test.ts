import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PostgresServer } from '#platform/server/testing/postgres.ts'
import { badStorageMissing } from './kill/bad-storage.ts'
import { endingBackends } from './kill/database-faults.ts'
import { BOTH, type Trial } from './kill/fault.ts'
import { faults } from './kill/faults.ts'
import { losingAnswers } from './kill/line-faults.ts'
import { SEED } from './kill/load.ts'
import { killingCalls } from './kill/money-faults.ts'
import { postgresMissing, startOwnPostgres } from './kill/own-postgres.ts'
import { losingPower, powerFault, startedAgainAfterFailing } from './kill/power-faults.ts'
import { killing } from './kill/process-faults.ts'
import { SellingShop } from './kill/selling-shop.ts'
import { createInstallation, type Installation } from './support/product.ts'

const CLEAN = { lost: [], problems: [], duplicates: 0, failures: [] }
/** A machine with other things to do takes longer, and nothing else. */
const PATIENCE = 1_200_000
/** What ends at the server, before any database: on PostgreSQL it would meet the same code. */
const ON_SQLITE = ['cut', 'read-only', 'slow-disk']
/** They befall one shop, one after the other; the last one brings it money. */
const TOGETHER = ['kill', 'cut', 'lost-answers', 'backends', 'postmaster', 'bank-calls']
const ordered = [...faults].sort((one, other) => TOGETHER.indexOf(one.name) - TOGETHER.indexOf(other.name))

for (const engine of BOTH) {
  const withoutEngine = engine === 'PostgreSQL' ? postgresMissing : null

  describe(`faults in mid-load · ${engine} · seed ${SEED}`, () => {
    let postgres: PostgresServer | undefined
    let installation: Installation | undefined
    let shop: SellingShop | undefined
    beforeAll(async () => {
      if (engine === 'PostgreSQL' && withoutEngine === null) postgres = await startOwnPostgres()
    }, PATIENCE)
    // A trial that failed may have left it ended: the next one is not to fail for that.
    beforeEach(() => postgres?.start())
    const close = async () => {
      await shop?.product.kill()
      shop = undefined
      await installation?.remove()
      installation = undefined
    }
    afterEach(({ task }) => (task.result?.state === 'fail' ? close() : undefined))
    afterAll(async () => {
      await close()
      await postgres?.stop()
    })
    async function openShop(): Promise<SellingShop> {
      installation = await createInstallation(postgres?.url ?? null)
      return SellingShop.open(installation.env, SEED)
    }

    // `npm run kill` does each many times.
    for (const { name, title, engines, missing, few, run } of ordered) {
      if (!engines.includes(engine) || (engine === 'PostgreSQL' && ON_SQLITE.includes(name))) continue
      const reason = missing ?? withoutEngine
      if (reason !== null) process.stderr.write(`\n*** SKIPPED: ${name} on ${engine}: ${reason}. ***\n`)
      test.skipIf(reason !== null)(
        `${title}: nothing acknowledged is lost, nothing is made twice, nobody sees an error of ours`,
        async () => {
          if (TOGETHER.includes(name)) shop ??= await openShop()
          const before = { bought: shop?.ledger.bought.size ?? 0, approved: shop?.ledger.approved.size ?? 0 }
          const trial: Trial = { engine, seed: SEED, times: few, ...(postgres && { postgres }) }
          const verdict = await run(TOGETHER.includes(name) && shop ? { ...trial, shop } : trial)
          expect(verdict).toMatchObject(CLEAN)
          const acknowledged = verdict.acknowledged - (TOGETHER.includes(name) ? before.bought : 0)
          expect(acknowledged).toBeGreaterThan(0)
          if (name !== 'kill') return
          expect(acknowledged).toBeGreaterThanOrEqual(10 * few)
          expect(verdict.approved - before.approved).toBeGreaterThanOrEqual(few)
        },
        PATIENCE,
      )
    }
  })
}

test(
  'control: a server that acknowledges before it is durable is found out',
  async () => {
    const { lost, problems } = await killing({ engine: 'SQLite', seed: SEED, times: 2 }, 'e2e/kill/careless-server.ts')
    expect(lost).not.toEqual([])
    expect(problems.join('\n')).toContain('falta el archivo del comprobante')
  },
  PATIENCE,
)

test(
  'control: retries of a lost answer without its key are refused, and the buyer never hears of the purchase',
  async () => {
    const { failures, duplicates } = await losingAnswers({ engine: 'SQLite', seed: SEED, times: 4 }, false)
    expect(failures).toHaveLength(4)
    expect(failures.join()).toContain('REGISTRO_DUPLICADO')
    expect(duplicates).toBe(4)
  },
  PATIENCE,
)

test.skipIf(powerFault.missing !== null)(
  'control: a database that flushes nothing is detected when the power goes',
  async () => {
    const trial: Trial = { engine: 'SQLite', seed: SEED, times: 1 }
    const { lost } = await losingPower(trial, { script: 'e2e/kill/other-pragma.ts unflushed' })
    expect(lost).not.toEqual([])
  },
  PATIENCE,
)

test.skipIf(postgresMissing !== null)(
  'control: a server that acknowledges before its commit is found out when PostgreSQL ends its connections',
  async () => {
    const trial: Trial = { engine: 'PostgreSQL', seed: SEED, times: 4 }
    const { lost } = await endingBackends(trial, 'e2e/kill/careless-server.ts')
    expect(lost).not.toEqual([])
  },
  PATIENCE,
)

test.skipIf(badStorageMissing !== null)(
  'control: a server that goes on with the log of a killed one, whose flush had failed, is detected when the power goes',
  async () => {
    const trial: Trial = { engine: 'SQLite', seed: SEED, times: 1 }
    const { lost } = await startedAgainAfterFailing(trial, 'e2e/kill/other-pragma.ts trusting')
    expect(lost).not.toEqual([])
  },
  PATIENCE,
)

test(
  'control: a server that answers a bank before its call is kept is found out when it is killed',
  async () => {
    const failures: string[] = []
    // On a machine that is busy a commit may come before whoever kills has heard the answer.
    for (let seed = SEED; failures.length === 0 && seed < SEED + 5; seed++) {
      const verdict = await killingCalls({ engine: 'SQLite', seed, times: 1 }, 'e2e/kill/careless-server.ts')
      failures.push(...verdict.failures)
    }
    expect(failures.join()).toContain('which had been answered, told again: 201 instead of 200')
  },
  PATIENCE,
)
