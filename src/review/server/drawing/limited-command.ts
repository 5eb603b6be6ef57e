import { existsSync, realpathSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DrawLimits } from './limits.ts'

/** The child lies beside this source; what was built of it has a folder of its own, beside what was built of the server. */
const CHILD = fileURLToPath(
  new URL(extname(import.meta.url) === '.ts' ? './child.ts' : './drawing/child.js', import.meta.url),
)
const FOLDER = dirname(CHILD)
/** Where the two decoders lie, with what they load: as the child finds them, and where links lead. */
const PACKAGES = new Set([findPackages(FOLDER), realpathSync(findPackages(FOLDER))])
const KILOBYTE = 1024

/**
 * Each limit is set before Node starts, so that nothing in the child can lift it; one that a system does not know is left
 * out. `oom_score_adj` makes the kernel of Linux end this process first when memory runs short.
 */
function shellLimits({ addressSpace, processor, niceness }: DrawLimits): string {
  return [
    // Elsewhere Node reserves other amounts, and macOS refuses the limit.
    process.platform === 'linux' ? `ulimit -v ${Math.floor(addressSpace / KILOBYTE)}` : ':',
    `ulimit -t ${processor}`,
    'ulimit -f 0',
    'ulimit -c 0',
    'ulimit -n 64',
    'echo 1000 > /proc/self/oom_score_adj',
    // A group of processes has a priority of its own there, and the child is alone in one.
    `echo ${niceness} > /proc/self/autogroup`,
  ]
    .map((one) => `{ ${one}; } 2>/dev/null || :`)
    .join('; ')
}

/** The command of the child: on systems with a shell limited by it, everywhere by what Node itself refuses. */
export function limitedCommand(limits: DrawLimits): { command: string; args: string[]; env: Record<string, string> } {
  const node = [
    // No network, no processes, no threads, no writing, and to be read only its own code and the decoders.
    '--permission',
    `--allow-fs-read=${FOLDER}`,
    ...[...PACKAGES].map((folder) => `--allow-fs-read=${folder}`),
    '--allow-addons',
    '--max-old-space-size=64',
    '--max-semi-space-size=2',
    '--v8-pool-size=1',
    `--wasm-max-mem-pages=${limits.wasmPages}`,
    // Without it WebAssembly reserves 8 GB of addresses, and no limit of address space could be set.
    '--disable-wasm-trap-handler',
    CHILD,
    JSON.stringify({ pixels: limits.pixels }),
  ]
  const env = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' }
  if (!existsSync('/bin/sh')) return { command: process.execPath, args: node, env }
  const script = `${shellLimits(limits)}; exec "$0" "$@"`
  return { command: '/bin/sh', args: ['-c', script, process.execPath, ...node], env }
}

/** The nearest folder of packages above that has them: a release may lie in one, and have another in itself. */
function findPackages(from: string): string {
  const folder = join(from, 'node_modules')
  return existsSync(join(folder, 'sharp')) || dirname(from) === from ? folder : findPackages(dirname(from))
}
