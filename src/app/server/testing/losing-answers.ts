import type { TestCtx } from '#platform/server/testing/engines.ts'

/** The same context on a line that loses the answer of every commit that succeeded: no caller gets one. */
export function losingAnswers(ctx: TestCtx): TestCtx {
  const lose = async (made: Promise<unknown>): Promise<never> => {
    await made
    throw new Error('Connection terminated unexpectedly')
  }
  return {
    ...ctx,
    db: {
      ...ctx.db,
      write: (lane, job) => lose(ctx.db.write(lane, job)),
      writeBatched: (lane, batch, input) => lose(ctx.db.writeBatched(lane, batch, input)),
    },
  }
}
