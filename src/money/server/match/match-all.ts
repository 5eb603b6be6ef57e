import { setImmediate } from 'node:timers/promises'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Claim, Credit } from '../../claim.ts'
import { matchSteps } from '../../match.ts'
import { readNear } from './near-amounts.ts'
import { listRivals, type Neighbourhood } from './neighbourhood.ts'
import { type ClaimRow, IN_REVIEW, readAccounts, selectClaims, toClaim } from './read-claims.ts'
import { readCredits, selectFree } from './read-credits.ts'

/** Everything that is open, and the rules' result for it. It is kept until something of it changes. */
export function matchAll(ctx: Ctx): Promise<Neighbourhood> {
  return ctx.snapshots.get('conciliacion', async () => ({ value: await matchOpen(ctx) }))
}

const AT_ONCE = 2_000

async function matchOpen({ db: { read: sql } }: Ctx): Promise<Neighbourhood> {
  const accounts = await readAccounts(sql)
  const rows = new Map<number, ClaimRow>()
  const claims = new Map<number, Claim>()
  const credits = new Map<number, Credit>()
  for (const metodo of accounts.titles.keys()) {
    for (let last = { dia: '', id: 0 }; ; ) {
      const page = await selectFree(sql)
        .where('metodo_id', '=', metodo)
        .where((row) => row(row.refTuple('dia', 'id'), '>', row.tuple(last.dia as CalendarDate, last.id)))
        .orderBy('dia')
        .orderBy('id')
        .limit(AT_ONCE)
        .execute()
      for (const credit of await readCredits(sql, page, accounts)) credits.set(credit.id, credit)
      last = page.at(-1) ?? last
      if (page.length < AT_ONCE) break
      await setImmediate()
    }
  }
  for (let last = { en_revision_desde: 0, id: 0 }; ; ) {
    const page = await selectClaims(sql)
      .select('en_revision_desde')
      .where('estado', '=', IN_REVIEW)
      .where((row) =>
        row(row.refTuple('en_revision_desde', 'id'), '>', row.tuple(last.en_revision_desde as Instant, last.id)),
      )
      .orderBy('en_revision_desde')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const row of page) rows.set(row.id, row)
    await setImmediate()
    last = page.at(-1) ?? last
    if (page.length < AT_ONCE) break
  }
  // Purchases confirmed before their money came claim it too.
  for (const row of await listRivals(sql, [...credits.values()], rows)) rows.set(row.id, row)
  const near = await readNear(sql, [...rows.values()])
  for (const [id, row] of rows)
    if (claims.set(id, toClaim(row, accounts, near)).size % AT_ONCE === 0) await setImmediate()
  const steps = matchSteps([...claims.values()], [...credits.values()])
  for (;;) {
    const step = steps.next()
    if (step.done) return { accounts, rows, claims, credits, matching: step.value }
    await setImmediate()
  }
}
