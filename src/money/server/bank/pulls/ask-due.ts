import { after, HOUR, type Instant, MINUTE } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { describeFailure } from '#platform/server/log.ts'
import type { Randomness } from '#platform/server/random.ts'
import type { SourceCause } from '../../../source.ts'
import { inParts } from '../in-parts.ts'
import { keepTexts } from '../receipts/keep-receipt.ts'
import { MOVEMENTS_LANE, recordMovements } from '../record-movements.ts'
import { type PullAdapter, type PullWorld, type Reading, SourceFailure } from '../sources/pull-adapter.ts'
import { openSettings, type SourceRow } from '../sources/source-store.ts'
import { PULL_ADAPTERS } from './adapters.ts'
import { askClaims, type Doubted, waitingClaims } from './ask-claims.ts'

/** Milliseconds for one answer, and for all those of one reading. */
const PATIENCE = 30_000
const READING = 120_000

/**
 * Polls every source that is due, each by one process at a time, and keeps its movements together with the cursor.
 * @param patience in milliseconds, for one answer
 * @param doubted which reports no bank is asked about
 */
export async function askDue(
  ctx: Ctx,
  ended: AbortSignal = new AbortController().signal,
  patience: number = PATIENCE,
  doubted?: Doubted,
): Promise<void> {
  const rows = await ctx.db.read
    .selectFrom('movement_sources')
    .select(['id', 'fuente', 'metodo_id', 'cursor'])
    .where('via', '=', 'lectura')
    .where('activa', '=', 1)
    .orderBy('id')
    .execute()
  await Promise.all(
    rows.map(async (row) => {
      const adapter = PULL_ADAPTERS[row.fuente]
      if (!adapter || ended.aborted) return
      // A source that only answers questions is left alone while there is none.
      if (!adapter.leer && (await waitingClaims(ctx, row, doubted)).due.length === 0) return
      const source = await claim(ctx, row.id, adapter)
      if (source !== null) await askSource(ctx, source, adapter, ended, patience, doubted)
    }),
  )
}

/** Takes a source that is due. With any result, it is asked again no sooner than its bank allows. */
async function claim(ctx: Ctx, id: number, { pausa }: PullAdapter): Promise<SourceRow | null> {
  const now = ctx.clock.now()
  const row = await ctx.db.write(`fuente:${id}`, (tx) =>
    tx
      .updateTable('movement_sources')
      .set({ proximo_en: after(now, pausa) })
      .where('id', '=', id)
      .where('activa', '=', 1)
      .where((due) => due.or([due('proximo_en', 'is', null), due('proximo_en', '<=', now)]))
      .returningAll()
      .executeTakeFirst(),
  )
  return row ?? null
}

async function askSource(
  ctx: Ctx,
  source: SourceRow,
  adapter: PullAdapter,
  ended: AbortSignal,
  patience: number,
  doubted: Doubted | undefined,
): Promise<void> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(READING)])
  const now = ctx.clock.now()
  try {
    const world = { fetch: ctx.fetch, random: ctx.random, dns: ctx.dns, now, signal, patience }
    const reading = await read(ctx, source, adapter, world, doubted)
    await keepReading(ctx, source, reading, adapter)
  } catch (error) {
    if (!ended.aborted) await noteFailure(ctx, source, adapter, explain(ctx, error))
  }
}

async function read(
  ctx: Ctx,
  source: SourceRow,
  { leer, preguntar }: PullAdapter,
  world: PullWorld,
  doubted: Doubted | undefined,
): Promise<Reading> {
  const settings = openSettings(ctx, source)
  if (leer) return leer(settings, source.cursor, world)
  if (preguntar) return askClaims(preguntar, settings, await waitingClaims(ctx, source, doubted), world)
  throw new Error('an adapter that asks nothing')
}

/** Any other error is a defect of ours, or settings that another key sealed: it is logged, and retried like a failure of the source. */
function explain(ctx: Ctx, error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error
  ctx.log.error({ failure: describeFailure(error) }, 'reading a source failed')
  return new SourceFailure('ilegible', 'defecto')
}

