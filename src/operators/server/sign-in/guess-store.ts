import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'

/**
 * Pours one guess into a bucket that empties at an even pace. A bucket fuller than possible was filled while the clock was ahead: it counts as empty,
 * or it would keep its owner out for as long as the clock had been wrong.
 * @returns false when it would run over; then nothing changes.
 */
export async function pourGuess(
  tx: Sql,
  clave: string,
  now: Instant,
  bucket: { interval: number; burst: number },
): Promise<boolean> {
  const fullest = (now + bucket.interval * bucket.burst) as Instant
  const rows = await tx
    .insertInto('guess_limits')
    .values({ clave, lleno_hasta: (now + bucket.interval) as Instant })
    .onConflict((conflict) =>
      conflict
        .column('clave')
        .doUpdateSet((row) => ({
          lleno_hasta: row
            .case()
            .when(row.between('guess_limits.lleno_hasta', (now + 1) as Instant, fullest))
            .then(row('guess_limits.lleno_hasta', '+', bucket.interval as Instant))
            .else((now + bucket.interval) as Instant)
            .end(),
        }))
        .where((row) =>
          row.or([
            row('guess_limits.lleno_hasta', '<=', (fullest - bucket.interval) as Instant),
            row('guess_limits.lleno_hasta', '>', fullest),
          ]),
        ),
    )
    .returning('clave')
    .execute()
  return rows.length === 1
}

/** Takes one guess out again: it was right. */
export async function returnGuess(tx: Sql, clave: string, interval: number): Promise<void> {
  await tx
    .updateTable('guess_limits')
    .set((row) => ({ lleno_hasta: row('lleno_hasta', '-', interval as Instant) }))
    .where('clave', '=', clave)
    .execute()
}

export async function bucketFullUntil(tx: Sql, clave: string): Promise<Instant | null> {
  const row = await tx.selectFrom('guess_limits').select('lleno_hasta').where('clave', '=', clave).executeTakeFirst()
  return row?.lleno_hasta ?? null
}
