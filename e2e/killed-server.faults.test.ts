import { describe, expect, inject, test } from 'vitest'
import { SEED } from './kill/load.ts'
import { killing } from './kill/process-faults.ts'

const CLEAN = { lost: [], problems: [], duplicates: 0, failures: [] }
/** A machine with other things to do takes longer, and nothing else. */
const PATIENCE = 1_200_000
const sharedUrl = inject('postgresUrl')

for (const { engine, skipped } of [
  { engine: 'SQLite' as const, skipped: false },
  { engine: 'PostgreSQL' as const, skipped: sharedUrl === null },
]) {
  const trial = { engine, seed: SEED, sharedUrl }
  // `npm run kill` does it 200 times.
  describe.skipIf(skipped)(`kill -9 under load · ${engine} · seed ${SEED}`, () => {
    test(
      'nothing acknowledged is lost, no number is sold twice, no row lacks its file',
      async () => {
        const verdict = await killing({ ...trial, times: 4 })
        expect(verdict).toMatchObject(CLEAN)
        expect(verdict.acknowledged).toBeGreaterThanOrEqual(40)
        expect(verdict.approved).toBeGreaterThanOrEqual(4)
      },
      PATIENCE,
    )

    test(
      'control: a server that acknowledges before it is durable is found out',
      async () => {
        const { lost, problems } = await killing({ ...trial, times: 2 }, 'e2e/kill/careless-server.ts')
        expect(lost).not.toEqual([])
        expect(problems.join('\n')).toContain('falta el archivo del comprobante')
      },
      PATIENCE,
    )
  })
}
