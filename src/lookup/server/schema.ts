import { sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import { bigint, creating, primary, text } from '#platform/server/db/create-table.ts'

/** What connections were told lately, for as long as it counts (lookup-counts.ts). Without it they would only begin anew. */
export interface LookupCountsTable {
  /** A connection's mark, or the row at which processes wait for each other. */
  clave: string
  /** JSON. */
  contado: string
  vence_en: Instant
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    lookup_counts: LookupCountsTable
  }
}

export const lookupSchema = [
  // Without an index of its ages, which each answer would write too: it is small.
  creating('2026-11-23-18-limits', ({ table }) =>
    table('lookup_counts', { clave: primary(text), contado: text, vence_en: bigint }),
  ),
  // They counted work that is asked for no more, and would be over in an hour.
  creating('2026-11-27-95-limits', ({ run }) => run(sql`delete from lookup_counts`)),
]
