import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PostgresServer } from '#platform/server/testing/postgres.ts'
import { badStorageMissing } from './kill/bad-storage.ts'
import { endingBackends } from './kill/database-faults.ts'
import { flushingSlowly } from './kill/disk-faults.ts'
import { BOTH, type Trial } from './kill/fault.ts'
import { faults } from './kill/faults.ts'
import { losingAnswers } from './kill/line-faults.ts'
import { SEED } from './kill/load.ts'
import { killingCalls } from './kill/money-faults.ts'
import { postgresMissing, startOwnPostgres } from './kill/own-postgres.ts'
import { losingPower, powerFault, startedAgainAfterFailing } from './kill/power-faults.ts'
import { killing } from './kill/process-faults.ts'

const CLEAN = { lost: [], problems: [], duplicates: 0, failures: [] }
/** A machine with other things to do takes longer, and nothing else. */
const PATIENCE = 1_200_000
/** It ends at the server, before any database. */
const ON_SQLITE = 'cut'

for (const engine of BOTH) {
  const withoutEngine = engine === 'PostgreSQL' ? postgresMissing : null
  describe(`faults in mid-load · ${engine} · seed ${SEED}`, () => {
    let postgres: PostgresServer | undefined
    beforeAll(async () => {
      if (engine === 'PostgreSQL' && withoutEngine === null) postgres = await startOwnPostgres()
    }, PATIENCE)
    // A trial that failed may have left it ended: the next one is not to fail for that.
    beforeEach(() => postgres?.start())
    afterAll(() => postgres?.stop())
    const trial = (times: number): Trial => ({ engine, seed: SEED, times, ...(postgres ? { postgres } : {}) })

    // `npm run kill` does each many times.
    for (const { name, title, engines, missing, few, run } of faults) {
      if (!engines.includes(engine)) continue
      if (engine === 'PostgreSQL' && name === ON_SQLITE) continue
      const reason = missing ?? withoutEngine
      if (reason !== null) process.stderr.write(`\n*** SKIPPED: ${name} on ${engine}: ${reason}. ***\n`)
      test.skipIf(reason !== null)(
        `${title}: nothing acknowledged is lost, nothing is made twice, nobody sees an error of ours`,
        async () => {
          const verdict = await run(trial(few))
          expect(verdict).toMatchObject(CLEAN)
          expect(verdict.acknowledged).toBeGreaterThan(0)
          if (name !== 'kill') return
          expect(verdict.acknowledged).toBeGreaterThanOrEqual(10 * few)
          expect(verdict.approved).toBeGreaterThanOrEqual(few)
        },
        PATIENCE,
      )
    }

    test.skipIf(withoutEngine !== null)(
      'control: a server that acknowledges before it is durable is found out',
      async () => {
        const { lost, problems } = await killing(trial(2), 'e2e/kill/careless-server.ts')
        expect(lost).not.toEqual([])
        expect(problems.join('\n')).toContain('falta el archivo del comprobante')
      },
      PATIENCE,
    )

    test.skipIf(withoutEngine !== null)(
      'control: retries of a lost answer without its key are refused, and the buyer never hears of the purchase',
      async () => {
        const { failures, duplicates } = await losingAnswers(trial(4), false)
        expect(failures).toHaveLength(4)
        expect(failures.join()).toContain('REGISTRO_DUPLICADO')
        expect(duplicates).toBe(4)
      },
      PATIENCE,
    )
  })
}

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
  'control: a server that acknowledges before the flush is found out when it is killed while the disk is slow',
  async () => {
    const trial: Trial = { engine: 'SQLite', seed: SEED, times: 2 }
    const { lost, problems } = await flushingSlowly(trial, 'e2e/kill/careless-server.ts')
    expect(lost).not.toEqual([])
    expect(problems.join('\n')).toContain('falta el archivo del comprobante')
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
