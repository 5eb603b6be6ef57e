/**
 * Where the server's processor time goes: `node bench/profile.ts [sqlite|postgres] [KB] [buyers]` while payments are reported,
 * `node bench/profile.ts sqlite /api/rifas/1/status` while that is read. Prints the functions and the packages that cost most, and leaves the profile for a viewer (Chromium's DevTools read it).
 */
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '#app/server/build.ts'
import { openEngines } from './engines.ts'
import { readsPerSecond } from './load.ts'
import { PLENTY, report } from './measure-purchases.ts'
import { ROOT, SOURCES, startServer } from './server-process.ts'
import { stockHome } from './shop.ts'

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

const SECONDS = 5
const SHOWN = 25

const [engineName = 'sqlite', what = '1', buyers = '16'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'tombola-profile-'))
await ensureBuilt()
const { engines, remove } = await openEngines()
try {
  const engine = engines.find(({ name }) => name.toLowerCase().startsWith(engineName))
  if (!engine) throw new Error(`no engine ${engineName}`)
  const home = await stockHome(await engine.newHome(), PLENTY)
  const node = ['--cpu-prof', `--cpu-prof-dir=${folder}`]
  const server = await startServer(SOURCES, { ...home, ready: '/api/rifas', node })
  const answers = what.startsWith('/')
    ? (await readsPerSecond(server.url, what, { 'accept-encoding': 'br' }, SECONDS)) * SECONDS
    : (await report(server, Number(buyers), SECONDS, Number(what) * 1000)).answers
  await server.stop()
  // The longest: threads of its own write theirs beside it.
  const files = readdirSync(folder).flatMap((name) => (name.endsWith('.cpuprofile') ? [join(folder, name)] : []))
  const file = files.sort((one, other) => statSync(other).size - statSync(one).size)[0] ?? ''
  print(JSON.parse(readFileSync(file, 'utf8')) as Profile, answers)
  console.log(`\n${file}`)
} finally {
  await remove()
}

function print(profile: Profile, answers: number): void {
  const frames = new Map(profile.nodes.map((node) => [node.id, node.callFrame]))
  const functions = new Map<string, number>()
  const places = new Map<string, number>()
  profile.samples.forEach((id, index) => {
    const frame = frames.get(id)
    if (!frame || frame.functionName === '(idle)') return
    const place = placeOf(frame.url)
    const time = (profile.timeDeltas[index] ?? 0) / 1000
    const name = `${frame.functionName || '(anonymous)'}  ${shorten(frame.url)}:${frame.lineNumber + 1}`
    functions.set(name, (functions.get(name) ?? 0) + time)
    places.set(place, (places.get(place) ?? 0) + time)
  })
  console.log(`${Math.round(answers)} answers; microseconds each, own time, start of the server included`)
  for (const [title, found] of [
    ['packages', places],
    ['functions', functions],
  ] as const) {
    console.log(`\n${title}`)
    const sorted = [...found].sort(([, a], [, b]) => b - a).slice(0, SHOWN)
    for (const [name, time] of sorted) console.log(`${((time * 1000) / answers).toFixed(0).padStart(6)}  ${name}`)
  }
}

function shorten(url: string): string {
  return url.replace(`file://${ROOT}/`, '').replace('node_modules/', '')
}

/** The package, our room, or Node itself. */
function placeOf(url: string): string {
  const path = url.replace(`file://${ROOT}/`, '')
  const found = /node_modules\/((?:@[^/]+\/)?[^/]+)|^(src\/[^/]+)|^(node:[^/]+)/.exec(path)
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? '(engine: compiler, garbage, native)'
}
