import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from '#app/server/build.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { PLENTY } from './measure-purchases.ts'
import { BARE_HTTP, OURS, ROOT, startServer } from './server-process.ts'
import { stockHome } from './shop.ts'
import { figure, median, type Row } from './table.ts'

/** What it costs to have it: time to start, memory, packages. @param loaded memory after the purchases, in bytes. */
export async function measureProcess(engine: Engine, effort: Effort, loaded: number | null): Promise<Row[]> {
  await ensureBuilt()
  const home = await stockHome(await engine.newHome(), PLENTY)
  const ours: number[] = []
  const bare: number[] = []
  const memory: { ours: number | null; bare: number | null } = { ours: null, bare: null }
  for (let start = 0; start < effort.starts; start++) {
    const mine = await startServer(OURS, { ...home, ready: '/rifa' })
    ours.push(mine.startedIn)
    const limit = await startServer(BARE_HTTP)
    bare.push(limit.startedIn)
    await sleep(500)
    memory.ours = mine.memory()
    memory.bare = limit.memory()
    await mine.stop()
    await limit.stop()
  }
  const told = { ratio: null, target: null, note: '' }
  return [
    {
      ...told,
      measure: 'start to the first page, built',
      ours: `${figure(median(ours))} ms`,
      limit: `${figure(median(bare))} ms`,
      note: 'against bare node:http',
    },
    { ...told, measure: 'memory, idle', ours: megabytes(memory.ours), limit: megabytes(memory.bare) },
    {
      ...told,
      measure: 'memory, after the purchases',
      ours: megabytes(loaded),
      limit: '',
      note: 'up to 64 proofs of 300 KB at once',
    },
    { ...told, measure: 'packages at run time', ours: runtimePackages(), limit: '' },
  ]
}

function megabytes(bytes: number | null): string {
  return bytes === null ? '?' : `${Math.round(bytes / 1_048_576)} MB`
}

/** Installed without the development dependencies, each once; `?` when npm finds the installation in disorder. */
function runtimePackages(): string {
  const listed = spawnSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { cwd: ROOT, encoding: 'utf8' })
  return listed.status === 0 ? String(new Set(listed.stdout.trim().split('\n').slice(1)).size) : '?'
}
