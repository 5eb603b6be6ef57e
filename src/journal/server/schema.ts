import {
  bigint,
  creatingTables,
  id,
  instant,
  integer,
  orNull,
  primary,
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
    /** The operator's name at that time, or `comprador`, `consola` or `sistema`. */
    actor: text(),
    /** The operator's, null for other actors. */
    actor_id: orNull(integer()),
    accion: text(),
    rifa_id: orNull(integer()),
    compra_id: orNull(bigint()),
    /** JSON. */
    datos: text(),
    /** JSON of RowImage[]: the state of the deed's rows after it (row-image.ts). */
    filas: orNull(text()),
    hash: text(),
    /** The hash under the key that the database does not hold; null for lines from before there were images. */
    firma: orNull(text()),
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
      // Rows that are compared every few minutes.
      journal_images: { on: ['id'], where: 'filas is not null and compra_id is null' },
    },
  },
)

/** The end of each chain, locked by the writer of the next line. */
export const journalHeads = table('journal_heads', {
  ambito: primary(text()),
  numero: integer(),
  hash: text(),
})

const tables = [journal, journalHeads] as const
export const journalSchema = [creatingTables('2026-11-28-03-journal', tables)]
