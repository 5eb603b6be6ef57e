import { SYSTEM } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { type CalendarDate, dayInCaracas, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { yearsKept } from '#site/contract.ts'
import { readSite } from '#site/server/read-site.ts'
import { oldSteps, type Step } from './old-data.ts'

/**
 * Erases personal data that is older than the privacy notice says, step by step (docs/decisions/146). It finds the rest by the rows, so a killed
 * process's work continues. It cannot be undone: nothing happens while the clock is in doubt.
 */
export async function eraseOld(ctx: Ctx, ended: AbortSignal): Promise<void> {
  const years = yearsKept((await readSite(ctx)).conservacion)
  if (years === null) return
  let erased = false
  for await (const step of oldSteps(ctx, dayBefore(ctx.clock.now(), years))) {
    if (ended.aborted || !(await ctx.time.sure())) break
    await take(ctx, step)
    erased = true
  }
  if (erased) await ctx.db.scrub()
}

async function take(ctx: Ctx, { lane, rifa_id, erase, files = [] }: Step): Promise<void> {
  const now = ctx.clock.now()
  // Out of use before their rows go, and back where this process ends in between: the sweeper sees to both (purchases/server/sweep-proofs.ts).
  for (const id of files) await ctx.files.setAside(id, now)
  await ctx.db.write(lane, async (tx) => {
    const { datos, rows } = await erase(tx, now)
    await appendEntry(tx, {
      ambito: rifa_id === undefined ? 'sitio' : `rifa:${rifa_id}`,
      ...{ en: now, actor: SYSTEM, accion: 'datos personales borrados', rifa_id: rifa_id ?? null, datos },
      ...(rows && { rows }),
    })
  })
  for (const id of files) await ctx.files.removeSetAside(id)
}

/** The day of so many years ago in Caracas. */
function dayBefore(now: Instant, years: number): CalendarDate {
  const [year, month, day] = dayInCaracas(now).split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year - years, month - 1, day)).toISOString().slice(0, 10) as CalendarDate
}
