import { type Generated, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import { bigint, counter, creating, integer, orNull, primary, text } from '#platform/server/db/create-table.ts'

/** One deed. `hash` covers the line and the hash of the line before it in the same `ambito`. */
export interface JournalTable {
  id: Generated<number>
  /** `sitio`, or `rifa:1`: each has a chain of its own, so that raffles do not wait for each other. */
  ambito: string
  /** Place in the chain, from 1. */
  numero: number
  en: Instant
  /** The name that he had then, or `comprador`, `consola` or `sistema`. */
  actor: string
  /** The operator's, null where it was none. */
  actor_id: number | null
  accion: string
  rifa_id: number | null
  compra_id: number | null
  /** JSON. */
  datos: string
  hash: string
}

/** The end of each chain, locked by whoever writes the next line. */
export interface JournalHeadsTable {
  ambito: string
  numero: number
  hash: string
}

/** What one transaction wrote: a line of the books, chained by a key that the database does not hold. Only added to. */
export interface SealsTable {
  /** Says of two lines which came later, also of two chains. */
  orden: number
  /** The lane of the transaction: chains that do not wait for each other. */
  cadena: string
  /** Place in the chain, from 1. */
  numero: number
  /** JSON of WrittenRow[], or of Cut. */
  filas: string
  /** How many rows that is. */
  cuantas: number
  /** 1 when it wrote rows that are compared every few minutes. */
  vigilada: number
  sello: string
}

/** The end of each chain of seals. */
export interface SealHeadsTable {
  cadena: string
  numero: number
  sello: string
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    seals: SealsTable
    seal_heads: SealHeadsTable
    journal: JournalTable
    journal_heads: JournalHeadsTable
  }
}

export const journalSchema = [
  creating('2026-11-22-02-journal', async ({ dialect, table, index, run }) => {
    await table<'journal', 'actor_id'>(
      'journal',
      {
        id: counter,
        ambito: text,
        numero: integer,
        en: bigint,
        actor: text,
        accion: text,
        rifa_id: orNull(integer),
        compra_id: orNull(bigint),
        datos: text,
        hash: text,
      },
      (journal) => journal.addUniqueConstraint('journal_place', ['ambito', 'numero']),
    )
    await index('journal_purchase', 'journal', ['compra_id', 'id'])
    // The panel's pages, newest first: all of them, somebody's, one kind of deed, a raffle's, which may have few lines among many.
    await index('journal_time', 'journal', ['en', 'id'])
    await index('journal_actor', 'journal', ['actor', 'en', 'id'])
    await index('journal_deed', 'journal', ['accion', 'en', 'id'])
    await index('journal_raffle', 'journal', ['rifa_id', 'en', 'id'])
    await table('journal_heads', { ambito: primary(text), numero: integer, hash: text })

    await table(
      'seals',
      {
        orden: primary(bigint),
        cadena: text,
        numero: bigint,
        filas: text,
        cuantas: integer,
        vigilada: integer,
        sello: text,
      },
      (seals) => seals.addUniqueConstraint('seals_place', ['cadena', 'numero']),
    )
    await index('seals_watched', 'seals', ['orden'], sql`vigilada = 1`)
    await table('seal_heads', { cadena: primary(text), numero: bigint, sello: text })
    // Counted while the rows that a line is about are locked, so that of two lines about one row the later has more.
    if (dialect.name === 'postgres') await run(sql`create sequence seals_orden`)
  }),
  creating('2026-11-23-01-journal-actors', ({ columns }) => columns('journal', { actor_id: orNull(integer) })),
]
