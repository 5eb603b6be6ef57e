import { readFileSync, writeFileSync } from 'node:fs'
import { figure, median, type Row } from './table.ts'

/** The looks of a run, by what they measured. */
export type Run = Record<string, number[]>

export function saveRun(file: string, rows: readonly Row[]): void {
  writeFileSync(file, `${JSON.stringify(runOf(rows), null, 2)}\n`)
}

/** @throws Error when the file is no run. */
export function readRun(file: string): Run {
  const run: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const isLooks = (looks: unknown) => Array.isArray(looks) && looks.length > 0 && looks.every(Number.isFinite)
  if (typeof run !== 'object' || run === null || !Object.values(run).every(isLooks)) {
    throw new Error(`${file} was not written by --save`)
  }
  return run as Run
}

function runOf(rows: readonly Row[]): Run {
  return Object.fromEntries(rows.flatMap(({ measure, looks }) => (looks?.length ? [[measure, looks]] : [])))
}

/**
 * Slower measures: the best look of now is worse than the worst of before, so that no look of either run could be one of the other.
 * A measure with a limit is compared by its ratio, which the machine hardly changes.
 */
export function compareRuns(before: Run, rows: readonly Row[]): string {
  const now = runOf(rows)
  const both = Object.keys(now).filter((measure) => before[measure])
  const change = (measure: string) => {
    const [was, is] = [before[measure] ?? [], now[measure] ?? []]
    const way = Math.max(...is) < Math.min(...was) ? 'slower' : Math.min(...is) > Math.max(...was) ? 'faster' : null
    return { measure, way, text: `${measure}: ${figure(median(was))} → ${figure(median(is))}` }
  }
  const changes = both.map(change)
  const lines = (way: 'slower' | 'faster') =>
    changes.filter((one) => one.way === way).map(({ text }) => `${way}: ${text}`)
  const gone = Object.keys(before).filter((measure) => !now[measure])
  return [
    ...lines('slower'),
    ...lines('faster'),
    `${both.length} compared; ${lines('slower').length} slower beyond noise, ${lines('faster').length} faster`,
    ...(gone.length === 0 ? [] : [`not measured now: ${gone.join('; ')}`]),
  ].join('\n')
}
