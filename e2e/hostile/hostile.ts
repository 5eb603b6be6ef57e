/**
 * `npm run hostile`: sends 10,000 files that want to do harm to a server of its own, looks at each as the desk does, and
 * downloads it. `-- --files 500` for fewer, `-- --seed 7` for others. Ends with 1 when a promise does not hold.
 */
import { parseArgs } from 'node:util'
import { sendHostile } from '#app/server/testing/hostile-run.ts'
import type { ProofAnswer } from '#app/server/testing/judge-proof.ts'
import { JPEG, multipart, purchaseFields } from '#app/server/testing/shop.ts'
import { type HostileFile, hostileFiles } from '#review/server/testing/hostile-files.ts'
import { twentyPictureBombs } from '#review/server/testing/picture-bombs.ts'
import { onePagePdf } from '#review/server/testing/write-pdf.ts'
import { signIn } from '../kill/load.ts'
import { SellingShop } from '../kill/selling-shop.ts'
import { createInstallation } from '../support/product.ts'
import { watchProcess } from './watch.ts'

const MEGABYTE = 1024 * 1024
const LIMITS = { memory: 50, view: 10_000, bomb: 1_000, bombs: 150, get: 500 }

const { values } = parseArgs({
  options: { files: { type: 'string', default: '10000' }, seed: { type: 'string', default: String(Date.now() % 1e6) } },
})
const seed = Number(values.seed)
const count = Number(values.files)
const say = (line: string) => void process.stdout.write(`${line}\n`)
say(`${count} hostile files, seed ${seed}`)

const installation = await createInstallation(null)
const { product, address } = await SellingShop.open(installation.env, seed)
let headers = await signIn(address)

async function ask(path: string, init: RequestInit = {}): Promise<ProofAnswer> {
  const answer = await fetch(`${address}${path}`, { redirect: 'error', ...init })
  const { status } = answer
  return { status, headers: Object.fromEntries(answer.headers), body: Buffer.from(await answer.arrayBuffer()) }
}

async function upload(file: HostileFile, turn: number): Promise<ProofAnswer> {
  const person = { cedula: `V${10_000_000 + turn}`, referencia: String(100_000_000 + turn) }
  const own = { total: '2.00', ...person, metodo_pago: undefined }
  const { payload, headers } = await multipart(purchaseFields(1, own), file)
  return ask('/api/rifas/participantes', { method: 'POST', headers, body: new Uint8Array(payload) })
}

async function look(path: string): Promise<ProofAnswer> {
  const answer = await ask(path, { headers })
  // A session lasts less long than ten thousand files.
  if (answer.status !== 401) return answer
  headers = await signIn(address)
  return ask(path, { headers })
}

/** Sends all of them at once while visitors ask for a page again and again. @returns statuses, and milliseconds of each answer. */
async function sendAtOnce(
  files: readonly HostileFile[],
  upload: (file: HostileFile, turn: number) => Promise<ProofAnswer>,
) {
  const times = { answers: [] as number[], statuses: [] as number[], gets: [] as number[] }
  let over = false
  const visitor = async () => {
    while (!over || times.gets.length < 100) times.gets.push(await took(() => ask('/rifa')))
  }
  const visitors = [visitor(), visitor()]
  const send = async (file: HostileFile, turn: number) => times.statuses.push((await upload(file, turn)).status)
  await Promise.all(files.map(async (file, turn) => times.answers.push(await took(() => send(file, turn)))))
  over = true
  await Promise.all(visitors)
  return times
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const door = { upload, get: look }
const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 1_000))
const watch = watchProcess(product.child.pid ?? 0)

async function* good(files: number): AsyncGenerator<HostileFile> {
  for (let made = 0; made < files; made++) {
    const pdf = made % 10 === 0
    const bytes = pdf ? onePagePdf() : JPEG
    yield { kind: 'good', name: 'pago', type: pdf ? 'application/pdf' : 'image/jpeg', bytes }
  }
}

// Honest work first: what a server takes to be warm is not the strangers' doing.
const before = 100
const honest = await sendHostile(
  { ...door, upload: (file, turn) => upload(file, count + turn) },
  good(before),
  undefined,
  wait,
)
await wait()
const warm = watch.now()
watch.restart()

const run = await sendHostile(
  door,
  hostileFiles(seed, count),
  ({ files, problems }) => {
    if (files % 250 !== 0) return
    const grown = ((watch.most() - warm) / MEGABYTE).toFixed(0)
    say(`${files} files, server ${grown} MB above ${(warm / MEGABYTE).toFixed(0)} MB, ${problems.length} problems`)
  },
  wait,
)
const grown = (watch.most() - warm) / MEGABYTE
const pictures = await twentyPictureBombs(seed)
await wait()
const unbombed = watch.now()
watch.restart()
const bombs = await sendAtOnce(pictures, (file, turn) => upload(file, count + before + turn))
const alive = product.child.exitCode === null && (await ask('/rifa')).status < 500
const swollen = (watch.most() - unbombed) / MEGABYTE
watch.stop()
await product.stop()
await installation.remove()

const sorted = bombs.gets.toSorted((a, b) => a - b)
const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0
const slowestBomb = Math.max(...bombs.answers)
const [view, kind] = run.slowest.view
const rows: [string, string, boolean][] = [
  ['server lives', String(alive), alive],
  // A server that takes nothing, or draws nothing, keeps every other promise.
  ['honest proofs drawn', `${honest.drawn} of ${before}`, honest.drawn === before],
  ['hostile proofs taken', `${run.drawn} drawn, ${run.undrawable} not`, run.drawn > 0 && run.undrawable > 0],
  ['memory of the server, above the warm one', `${grown.toFixed(1)} MB`, grown <= LIMITS.memory],
  ['answers with something wrong in them', String(run.problems.length), run.problems.length === 0],
  ['connections to elsewhere', String(watch.outbound.size), watch.outbound.size === 0],
  ['slowest view', `${view.toFixed(0)} ms, ${kind}`, view <= LIMITS.view],
  ['slowest answer to one of 20 bombs at once', `${slowestBomb.toFixed(0)} ms`, slowestBomb < LIMITS.bomb],
  [
    'bombs refused with 4xx',
    `${bombs.statuses.filter((status) => status >= 400 && status < 500).length} of ${pictures.length}`,
    bombs.statuses.every((status) => status >= 400 && status < 500),
  ],
  ['memory that the bombs took', `${swollen.toFixed(1)} MB`, swollen < LIMITS.bombs],
  ['p99 of a page meanwhile', `${p99.toFixed(0)} ms of ${sorted.length}`, p99 < LIMITS.get],
]
say(
  `${run.files} files: ${run.refused} refused, ${run.drawn} drawn, ${run.undrawable} only downloaded, ${run.deferred} told to wait`,
)
say(
  `largest child ${(watch.mostOfChild() / MEGABYTE).toFixed(0)} MB, slowest upload ${run.slowest.upload[0].toFixed(0)} ms (${run.slowest.upload[1]})`,
)
for (const [what, figure, held] of rows) say(`${held ? 'ok    ' : 'FAILED'} ${what}: ${figure}`)
for (const problem of run.problems.slice(0, 40)) say(`  ${problem}`)
process.exitCode = rows.every(([, , held]) => held) ? 0 : 1
