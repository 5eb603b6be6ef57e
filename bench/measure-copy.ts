import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPostgresProgram } from '#backups/server/copy/copy-database.ts'
import { makeCopy } from '#backups/server/copy/make-copy.ts'
import { runBeside } from '#backups/server/nightly/copy-beside.ts'
import { claimNight } from '#backups/server/nightly/night.ts'
import { folderPlace } from '#backups/server/place/folder-place.ts'
import { updateBackup } from '#backups/server/store.ts'
import type { Ctx } from '#platform/server/context.ts'
import { atRate, createSender } from './at-rate.ts'
import { type CpuMeter, cpuMeter } from './cpu-meter.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { OURS, startOurs } from './server-process.ts'
import { fillHome, sellRaffle } from './shop.ts'
import { sellOut } from './sold-raffle.ts'
import { atMost, figure, percentile, type Row } from './table.ts'

const SOLD = 100_000
const PROOFS = 1_000
const BYTES = 300_000
/** Pages in a second. */
const READ = 100
const ROUNDS = 2

/** Waiting time of readers during a whole sealed copy, as every night, and without one. */
export async function measure(engine: Engine, effort: Effort): Promise<Row[]> {
  const rows: Row[] = []
  const home = await fillHome(engine, async (ctx) => {
    await sellOut(ctx, await sellRaffle(ctx, 2 * SOLD), 2 * SOLD, SOLD)
    await layProofs(ctx)
    await passNight(ctx)
    rows.push(await measureFirst(ctx, engine))
  })
  await using server = await startOurs(home)
  using sender = createSender()
  const read = () => sender.send(`${server.url}/rifa`)
  const seen = { alone: [] as number[], beside: [] as number[] }
  const took: number[] = []
  const meters = { alone: cpuMeter(server), beside: cpuMeter(server) }
  await atRate(READ, effort.warmUp, read)
  for (let round = 0; round < ROUNDS; round++) {
    const place = mkdtempSync(join(tmpdir(), 'tombola-bench-copy-'))
    const begun = performance.now()
    const sealed = { BACKUP_PASSPHRASE: 'cinco palabras que nadie más junta' }
    const child = runBeside({ script: OURS }, { ...home, key: null }, ['backup', '--to', place, '--json'], sealed)
    const ended = once(child, 'close')
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (said += bytes))
    let copying = true
    ended.finally(() => {
      copying = false
    })
    let seconds = 0
    for (; copying; seconds++) seen.beside.push(...(await asked(read, meters.beside)))
    const [code] = await ended
    if (code !== 0) throw new Error(`the copy ended with ${code}: ${said.slice(-1_000)}`)
    took.push((performance.now() - begun) / 1000)
    rmSync(place, { recursive: true, force: true })
    for (; seconds > 0; seconds--) seen.alone.push(...(await asked(read, meters.alone)))
  }
  const halves = `medians ${figure(percentile(seen.beside, 0.5))} and ${figure(percentile(seen.alone, 0.5))} ms`
  rows.push(
    atMost({
      measure: `a page while a copy of ${SOLD.toLocaleString('en')} tickets and ${(PROOFS * BYTES) / 1e6} MB of proofs is made, ${engine.name}, p99`,
      value: percentile(seen.beside, 0.99),
      limit: percentile(seen.alone, 0.99),
      unit: 'ms',
      part: null,
      note: `against none being made, in turns, ${READ} pages a second; ${halves}; ${seen.beside.length} and ${seen.alone.length} pages; processor ${meters.beside.read()} and ${meters.alone.read()} a page; a sealed copy took ${figure(percentile(took, 0.5))} s`,
    }),
  )
  return rows
}

/** Time of a first copy to a folder, against `cp -r` of the same files and one flush of its disk, in turns. */
async function measureFirst(ctx: Ctx, engine: Engine): Promise<Row> {
  const root = mkdtempSync(join(tmpdir(), 'tombola-bench-first-'))
  const took = { ours: [] as number[], plain: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
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
  rmSync(root, { recursive: true, force: true })
  return atMost({
    measure: `a first copy of ${SOLD.toLocaleString('en')} tickets and ${(PROOFS * BYTES) / 1e6} MB of proofs to a folder, ${engine.name}`,
    value: percentile(took.ours, 0.5),
    limit: percentile(took.plain, 0.5),
    unit: 's',
    part: 2,
    note: `against cp -r of the data folder${ctx.config.databaseUrl === null ? '' : ', pg_dump'} and one flush, in turns`,
  })
}

/** Tonight's copy is made already: the server would begin one of its own, and neither would be alone. */
async function passNight(ctx: Ctx): Promise<void> {
  const id = await claimNight(ctx)
  if (id === null) throw new Error('a new shop has no copy')
  const done = { estado: 'hecho', terminado_en: ctx.clock.now() } as const
  await ctx.db.write('siembra', (tx) => updateBackup(tx, id, done))
}

async function asked(read: () => Promise<number>, meter: CpuMeter): Promise<number[]> {
  const { times, errors } = await meter.during(
    () => atRate(READ, 1, read),
    () => READ,
  )
  if (errors.length > 0) throw new Error(`${errors.length} pages without an answer, the first ${errors[0]}`)
  return times
}

/** Gives the first purchases proofs that are there. */
async function layProofs(ctx: Ctx): Promise<void> {
  const folder = join(ctx.config.dataDir, 'comprobantes')
  mkdirSync(folder, { recursive: true })
  const buyers = await ctx.db.read.selectFrom('purchases').select('id').orderBy('id').limit(PROOFS).execute()
  const proofs = buyers.map(({ id: compra_id }) => {
    const [id, bytes] = [randomBytes(16).toString('base64url'), randomBytes(BYTES)]
    writeFileSync(join(folder, id), bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return {
      id,
      compra_id,
      nombre: 'pago.jpg',
      tipo: 'image/jpeg' as const,
      bytes: BYTES,
      sha256,
      creado_en: ctx.clock.now(),
    }
  })
  await ctx.db.write('siembra', async (tx) => {
    await tx.deleteFrom('proofs').execute()
    for (const proof of proofs) await tx.insertInto('proofs').values(proof).execute()
  })
}
