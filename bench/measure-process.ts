import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from '#app/server/build.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { PLENTY } from './measure-purchases.ts'
import { BARE_HTTP, OURS, ROOT, startServer } from './server-process.ts'
import { stockHome } from './shop.ts'
import { figure, median, type Row } from './table.ts'

/** Most milliseconds of a start, and megabytes of memory then and after the purchases. */
const START = 450
const IDLE = 125
const LOADED = 320

/** Cost of running it: time to start, memory, packages. @param loaded memory after the purchases, in bytes. */
export async function measureProcess(engine: Engine, effort: Effort, loaded: number | null): Promise<Row[]> {
  await ensureBuilt(['pages', 'server'])
  const home = await stockHome(await engine.newHome(), PLENTY)
  const ours: number[] = []
  const bare: number[] = []
  const memory: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  // The first one after a build compiles, for all that follow.
  await (await startServer(OURS, { ...home, ready: '/rifa' })).stop()
  for (let start = 0; start < effort.starts; start++) {
    const mine = await startServer(OURS, { ...home, ready: '/rifa' })
    ours.push(mine.startedIn)
    const limit = await startServer(BARE_HTTP)
    bare.push(limit.startedIn)
    await sleep(500)
    memory.ours.push(mine.memory() ?? Number.NaN)
    memory.bare.push(limit.memory() ?? Number.NaN)
    await mine.stop()
    await limit.stop()
  }
  return [
    {
      ...within(median(ours), START, 'ms'),
      measure: 'start to the first page, built',
      note: `bare node:http ${figure(median(bare))} ms`,
    },
    {
      ...within(median(memory.ours) / MEGABYTE, IDLE, 'MB'),
      measure: 'memory, idle',
      note: `bare node:http ${figure(median(memory.bare) / MEGABYTE)} MB`,
    },
    {
      ...within((loaded ?? Number.NaN) / MEGABYTE, LOADED, 'MB'),
      measure: 'memory, after the purchases',
      note: 'up to 64 proofs of 300 KB at once',
    },
    { measure: 'packages at run time', ours: runtimePackages(), limit: '', ratio: null, target: null, note: '' },
  ]
}

const MEGABYTE = 1_048_576

/** @param value NaN where this system does not tell. */
function within(value: number, most: number, unit: string): Pick<Row, 'ours' | 'limit' | 'ratio' | 'target'> {
  const known = !Number.isNaN(value)
  return {
    ours: known ? `${figure(value)} ${unit}` : '?',
    limit: `${most} ${unit}`,
    ratio: known ? value / most : null,
    target: known ? { sign: '<=', ratio: 1 } : null,
  }
}

/** Installed without the development dependencies, each once; `?` when npm finds the installation in disorder. */
function runtimePackages(): string {
  const listed = spawnSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { cwd: ROOT, encoding: 'utf8' })
  return listed.status === 0 ? String(new Set(listed.stdout.trim().split('\n').slice(1)).size) : '?'
}