/** Keeps the movements in portions; the cursor advances with the last of them. After a crash in between they are read again, which adds nothing. */
async function keepReading(ctx: Ctx, source: SourceRow, reading: Reading, { pausa }: PullAdapter): Promise<void> {
  const { movimientos, cursor, leido_hasta, crudo_sha256, ilegibles } = reading
  const now = ctx.clock.now()
  const { metodo_id, fuente } = source
  const word = { metodo_id, fuente, confianza: 'banco', crudo_sha256, now } as const
  const read = {
    cursor,
    leido_hasta: later(source.leido_hasta, leido_hasta),
    ultimo_en: now,
    causa: null,
    causa_en: null,
    fallos: 0,
    proximo_en: after(now, pausa + ctx.random.below(pausa / 10)),
  }
  const portions = movimientos.length > 0 ? [...inParts(movimientos)] : [[]]
  for (const portion of portions) {
    const last = portion === portions.at(-1)
    const kept = await ctx.db.write(MOVEMENTS_LANE, async (tx) => {
      // By settings that its owner has changed meanwhile nothing is kept.
      if (!(await changeAsTaken(tx, source, last ? read : { proximo_en: source.proximo_en }))) return false
      const { crudos } = portion.length > 0 ? await recordMovements(tx, word, portion) : { crudos: [] }
      await keepTexts(tx, ctx, source.id, { ilegibles: last ? ilegibles : [], crudos })
      return true
    })
    if (!kept) return
  }
}

/** The time of the last reading never goes back, even if a clock does. */
function later(before: Instant | null, now: Instant | null): Instant | null {
  return before !== null && (now === null || before > now) ? before : now
}

/** Changes the source behind its lock, if it has not changed since it was taken. */
async function changeAsTaken(tx: Sql, source: SourceRow, changes: Partial<SourceRow>): Promise<boolean> {
  const row = await tx
    .updateTable('movement_sources')
    .set(changes)
    .where('id', '=', source.id)
    .where('version', '=', source.version)
    .where('proximo_en', '=', source.proximo_en)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function noteFailure(ctx: Ctx, source: SourceRow, { pausa }: PullAdapter, failure: SourceFailure): Promise<void> {
  const now = ctx.clock.now()
  const fallos = source.fallos + 1
  ctx.log.warn(
    { code: `${source.fuente}: ${failure.causa}, ${failure.message}`, count: fallos },
    'a source told nothing',
  )
  // A limit of the bank's holds after a failure too.
  const proximo_en = Math.max(nextTry(failure, fallos, now, ctx.random), after(now, pausa)) as Instant
  const { causa } = failure
  await ctx.db.write(`fuente:${source.id}`, (tx) =>
    changeAsTaken(tx, source, { causa, causa_en: now, fallos, proximo_en }),
  )
}

const SECOND = 1000

/** Before the second try, and the longest: each further one waits twice as long. Banks lock clients that repeat a wrong key. */
const PAUSES: Record<SourceCause, [first: number, longest: number]> = {
  tiempo: [30 * SECOND, 15 * MINUTE],
  mantenimiento: [2 * MINUTE, 30 * MINUTE],
  ilegible: [5 * MINUTE, HOUR],
  limite: [10 * MINUTE, 2 * HOUR],
  credencial: [HOUR, 12 * HOUR],
}
/** A source that wants a longer pause is tried again after so long all the same. */
const LONGEST_WAIT = 24 * HOUR

/**
 * When a source that failed is asked again: a fifth sooner or later by chance, so that many do not ask in one second. And not before it
 * allows it.
 * @param failures how many there were in a row, this one counted.
 */
export function nextTry(failure: SourceFailure, failures: number, now: Instant, random: Randomness): Instant {
  const [first, longest] = PAUSES[failure.causa]
  const pause = Math.min(longest, first * 2 ** Math.min(failures - 1, 20))
  const spread = after(now, Math.round(pause * (0.8 + random.below(401) / 1000)))
  const wanted = Math.min(failure.reintentar_en ?? 0, after(now, LONGEST_WAIT))
  return Math.max(spread, wanted) as Instant
}
