/** One line of the result. */
export interface Row {
  measure: string
  ours: string
  /** Its limit; empty without one. */
  limit: string
  /** Ours through the limit, or null. */
  ratio: number | null
  /** The least ratio (`>=`) or the largest (`<=`) that is good enough; null when it is only told. */
  target: { sign: '>=' | '<='; ratio: number } | null
  note: string
  /** It threw: there is no figure. */
  failed?: true
  /** When it was measured, where a document says it. */
  day?: string
}

/** A figure and its limit, in one unit. */
interface Held {
  measure: string
  /** NaN where this system does not tell. */
  value: number
  limit: number
  unit?: string
  /** The figure in other words than its own. */
  says?: string
  /** How much of the limit it must reach, or may; null only tells it. */
  part?: number | null
  note?: string
}

/** A row whose figure must not be more than its limit. */
export const atMost = (held: Held) => rowOf('<=', held)
/** A row whose figure must not be less than its limit. */
export const atLeast = (held: Held) => rowOf('>=', held)

function rowOf(sign: '>=' | '<=', { measure, value, limit, unit = '', says, part = 1, note = '' }: Held): Row {
  const text = (number: number) => `${figure(number)} ${unit}`.trim()
  const known = !Number.isNaN(value)
  // Nothing is a part of nothing: there the figure itself is held.
  const ratio = limit === 0 ? value : value / limit
  return {
    measure,
    ours: says ?? (known ? text(value) : '?'),
    limit: text(limit),
    ratio: known ? ratio : null,
    target: known && part !== null ? { sign, ratio: limit === 0 ? 0 : part } : null,
    note,
  }
}

/** A row that has no limit. */
export const told = (measure: string, ours: string, note = ''): Row => ({
  ...{ measure, ours, note, limit: '', ratio: null, target: null },
})

/** A measure that threw, by its name: what was measured before and after it is told all the same. */
export function failedRow(measure: string, error: unknown): Row {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return { ...told(measure, 'failed', reason), failed: true }
}

const HEAD = ['measure', 'ours', 'its limit', 'ratio', 'target', 'result', 'note']
const DAY = 'day'

export function isMissed({ target, ratio }: Row): boolean {
  if (target === null || ratio === null) return false
  return target.sign === '>=' ? ratio < target.ratio : ratio > target.ratio
}

function cells(row: Row): string[] {
  const { measure, ours, limit, target, ratio, note } = row
  const goal = target === null ? '' : `${target.sign} ${target.ratio}`
  const result = row.failed ? 'failed' : target === null ? '' : isMissed(row) ? 'missed' : 'ok'
  return [measure, ours, limit, ratio === null ? '' : ratio.toFixed(2), goal, result, note]
}

/** In columns, for the terminal. */
export function formatTable(rows: Row[]): string {
  const lines = [HEAD, ...rows.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const text = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [text[0], '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)), ...text.slice(1)].join('\n')
}

export function markdownTable(rows: readonly Row[]): string {
  const head = [...HEAD, DAY]
  const lines = [head, head.map(() => '---'), ...rows.map((row) => [...cells(row), row.day ?? ''])]
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n')
}

/** Three digits at least: `1,234`, `12.3`, `1.23`, `0.0123`; a whole number as it is. */
export function figure(value: number): string {
  if (value >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en')
  if (value >= 10) return value.toFixed(1)
  return value >= 1 ? value.toFixed(2) : value.toPrecision(3)
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** The value below which that part of all values lies. */
export function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
