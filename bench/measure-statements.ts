import { readFileSync } from 'node:fs'
import { importStatement } from '#movements/server/statements/import-statement.ts'
import { createReader, READ_LIMITS, type ReadFile } from '#movements/server/statements/reading/start-reading.ts'
import { largeStatement } from '#movements/server/statements/testing/large-statement.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { ACTOR, fillHome } from './shop.ts'
import { atMost, figure, type Row } from './table.ts'

const MEGABYTE = 1024 * 1024
const OFTEN = 10

/** A statement of 100,000 payments, read by the child with limits and brought in; into an account that has none, then all of it again. */
export async function measure(engine: Engine, { rows: count }: Effort): Promise<Row[]> {
  const rows: Row[] = []
  for (const form of ['csv', 'xlsx'] as const) {
    await fillHome(engine, async (ctx) => {
      const file = { metodo_id: 1, mapa: null, nombre: `extracto.${form}`, bytes: await largeStatement(form, count) }
      const watched = watch()
      const first = await timed(() => importStatement(ctx, file, ACTOR, watched.read))
      if (first.done.nuevos !== count) throw new Error(`${first.done.nuevos} of ${count} rows came in`)
      const again = await timed(() => importStatement(ctx, file, ACTOR, watched.read))
      if (again.done.repetidos !== count) throw new Error(`${again.done.repetidos} of ${count} rows were known`)
      rows.push(
        atMost({
          measure: `${count.toLocaleString('en')} rows of ${form.toUpperCase()}, ${engine.name}`,
          value: watched.peak() === 0 ? Number.NaN : watched.peak() / MEGABYTE,
          limit: READ_LIMITS.memory / MEGABYTE,
          unit: 'MB',
          says: `${figure(first.seconds)} s`,
          note: `of it ${figure(watched.seconds()[0] ?? Number.NaN)} s reading; the child had ${figure(watched.peak() / MEGABYTE)} MB at most; ${figure(file.bytes.length / MEGABYTE)} MB of file; again ${figure(again.seconds)} s`,
        }),
      )
    })
  }
  return rows
}

async function timed<T>(work: () => Promise<T>): Promise<{ done: T; seconds: number }> {
  const begun = performance.now()
  const done = await work()
  return { done, seconds: (performance.now() - begun) / 1000 }
}

/** A reader whose time is taken and whose child is looked at; its peak is 0 where /proc is missing. */
function watch(): { read: ReadFile; peak(): number; seconds(): number[] } {
  const reader = createReader()
  const seconds: number[] = []
  let peak = 0
  const read: ReadFile = async (question, bytes) => {
    const look = setInterval(() => {
      peak = Math.max(peak, peakOf(reader.pid()))
    }, OFTEN)
    try {
      const one = await timed(() => reader(question, bytes))
      seconds.push(one.seconds)
      return one.done
    } finally {
      clearInterval(look)
    }
  }
  return { read, peak: () => peak, seconds: () => seconds }
}

function peakOf(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
