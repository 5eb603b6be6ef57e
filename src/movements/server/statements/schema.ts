import type { Generated } from 'kysely'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import { bigint, counter, creating, initially, integer, of, orNull, text } from '#platform/server/db/create-table.ts'

/** A statement that was imported, or is being. */
export interface StatementImportsTable {
  id: Generated<number>
  metodo_id: number
  /** Name of the file, as its owner has it. */
  archivo: string
  /** Of the file, SHA-256: what it brought has it too (movement_sightings). */
  sha256: string
  formato: string
  leidos: number
  nuevos: Generated<number>
  repetidos: Generated<number>
  conocidos: Generated<number>
  posibles: Generated<number>
  rechazados: number
  omitidos: number
  /** Rows that are done, of those that can be read. */
  hechos: Generated<number>
  desde: CalendarDate | null
  hasta: CalendarDate | null
  /** Until when it says what came in: the end of its newest day, or when it was imported on that day. */
  leido_hasta: Instant | null
  por: string
  por_id: number | null
  empezado_en: Instant
  /** Null in its middle, and for ever of one whose process ended: imported again it adds what is missing. */
  terminado_en: Instant | null
}

/** Which column is what, as a person said it of an account's statements. */
export interface StatementMapsTable {
  metodo_id: number
  /** Names of the columns (reading/find-columns.ts), or what stands in those without names (reading/sheet-shape.ts). */
  huella: string
  /** A column map, JSON. */
  mapa: string
  cambiado_en: Instant
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    statement_imports: StatementImportsTable
    statement_maps: StatementMapsTable
  }
}

export const statementsSchema = [
  creating('2026-11-23-22-statements', async ({ table, index }) => {
    await table('statement_imports', {
      id: counter,
      metodo_id: of(integer, 'payment_methods.id'),
      archivo: text,
      sha256: text,
      formato: text,
      leidos: integer,
      nuevos: initially(integer, 0),
      repetidos: initially(integer, 0),
      conocidos: initially(integer, 0),
      posibles: initially(integer, 0),
      rechazados: integer,
      omitidos: integer,
      hechos: initially(integer, 0),
      desde: orNull(text),
      hasta: orNull(text),
      leido_hasta: orNull(bigint),
      por: text,
      por_id: orNull(integer),
      empezado_en: bigint,
      terminado_en: orNull(bigint),
    })
    await index('statement_imports_of', 'statement_imports', ['metodo_id', 'id'])
    await table(
      'statement_maps',
      { metodo_id: of(integer, 'payment_methods.id'), huella: text, mapa: text, cambiado_en: bigint },
      (maps) => maps.addPrimaryKeyConstraint('statement_maps_once', ['metodo_id', 'huella']),
    )
  }),
]
