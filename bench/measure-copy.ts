import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPostgresProgram } from '#house/server/backups/copy/copy-database.ts'
import { makeCopy } from '#house/server/backups/copy/make-copy.ts'
import { folderPlace } from '#house/server/backups/place/folder-place.ts'
import type { Ctx } from '#platform/server/context.ts'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
import { inside } from '../e2e/support/product.ts'
import { atRate, createSender } from './at-rate.ts'
import type { Effort } from './effort.ts'
import type { Engine, Home } from './engines.ts'
import { purchaseForm } from './purchase-form.ts'
import { startOurs } from './server-process.ts'
import { stockHome } from './shop.ts'
import { atMost, median } from './table.ts'

const PURCHASES = 1_000
const BYTES = 300_000
/** In a second. */
const REPORTS = 100
/** Most that a copy may take, in plain ones. */
const MOST = 2

/** Time of a first copy to a folder, against `cp -r` of the same files and one flush of its disk, in turns. */
export async function measure(engine: Engine, { rounds }: Effort) {
  const home = await stockHome(engine)
  await sell(home)
  const took = await inside(home, (ctx) => copyInTurns(ctx, rounds))
  return [
    atMost({
      measure: `a first copy of ${PURCHASES.toLocaleString('en')} purchases with ${(PURCHASES * BYTES) / 1e6} MB of proofs to a folder, ${engine.name}`,
      value: median(took.ours),
      limit: median(took.plain),
      unit: 's',
      part: MOST,
      note: `against cp -r of the data folder${engine.name === 'SQLite' ? '' : ', pg_dump'} and one flush, in turns`,
    }),
  ]
}

async function sell(home: Home): Promise<void> {
  await using server = await startOurs(home)
  using sender = createSender()
  // Equal proofs would be one file of the copy.
  const report = () => sender.form(`${server.url}/api/rifas/participantes`, purchaseForm(BYTES))
  const { errors } = await atRate(REPORTS, PURCHASES / REPORTS, report)
  if (errors.length > 0) throw new Error(`${errors.length} reports without an answer, the first ${errors[0]}`)
}

async function copyInTurns(ctx: Ctx, rounds: number): Promise<{ ours: number[]; plain: number[] }> {
  const root = mkdtempSync(join(tmpdir(), 'tombola-bench-copy-'))
  const took = { ours: [] as number[], plain: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const [copy, plain] = [join(root, `copy-${round}`), join(root, `plain-${round}`)]
    let begun = performance.now()
    execFileSync('cp', ['-r', ctx.config.dataDir, plain])
    // The database is in the folder, or beside it.
    const { databaseUrl } = ctx.config
    if (databaseUrl !== null)
      await runPostgresProgram('pg_dump', ['--format=custom', `--file=${plain}/tombola.dump`], databaseUrl)
    execFileSync('sync', ['-f', root])
    took.plain.push((performance.now() - begun) / 1000)
    mkdirSync(copy)
    begun = performance.now()
    await makeCopy(ctx, { place: folderPlace(copy), passphrase: null, keep: null, product: '0' })
    took.ours.push((performance.now() - begun) / 1000)
  }
  removeFolder(root)
  return took
}
