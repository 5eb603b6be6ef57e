import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { PASSPHRASE } from './copied-shop.ts'

export const hasAge = ['age', 'script'].every((program) => spawnSync(program, ['--version']).error === undefined)

/** Types the passphrase into age, which asks a terminal for it. */
export function openWithAge(options: string, file: string, out: string): Buffer {
  execFileSync('script', ['-qec', `age -d ${options} -o ${out} ${file}`, '/dev/null'], { input: `${PASSPHRASE}\n` })
  return readFileSync(out)
}
