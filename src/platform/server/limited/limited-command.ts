import { existsSync, realpathSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LimitedProgram, WorkLimits } from './limits.ts'

const KILOBYTE = 1024

/** Whether nothing was built: a child's imports are then next to it, and in folders of other rooms. */
export const FROM_SOURCE = extname(import.meta.url) === '.ts'

/** Every child reads questions by frames.ts. */
const OWN = FROM_SOURCE ? [dirname(fileURLToPath(import.meta.url))] : []

/**
 * The file of a child: next to the source that starts it, or in a folder of its own next to the built server.
 * @param source `import.meta.url` of the starting file.
 * @param built name of that folder (vite.config.ts).
 */
export function childFile(source: string, built: string): string {
  return fileURLToPath(new URL(FROM_SOURCE ? './child.ts' : `./${built}/child.js`, source))
}

/**
 * Folders of a package that a child loads, with its dependencies: as the child finds them, and the targets of links.
 * The nearest folder of packages above that has it: a release may be in one, and have another in itself.
 */
export function packageFolders(file: string, name: string): string[] {
  const found = findPackages(dirname(file), name)
  return [...new Set([found, realpathSync(join(found, name)).slice(0, -name.length - 1)])]
}

function findPackages(from: string, name: string): string {
  const folder = join(from, 'node_modules')
  return existsSync(join(folder, name)) || dirname(from) === from ? folder : findPackages(dirname(from), name)
}

/**
 * Each limit is set before Node starts, so that nothing in the child can lift it; one that a system does not know is left
 * out. `oom_score_adj` makes the kernel of Linux end this process first when memory runs short.
 */
function shellLimits({ addressSpace, processor, niceness }: WorkLimits): string {
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

/** The command of the child: on systems with a shell limited by it, everywhere by Node's own permissions. */
export function limitedCommand(
  program: LimitedProgram,
  limits: WorkLimits,
): { command: string; args: string[]; env: Record<string, string> } {
  const node = [
    // No network, no processes, no threads, no writing, and to be read only its own code and its packages.
    '--permission',
    ...[dirname(program.file), ...OWN, ...program.reads].map((folder) => `--allow-fs-read=${folder}`),
    `--max-old-space-size=${limits.heap}`,
    '--max-semi-space-size=2',
    '--v8-pool-size=1',
    // Without it WebAssembly reserves 8 GB of addresses, and no limit of address space could be set.
    '--disable-wasm-trap-handler',
    ...program.node,
    program.file,
    JSON.stringify(program.given),
  ]
  const env = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' }
  if (!existsSync('/bin/sh')) return { command: process.execPath, args: node, env }
  const script = `${shellLimits(limits)}; exec "$0" "$@"`
  return { command: '/bin/sh', args: ['-c', script, process.execPath, ...node], env }
}
