import { creatingTables, instant, primary, table, text } from '#platform/server/db/table.ts'

/** Recent answers to connections, for as long as they count (lookup-counts.ts). Without it they would only begin again. */
export const lookupCounts = table('lookup_counts', {
  /** A connection's mark, or the row at which processes wait for each other. */
  clave: primary(text()),
  /** JSON. */
  contado: text(),
  vence_en: instant(),
})

// Without an index of its ages, which each answer would write too: it is small.
const tables = [lookupCounts] as const
export const lookupSchema = [creatingTables('2026-11-28-17-lookup', tables)]
