import { describe, expect, inject, test } from 'vitest'
import { killRounds } from './kill/rounds.ts'

const CLEAN = { lost: [], problems: [], duplicates: 0, failures: [] }
/** A machine with other things to do takes longer, and nothing else. */
const PATIENCE = 600_000
const postgresUrl = inject('postgresUrl')

for (const { engine, server, missing } of [
  { engine: 'SQLite', server: null, missing: false },
  { engine: 'PostgreSQL', server: postgresUrl, missing: postgresUrl === null },
]) {
  // `npm run kill` does it 200 times.
  describe.skipIf(missing)(`kill -9 under load · ${engine}`, () => {
    test(
      'nothing acknowledged is lost, no number is sold twice, no row lacks its file',
      async () => {
        const outcome = await killRounds(server, 6)
        expect(outcome).toMatchObject(CLEAN)
        expect(outcome.acknowledged).toBeGreaterThanOrEqual(60)
        expect(outcome.approved).toBeGreaterThanOrEqual(6)
      },
      PATIENCE,
    )

    test(
      'control: a server that acknowledges before it is durable is found out',
      async () => {
        const { lost, problems } = await killRounds(server, 4, 'e2e/kill/careless-server.ts')
        expect(lost).not.toEqual([])
        expect(problems.join('\n')).toContain('falta el archivo del comprobante')
      },
      PATIENCE,
    )
  })
}
