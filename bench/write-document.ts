import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Engine } from './engines.ts'
import { markdownTable, type Row } from './table.ts'

const FILE = join(import.meta.dirname, '../docs/benchmarks.md')

export function machine(engines: Engine[]): string {
  const cores = cpus()
  const versions = engines.map((engine) => `${engine.name} ${engine.version}`)
  return [
    `${cores.length} × ${cores[0]?.model.trim()}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.version}`,
    ...versions,
  ].join(' · ')
}

/**
 * Writes the result where the repository shows it. Text around the table stays, and so do rows that were not measured now,
 * under their own day.
 * @param whole everything was measured: a row that is not among these is measured no more.
 */
export function writeDocument(rows: readonly Row[], engines: Engine[], whole: boolean): void {
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(FILE, withRows(readFileSync(FILE, 'utf8'), rows, { day, machine: machine(engines), whole }))
}

/** The document with those rows in its table, and a line above it that says of which days that is. */
export function withRows(
  document: string,
  rows: readonly Row[],
  { day, machine: told, whole }: { day: string; machine: string; whole: boolean },
): string {
  const lines = document.split('\n')
  const start = lines.findIndex((line) => line.startsWith('| measure |'))
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'))
  const [head = '', under = '', ...now] = markdownTable(rows.map((row) => ({ ...row, day }))).split('\n')
  const measured = new Map(now.map((line) => [nameOf(line), line]))
  const kept = lines.slice(start + 2, end).filter((line) => !whole || measured.has(nameOf(line)))
  const old = new Set(kept.map(nameOf))
  const table = whole
    ? now
    : [...kept.map((line) => measured.get(nameOf(line)) ?? line), ...now.filter((line) => !old.has(nameOf(line)))]
  const missed = table.filter((line) => line.includes('| missed |')).length
  const days = [...new Set(table.map((line) => line.split(' | ').at(-1)?.replace(' |', '') ?? ''))].sort()
  const of = days.length === 1 ? day : `each row of the day that it names, from ${days[0]} to ${days.at(-1)}`
  const heading = `${told} · ${of} · ${missed === 0 ? 'every target met' : `${missed} ${missed === 1 ? 'target' : 'targets'} missed`}`
  return [...lines.slice(0, start - 2), heading, '', head, under, ...table, ...lines.slice(end)].join('\n')
}

function nameOf(line: string): string {
  return line.split(' | ')[0] ?? ''
}
