import type { Instant } from '#platform/clock.ts'
import { bigint, creating, integer, orNull, text } from '#platform/server/db/create-table.ts'

/**
 * Amounts in bolívares with céntimos of their own, by the account that they are paid into: who was told one last. The key says that
 * nobody else is told the same one meanwhile.
 */
export interface UniqueCentsTable {
  metodo_id: number
  /** The whole amount, in céntimos: two prices that are near each other share none. */
  total: number
  /** Token of the hold that was told it. */
  apartado: string
  /** The purchase that was reported with it; null before. */
  compra_id: number | null
  usado_en: Instant
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    unique_cents: UniqueCentsTable
  }
}

export const centsSchema = [
  creating('2026-11-23-25-unique-cents', async ({ table, index }) => {
    await table(
      'unique_cents',
      { metodo_id: integer, total: bigint, apartado: text, compra_id: orNull(bigint), usado_en: bigint },
      (cents) => cents.addPrimaryKeyConstraint('unique_cents_once', ['metodo_id', 'total']),
    )
    await index('unique_cents_of_hold', 'unique_cents', ['apartado'])
    await index('unique_cents_oldest', 'unique_cents', ['metodo_id', 'usado_en', 'total'])
  }),
]
