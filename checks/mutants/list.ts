import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A dangerous change that some test must notice: one line of `<room>.tsv`, its cells apart by tabs. */
export interface Mutant {
  /** The file that it changes, from the root of the project. */
  file: string
  /** The text that it takes out: exactly once in the file. A line break is written `\n`. */
  from: string
  /** What stands there instead. */
  to: string
  /** What a buyer or an operator would suffer. */
  danger: string
  /** Test files that stand nearest: the change must make one of them fail. */
  tests: readonly string[]
  /** Why no test can notice it, where none can; empty for all others. */
  survives: string
}

const FOLDER = import.meta.dirname

/** Every mutant of every room. Lines that begin with # say something to the reader. */
export function readMutants(): Mutant[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.tsv'))
    .flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split('\n'))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(readLine)
}

function readLine(line: string): Mutant {
  const [file = '', from = '', to = '', danger = '', tests = '', survives = ''] = line.split('\t')
  return { file, from: withBreaks(from), to: withBreaks(to), danger, tests: tests.split(' ').filter(Boolean), survives }
}

function withBreaks(text: string): string {
  return text.replaceAll('\\n', '\n')
}
