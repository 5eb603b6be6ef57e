import { sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import { bigint, check, creating, integer, of, orNull, text } from '#platform/server/db/create-table.ts'

/** How much of a movement pays a purchase. Their sum is `unido` of the movement, which the database keeps below what came in. */
export interface MovementLinksTable {
  movimiento_id: number
  compra_id: number
  /** Of the smallest unit of the movement's currency. */
  centimos: number
  /** `exacta` rules link where nobody looked; a person does otherwise. */
  por: 'regla' | 'persona'
  /** Name of the rule that said that they belong together; empty where a person found them. */
  regla: string
  /** The name that he had then and his id. */
  quien: string
  quien_id: number | null
  en: Instant
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    movement_links: MovementLinksTable
  }
}

export const reconciliationSchema = [
  creating('2026-11-23-21-reconciliation', async ({ table, index }) => {
    await table(
      'movement_links',
      {
        movimiento_id: of(bigint, 'movements.id'),
        compra_id: of(bigint, 'purchases.id'),
        centimos: check(bigint, sql`centimos > 0`),
        por: check(text, sql`por in ('regla', 'persona')`),
        regla: text,
        quien: text,
        quien_id: orNull(integer),
        en: bigint,
      },
      (links) => links.addPrimaryKeyConstraint('linked_once', ['movimiento_id', 'compra_id']),
    )
    await index('movement_links_of', 'movement_links', ['compra_id'])
  }),
]
