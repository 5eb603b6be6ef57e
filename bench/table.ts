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
  /** One figure for each look, where there were several: the more the better. With a limit they are ratios to it. `--compare` reads them. */
  looks?: number[]
  /** It threw: there is no figure. */
  failed?: true
  /** When it was measured, where a document says it. */
  day?: string
}

/** A measure that threw, by its name: what was measured before and after it is told all the same. */
export function failedRow(measure: string, error: unknown): Row {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return { measure, ours: 'failed', limit: '', ratio: null, target: null, note: reason, failed: true }
}

const HEAD = ['measure', 'ours', 'its limit', 'ratio', 'target', 'result', 'note']
const DAY = 'day'

export function isMissed(row: Row): boolean {
  if (row.target === null || row.ratio === null) return false
  return row.target.sign === '>=' ? row.ratio < row.target.ratio : row.ratio > row.target.ratio
}

function cells(row: Row): string[] {
  const { target, ratio } = row
  const told = ratio === null ? '' : ratio.toFixed(2)
  if (target === null) return [row.measure, row.ours, row.limit, told, '', row.failed ? 'failed' : '', row.note]
  return [
    row.measure,
    row.ours,
    row.limit,
    told,
    `${target.sign} ${target.ratio}`,
    isMissed(row) ? 'missed' : 'ok',
    row.note,
  ]
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

/** Three digits at least: `1,234`, `12.3`, `1.23`, `0.0123`. */
export function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
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
