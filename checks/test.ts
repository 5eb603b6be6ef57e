/**
 * `npm test`: every test. `npm test -- tickets`: those of that room alone, in seconds, without those that only time can try; it says which it
 * left. What else is written goes to vitest as it is, such as `npm test -- src/tickets/server/races.test.ts -t crossing` or `npm test -- src/tickets/`.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** Crowds, mixes of everything until all is sold, whole installations: a third of all that rooms are tried by. */
const LONG = [
  'src/app/server/hostile/hostile.test.ts',
  'src/app/server/launch.test.ts',
  'src/app/server/pages/rebuilt-pages.test.ts',
  'src/purchases/server/report/together.test.ts',
  'src/tickets/server/numbers/million.test.ts',
  'src/tickets/server/sell-out.test.ts',
  'src/tickets/server/shares/flood-of-reports.test.ts',
  'src/tickets/server/shares/flood.test.ts',
  'src/tickets/server/shares/hold-share.test.ts',
  'src/tickets/server/waiting/earned-turns.test.ts',
]

const given = process.argv.slice(2)
const isRoom = (word: string) => /^[a-z-]+$/.test(word) && existsSync(join(ROOT, 'src', word))
const rooms = given.filter(isRoom).map((room) => `src/${room}/`)
const left = LONG.filter((file) => rooms.some((room) => file.startsWith(room)))
const args = given.map((word) => (isRoom(word) ? `src/${word}/` : word))
if (rooms.length > 0) args.push('--project', 'rooms*')
for (const file of left) args.push('--exclude', file)
const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
  cwd: ROOT,
  stdio: 'inherit',
})
child.once('close', (code) => {
  process.exitCode = code ?? 1
  if (left.length > 0)
    console.log(`left to \`npm test\` and \`npm test -- ${rooms.join(' ')}\`:\n  ${left.join('\n  ')}`)
})
