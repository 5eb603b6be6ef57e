import { paymentMethods } from '#payment-methods/server/schema.ts'
import { day, id, instant, integer, of, orNull, table, text } from '#platform/server/db/table.ts'

/** A statement that was imported, or is being. */
export const statementImports = table(
  'statement_imports',
  {
    id: id(),
    metodo_id: of(paymentMethods),
    /** Name of the file, as its owner has it. */
    archivo: text(),
    /** SHA-256 of the file: its movements have it too (movement_sightings). */
    sha256: text(),
    formato: text(),
    leidos: integer(),
    nuevos: integer(0),
    repetidos: integer(0),
    conocidos: integer(0),
    posibles: integer(0),
    rechazados: integer(),
    omitidos: integer(),
    /** Rows that are done, of those that can be read. */
    hechos: integer(0),
    desde: orNull(day()),
    hasta: orNull(day()),
    /** Until when its money in is known: the end of its newest day, or when it was imported on that day. */
    leido_hasta: orNull(instant()),
    por: text(),
    por_id: orNull(integer()),
    empezado_en: instant(),
    /** Null during the import, and for ever if its process ended: imported again it adds the missing rows. */
    terminado_en: orNull(instant()),
  },
  {
    indexes: {
      statement_imports_of: ['metodo_id', 'id'],
    },
  },
)

/** Meaning of each column, by a person's choice for an account's statements. */
export const statementMaps = table(
  'statement_maps',
  {
    metodo_id: of(paymentMethods),
    /** Names of the columns (reading/find-columns.ts), or the contents of those without names (reading/sheet-shape.ts). */
    huella: text(),
    /** A column map, JSON. */
    mapa: text(),
    cambiado_en: instant(),
  },
  {
    primaryKey: { statement_maps_once: ['metodo_id', 'huella'] },
  },
)

export const statementTables = [statementImports, statementMaps] as const
