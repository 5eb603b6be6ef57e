/**
 * `npm test`: every test but those of `npm run test:faults`. `npm test -- tickets`: those of that room alone, in seconds, on SQLite; it lists what
 * it left. Other arguments go to vitest as they are, such as `npm test -- src/tickets/server/races.test.ts -t crossing` or `npm test -- src/tickets/`.
 */
import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const given = process.argv.slice(2)
const isRoom = (word: string) => /^[a-z-]+$/.test(word) && existsSync(join(ROOT, 'src', word))
const rooms = given.filter(isRoom)
const all = rooms.flatMap((room) => globSync(`src/${room}/**/*.test.{ts,tsx}`, { cwd: ROOT }))
const left = all.filter((file) => file.endsWith('.faults.test.ts'))
const args = given.filter((word) => !isRoom(word))
// One by one: what a project of vitest.config.ts leaves out is its own affair, and `--exclude` would change nothing there.
if (rooms.length > 0) args.push('--project', 'rooms*', ...all.filter((file) => !left.includes(file)))
// Of `npm run test:faults`, which has the machine for itself.
if (!args.includes('--project')) args.push('--project', '!faults')
const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
  cwd: ROOT,
  stdio: 'inherit',
  env: rooms.length > 0 ? { TEST_ENGINE: 'SQLite', ...process.env } : process.env,
})
child.once('close', (code) => {
  process.exitCode = code ?? 1
  if (rooms.length > 0) {
    const whole = `npm test -- ${rooms.map((room) => `src/${room}/`).join(' ')}`
    console.log([`not run here, but by \`npm test\` and \`${whole}\`:`, 'PostgreSQL', ...left].join('\n  '))
  }
})
