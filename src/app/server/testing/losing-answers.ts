import type { TestCtx } from '#platform/server/testing/engines.ts'

/** Fate of the answer of a commit that got through. */
export type Fate = 'again' | 'lost'

/**
 * The same context on a line that loses the answer of every commit that succeeded. `again`: the jobs run a second time, as the
 * group commit does when it cannot know. `lost`: no caller gets an answer.
 */
export function losingAnswers(ctx: TestCtx, fate: Fate): TestCtx {
  return {
    ...ctx,
    db: {
      ...ctx.db,
      async write(lane, job) {
        await ctx.db.write(lane, job)
        if (fate === 'lost') throw new Error('Connection terminated unexpectedly')
        return ctx.db.write(lane, job)
      },
      async writeBatched(lane, batch, input) {
        await ctx.db.writeBatched(lane, batch, input)
        if (fate === 'lost') throw new Error('Connection terminated unexpectedly')
        return ctx.db.writeBatched(lane, batch, input)
      },
    },
  }
}
