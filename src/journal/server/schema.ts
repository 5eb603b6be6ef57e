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
  /** JSON of RowImage[]: what the rows that the deed wrote say after it (row-image.ts). */
  filas: string | null
  hash: string
  /** The hash under the key that the database does not hold; null of lines of before there were images. */
  firma: string | null
}

/** The end of each chain, locked by whoever writes the next line. */
export interface JournalHeadsTable {
  ambito: string
  numero: number
  hash: string
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    journal: JournalTable
    journal_heads: JournalHeadsTable
  }
}

export const journalSchema = [
  creating('2026-11-22-02-journal', async ({ dialect, table, index, run }) => {
    await table<'journal', 'actor_id' | 'filas' | 'firma'>(
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

    // Until 2026-11-27-97-images.
    await table(
      'seals' as never,
      {
        orden: primary(bigint),
        cadena: text,
        numero: bigint,
        filas: text,
        cuantas: integer,
        vigilada: integer,
        sello: text,
      } as never,
      (seals) => seals.addUniqueConstraint('seals_place', ['cadena', 'numero']),
    )
    await index('seals_watched', 'seals' as never, ['orden'] as never, sql`vigilada = 1`)
    await table('seal_heads' as never, { cadena: primary(text), numero: bigint, sello: text } as never)
    if (dialect.name === 'postgres') await run(sql`create sequence seals_orden`)
  }),
  creating('2026-11-23-01-journal-actors', ({ columns }) => columns('journal', { actor_id: orNull(integer) })),
  creating('2026-11-27-97-images', async ({ dialect, columns, index, run }) => {
    await columns('journal', { filas: orNull(text), firma: orNull(text) })
    // Of what is compared every few minutes.
    await index('journal_images', 'journal', ['id'], sql`filas is not null and compra_id is null`)
    await run(sql`drop table seals`)
    await run(sql`drop table seal_heads`)
    if (dialect.name === 'postgres') await run(sql`drop sequence seals_orden`)
  }),
]
