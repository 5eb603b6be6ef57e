/**
 * `npm test`: every test. `npm test -- tickets`: those of that room alone, in seconds. What else is written goes to vitest as it is,
 * such as `npm test -- src/tickets/server/races.test.ts -t crossing`.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const given = process.argv.slice(2)
const isRoom = (word: string) => /^[a-z-]+$/.test(word) && existsSync(join(ROOT, 'src', word))
const args = given.map((word) => (isRoom(word) ? `src/${word}/` : word))
if (given.some(isRoom)) args.push('--project', 'rooms*')
const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
  cwd: ROOT,
  stdio: 'inherit',
})
child.once('close', (code) => (process.exitCode = code ?? 1))
