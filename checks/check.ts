/**
 * Everything that must hold before a change is shared: `npm run check`. Each step runs whatever the others say, so that one
 * run names all that is wrong. `--without-tests` leaves the tests to a run of their own.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({ options: { 'without-tests': { type: 'boolean', default: false } } })

interface Step {
  name: string
  command: string
  args: string[]
  /** Its output is worth seeing while it runs. */
  live?: boolean
  /** Or when it has run, also when nothing is wrong. */
  told?: boolean
}

const steps: Step[] = [
  { name: 'lock file', command: 'node', args: ['checks/lock-file.ts'] },
  { name: 'types of the server', command: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types of the browser', command: 'tsc', args: ['-p', 'tsconfig.browser.json'] },
  { name: 'types of what runs in both', command: 'tsc', args: ['-p', 'tsconfig.both.json'] },
  { name: 'types of the browser journeys', command: 'tsc', args: ['-p', 'e2e/tsconfig.json'] },
  {
    name: 'lint and format',
    command: 'biome',
    args: ['ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=50', '.'],
  },
  { name: 'import directions', command: 'node', args: ['checks/rooms.ts'] },
  { name: 'tests that say the same on any machine', command: 'node', args: ['checks/test-rules.ts'] },
  { name: 'classes of styles and elements', command: 'node', args: ['checks/css-classes.ts'] },
  { name: 'English of documents, comments and names of tests', command: 'node', args: ['checks/english.ts'] },
  { name: 'unused code', command: 'knip', args: [] },
  { name: 'sums', command: 'node', args: ['checks/sums.ts'], told: true },
  { name: 'build', command: 'npm', args: ['run', '--silent', 'build'] },
  { name: 'budgets', command: 'node', args: ['checks/budgets.ts'] },
  ...(values['without-tests']
    ? []
    : ['test', 'test:faults'].map((name) => ({ name, command: 'npm', args: ['run', '--silent', name], live: true }))),
]

function run(step: Step): Promise<{ passed: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(step.command, step.args, {
      cwd: root,
      stdio: step.live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', (error) => resolve({ passed: false, output: error.message }))
    child.once('close', (code) => resolve({ passed: code === 0, output }))
  })
}

const failed: string[] = []
for (const step of steps) {
  const start = performance.now()
  const { passed, output } = await run(step)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)`)
  if (!passed) failed.push(step.name)
  if (!passed || step.told) console.log(output.trimEnd().replace(/^/gm, '       '))
}
console.log(failed.length === 0 ? '\nall checks passed' : `\nfailed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
