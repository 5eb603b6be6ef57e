import type { Ctx } from '#platform/server/context.ts'
import { listByIds } from '#purchases/server/store.ts'
import { checkReports, worstOf } from '#review/server/check/check-purchase.ts'

/** Reports with a grave check: a person looks at them, and no bank that charges for queries is asked. */
export async function listDoubted({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Set<number>> {
  const checks = await checkReports(db.read, await listByIds(db.read, ids))
  return new Set(ids.filter((id) => worstOf(checks.get(id) ?? []) === 'grave'))
}
