import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { hostileFiles } from '#review/server/testing/hostile-files.ts'
import { sendHostile } from '../testing/hostile-run.ts'
import type { ProofAnswer } from '../testing/judge-proof.ts'
import { openShop, report, signInOwner } from '../testing/shop.ts'

const SEED = 20_261_122
/** Each kind but the slow ones at least once; `npm run hostile` sends 10,000. */
const FILES = 112

onSqlite('hostile files', (setup) => {
  test(`${FILES} proofs that want to do harm get in or not, and nothing of them runs (seed ${SEED})`, {
    timeout: 180_000,
  }, async () => {
    const shop = await openShop(setup, { total_numeros: 10_000 })
    const headers = await signInOwner(shop)
    const answered = (answer: { statusCode: number; headers: object; rawPayload: Buffer }): ProofAnswer => ({
      status: answer.statusCode,
      headers: { ...answer.headers },
      body: answer.rawPayload,
    })
    const run = await sendHostile(
      {
        upload: async (file, turn) => {
          const fields = { referencia: String(10_000_000 + turn), cedula: `V${10_000_000 + turn}` }
          return answered(await report(shop, fields, { proof: file }))
        },
        get: async (url) => answered(await shop.app.inject({ url, headers })),
      },
      hostileFiles(SEED, FILES, false),
    )
    expect(run.problems).toEqual([])
    expect(run.files).toBe(FILES)
    expect(run.refused).toBeGreaterThan(20)
    expect(run.drawn).toBeGreaterThan(20)
    expect(run.undrawable).toBeGreaterThan(20)
  })
})
