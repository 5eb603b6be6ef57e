import { expect, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { SOAKING, soak } from '#platform/server/testing/soak.ts'
import { type HostileFile, hostileFiles } from '#review/server/testing/hostile-files.ts'
import { sendHostile } from '../testing/hostile-run.ts'
import type { ProofAnswer } from '../testing/judge-proof.ts'
import { openShop, report, signInOwner } from '../testing/shop.ts'

const SEED = 20_261_122
/** In so many each kind comes but the slow ones; `npm run hostile` sends 10,000. */
const MADE = 112
/** Each kind once, for a document costs a process of its own; all of them in `npm run soak`. */
const FILES = soak(57, MADE)

async function* sentFiles(): AsyncGenerator<HostileFile> {
  const sent = new Set<string>()
  for await (const file of hostileFiles(SEED, MADE, false)) {
    if (SOAKING || !sent.has(file.kind)) yield file
    sent.add(file.kind)
  }
}

onSqlite('hostile files', (setup) => {
  test(`${FILES} proofs that want to do harm get in or not, and nothing of them runs (seed ${SEED})`, async () => {
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
      sentFiles(),
    )
    expect(run.problems).toEqual([])
    expect(run.files).toBe(FILES)
    expect(run.refused).toBeGreaterThan(FILES / 6)
    expect(run.drawn).toBeGreaterThan(FILES / 6)
    expect(run.undrawable).toBeGreaterThan(FILES / 6)
  })
})
