import type { Ctx } from './context.ts'
import { randomId } from './random.ts'

/** An answer is good for so many milliseconds: a thousand requests do not cause a thousand writes. */
const GOOD_FOR = 5_000

/**
 * Whether this process can serve a sale: write to its database and to its folder, durably. A read-only disk serves every page and loses every sale.
 * @param first check before anything is written; it throws the problem.
 * @returns the check; it throws the AppError 503 that a visitor would get, SIN_ESPACIO or SIN_BASE_DE_DATOS, or any other failure.
 */
export function createReadiness(ctx: Ctx, first: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | undefined
  let until = 0

  async function write(): Promise<void> {
    await first()
    const en = ctx.clock.now()
    await ctx.db.write('lista', (tx) =>
      tx
        .insertInto('readiness')
        .values({ id: 1, en })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ en }))
        .execute(),
    )
    const id = randomId(ctx.random)
    await ctx.files.put(id, Buffer.from('lista'))
    await ctx.files.remove(id)
  }

  return () => {
    if (asked === undefined || performance.now() > until) {
      until = performance.now() + GOOD_FOR
      asked = write()
    }
    return asked
  }
}
