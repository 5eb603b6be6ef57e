import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mutant } from './list.ts'

/** What became of one mutant. */
export interface Result {
  file: string
  to: string
  verdict: 'noticed' | 'hangs' | 'survived' | 'untested'
  /** The test that noticed it, where time ran out, or what fails without it. */
  by: string
  seconds: number
  /** The commit that was changed; with a + where the working tree was not it. */
  commit: string
}

/** Kept between runs, one line of JSON each: a run that was cut goes on with `--resume`. */
export const RESULTS = join(tmpdir(), 'tombola-mutants.jsonl')

export type Kept<T> = { get(key: string): T | undefined; set(key: string, value: T): void }

/** The results of earlier runs, of which the last holds; empty unless asked for. New ones are written at once. */
export function keptResults<T>(resumed: boolean): Kept<T> {
  const lines = resumed && existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8').split('\n').filter(Boolean) : []
  const known = new Map(lines.map((line) => JSON.parse(line) as [string, T]))
  return {
    get: (key) => known.get(key),
    set(key, value) {
      known.set(key, value)
      appendFileSync(RESULTS, `${JSON.stringify([key, value])}\n`)
    },
  }
}

/** The same as long as the change, the file that it changes and its nearest tests are the same. */
export function keyOf(folder: string, { file, from, to, tests }: Mutant): string {
  return hashOf([from, to, ...[file, ...tests].map((path) => readFileSync(join(folder, path), 'utf8'))])
}

export function hashOf(texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${text.length} ${text}`)
  return hash.digest('hex').slice(0, 24)
}
