import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DrawLimits } from './limits.ts'

const FOLDER = import.meta.dirname
/** Where the two decoders lie, with what they load. */
const PACKAGES = packagesFolder(fileURLToPath(import.meta.resolve('sharp')))
const KILOBYTE = 1024

/**
 * Each limit is set before Node starts, so that nothing in the child can lift it; one that a system does not know is left
 * out. `oom_score_adj` makes the kernel of Linux end this process first when memory runs short.
 */
function shellLimits({ addressSpace, processor }: DrawLimits): string {
  return [
    // Elsewhere Node reserves other amounts, and macOS refuses the limit.
    process.platform === 'linux' ? `ulimit -v ${Math.floor(addressSpace / KILOBYTE)}` : ':',
    `ulimit -t ${processor}`,
    'ulimit -f 0',
    'ulimit -c 0',
    'ulimit -n 64',
    'echo 1000 > /proc/self/oom_score_adj',
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
    `--allow-fs-read=${PACKAGES}`,
    '--allow-addons',
    '--max-old-space-size=64',
    '--max-semi-space-size=2',
    '--v8-pool-size=1',
    `--wasm-max-mem-pages=${limits.wasmPages}`,
    // Without it WebAssembly reserves 8 GB of addresses, and no limit of address space could be set.
    '--disable-wasm-trap-handler',
    join(FOLDER, 'child.ts'),
    JSON.stringify({ pixels: limits.pixels }),
  ]
  const env = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' }
  if (!existsSync('/bin/sh')) return { command: process.execPath, args: node, env }
  const script = `${shellLimits(limits)}; exec "$0" "$@"`
  return { command: '/bin/sh', args: ['-c', script, process.execPath, ...node], env }
}

function packagesFolder(file: string): string {
  let folder = dirname(file)
  while (!folder.endsWith('node_modules') && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}
