import { sql } from 'kysely'
import {
  bigint,
  creatingTables,
  type Declared,
  id,
  instant,
  integer,
  orNull,
  primary,
  type Shape,
  table,
  text,
} from '#platform/server/db/table.ts'

/** One deed. `hash` covers the line and the hash of the line before it in the same `ambito`. */
export const journal = table(
  'journal',
  {
    id: id(),
    /** `sitio`, or `rifa:1`: each has a chain of its own, so that raffles do not wait for each other. */
    ambito: text(),
    /** Place in the chain, from 1. */
    numero: integer(),
    en: instant(),
    /** The name that he had then, or `comprador`, `consola` or `sistema`. */
    actor: text(),
    /** The operator's, null where it was none. */
    actor_id: orNull(integer()),
    accion: text(),
    rifa_id: orNull(integer()),
    compra_id: orNull(bigint()),
    /** JSON. */
    datos: text(),
    hash: text(),
  },
  {
    unique: { journal_place: ['ambito', 'numero'] },
    indexes: {
      journal_purchase: ['compra_id', 'id'],
      // The panel's pages, newest first: all of them, somebody's, one kind of deed, a raffle's, which may have few lines among many.
      journal_time: ['en', 'id'],
      journal_actor: ['actor', 'en', 'id'],
      journal_deed: ['accion', 'en', 'id'],
      journal_raffle: ['rifa_id', 'en', 'id'],
    },
  },
)

/** The end of each chain, locked by whoever writes the next line. */
export const journalHeads = table('journal_heads', {
  ambito: primary(text()),
  numero: integer(),
  hash: text(),
})

/** What one transaction wrote: a line of the books, chained by a key that the database does not hold. Only added to. */
export const seals = table(
  'seals',
  {
    /** Says of two lines which came later, also of two chains. */
    orden: primary(bigint()),
    /** The lane of the transaction: chains that do not wait for each other. */
    cadena: text(),
    /** Place in the chain, from 1. */
    numero: bigint(),
    /** JSON of WrittenRow[], or of Cut. */
    filas: text(),
    /** How many rows that is. */
    cuantas: integer(),
    /** 1 when it wrote rows that are compared every few minutes. */
    vigilada: integer(),
    sello: text(),
  },
  {
    unique: { seals_place: ['cadena', 'numero'] },
    indexes: {
      seals_watched: { on: ['orden'], where: 'vigilada = 1' },
    },
  },
)

/** The end of each chain of seals. */
export const sealHeads = table('seal_heads', {
  cadena: primary(text()),
  numero: bigint(),
  sello: text(),
})

export type JournalTable = Shape<typeof journal>
export type JournalHeadsTable = Shape<typeof journalHeads>
export type SealsTable = Shape<typeof seals>

const tables = [journal, journalHeads, seals, sealHeads] as const
export const journalSchema = [
  creatingTables('2026-11-28-03-journal', tables, async (db, { name }) => {
    // Counted while the rows that a line is about are locked, so that of two lines about one row the later has more.
    if (name === 'postgres') await sql`create sequence seals_orden`.execute(db)
  }),
]

declare module '#platform/server/db/tables.ts' {
  interface Tables extends Declared<typeof tables> {}
}
