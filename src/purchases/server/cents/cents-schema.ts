import { bigint, instant, integer, orNull, table, text } from '#platform/server/db/table.ts'

/**
 * Amounts in bolívares with céntimos of their own, by the account that they are paid into, each with its last visitor. The key
 * keeps two visitors from getting the same one meanwhile.
 */
export const uniqueCents = table(
  'unique_cents',
  {
    metodo_id: integer(),
    /** The whole amount, in céntimos: two prices that are near each other share none. */
    total: bigint(),
    /** Token of the hold that got it. */
    apartado: text(),
    /** The purchase that was reported with it; null before. */
    compra_id: orNull(bigint()),
    usado_en: instant(),
  },
  {
    primaryKey: { unique_cents_once: ['metodo_id', 'total'] },
    indexes: {
      unique_cents_of_hold: ['apartado'],
      unique_cents_oldest: ['metodo_id', 'usado_en', 'total'],
    },
  },
)

export const centsTables = [uniqueCents] as const
