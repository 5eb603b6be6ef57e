import type { Pair } from '#money/match.ts'
import { joinConfirmed } from '#money/server/links/join-confirmed.ts'
import { matchAll } from '#money/server/match/match-all.ts'
import { listRivals, matchAround, type Neighbourhood } from '#money/server/match/neighbourhood.ts'
import { readAccounts } from '#money/server/match/read-claims.ts'
import { selectFree, toCredit } from '#money/server/match/read-credits.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { listAutomatic } from './change-automatic.ts'
import { confirmAlone } from './confirm-alone.ts'

/** Everything is looked at again so often: a notice that the bank has since confirmed, a rival that was rejected. */
const ALL_EVERY = 20_000
/** As many at one look; the next one looks at everything then. */
const MOST = 500
const JOINED_AT_ONCE = 100
/** Two processes may write ids in another order than they took them. */
const BACK = 200

/**
 * Looks at the money and the reports since the last look. Money of purchases that are confirmed is joined to them, and raffles that
 * allow it have theirs confirmed. Where nothing is new it queries two ids.
 */
export function createMoneyWatch(ctx: Ctx): (ended?: AbortSignal) => Promise<void> {
  const money = createNewcomers(ctx, 'movements')
  const reports = createNewcomers(ctx, 'purchases')
  /** When, by a clock that nobody sets. */
  let all: number | null = null
  let joining: Pair[] = []

  return async (ended) => {
    const active = new Set(
      await ctx.snapshots.get('conciliacion:automaticas', async () => ({ value: await listAutomatic(ctx.db.read) })),
    )
    const [credits, purchases] = [await money(), await reports()]
    const first = all === null
    if (first || (active.size > 0 && performance.now() - (all ?? 0) >= ALL_EVERY)) {
      all = performance.now()
      if (active.size > 0 || (await hasFree(ctx))) joining = await act(ctx, await matchAll(ctx), active, ended)
    } else {
      const ids = await reach(ctx, credits, active.size > 0 ? purchases : [], active)
      if (ids.length > MOST) all = null
      if (ids.length > 0)
        joining = [...joining, ...(await act(ctx, await matchAround(ctx.db.read, ids.slice(0, MOST)), active, ended))]
    }
    // A year's statement has thousands: new money does not wait for them.
    for (const pair of joining.splice(0, JOINED_AT_ONCE)) await joinConfirmed(ctx, pair)
  }
}

/** Purchases that new money may be of, confirmed ones too, and new reports of raffles that confirm alone. */
async function reach(
  { db: { read: sql } }: Ctx,
  credits: readonly number[],
  purchases: readonly number[],
  active: ReadonlySet<number>,
): Promise<number[]> {
  const found = new Set<number>()
  if (credits.length > 0) {
    const accounts = await readAccounts(sql)
    const rows = await selectFree(sql)
      .where(isOneOf(sql, 'movements.id', credits))
      .execute()
    const claims = await listRivals(
      sql,
      rows.map((row) => toCredit(row, accounts)),
      new Map(),
    )
    for (const { id, estado, rifa_id } of claims) if (estado === 'confirmado' || active.has(rifa_id)) found.add(id)
  }
  if (purchases.length > 0) {
    const rows = await sql
      .selectFrom('purchases')
      .select('id')
      .where(isOneOf(sql, 'id', purchases))
      .where(isOneOf(sql, 'rifa_id', [...active]))
      .execute()
    for (const { id } of rows) found.add(id)
  }
  return [...found]
}

/** Confirms the pairs that it may. @returns pairs of purchases that are confirmed, to be joined. */
async function act(
  ctx: Ctx,
  { matching, rows }: Neighbourhood,
  active: ReadonlySet<number>,
  ended?: AbortSignal,
): Promise<Pair[]> {
  const exact = matching.pairs.filter(({ exacta }) => exacta)
  const ofRaffle = new Map<number, Pair[]>()
  for (const pair of exact) {
    const row = rows.get(pair.claim.id)
    if (row?.estado === 'en revision' && active.has(row.rifa_id))
      ofRaffle.set(row.rifa_id, [...(ofRaffle.get(row.rifa_id) ?? []), pair])
  }
  for (const [rifa, pairs] of ofRaffle) {
    await confirmAlone(
      ctx,
      rifa,
      pairs.sort((a, b) => a.claim.en - b.claim.en),
      ended,
    )
  }
  return exact.filter(({ claim }) => rows.get(claim.id)?.estado === 'confirmado')
}

async function hasFree({ db: { read } }: Ctx): Promise<boolean> {
  return (await selectFree(read).limit(1).execute()).length > 0
}

/** Ids of a table that were not there at the last look. The first look finds none: everything is looked at then. */
function createNewcomers({ db: { read } }: Ctx, table: 'movements' | 'purchases'): () => Promise<number[]> {
  let highest: number | null = null
  let known = new Set<number>()
  return async () => {
    if (highest === null) {
      const last = await read.selectFrom(table).select('id').orderBy('id', 'desc').limit(BACK).execute()
      highest = last[0]?.id ?? 0
      known = new Set(last.map(({ id }) => id))
      return []
    }
    const rows = await read
      .selectFrom(table)
      .select('id')
      .where('id', '>', highest - BACK)
      .orderBy('id')
      .limit(MOST + BACK)
      .execute()
    const fresh = rows.map(({ id }) => id).filter((id) => !known.has(id))
    highest = Math.max(highest, ...fresh)
    const least = highest - BACK
    known = new Set([...known, ...fresh].filter((id) => id > least))
    return fresh
  }
}
