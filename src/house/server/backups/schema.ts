import {
  bigint,
  creatingTables,
  id,
  instant,
  integer,
  onlyOneOf,
  orNull,
  table,
  text,
  unique,
} from '#platform/server/db/table.ts'

/** A copy that was begun. Its manifest lists its content; this tells when the last one was made. */
export const backups = table(
  'backups',
  {
    id: id(),
    /** The day of a nightly one, once for the installation; null for a requested one. */
    noche: orNull(unique(text())),
    estado: onlyOneOf(['en curso', 'hecho', 'fallido']),
    empezado_en: instant(),
    /** Last sign of life of the process that makes it. */
    visto_en: instant(),
    terminado_en: orNull(instant()),
    /** Its name, and its place. */
    copia: text(),
    lugar: text(),
    /** All that it takes to put it back. */
    bytes: bigint(),
    archivos: integer(),
    nuevos: integer(),
    /** The error, a sentence. */
    detalle: text(),
  },
  {
    indexes: {
      backups_estado: ['estado', 'id'],
    },
    deadlines: [{ column: 'visto_en', most: 0 }],
  },
)

const tables = [backups] as const
export const backupsSchema = [creatingTables('2026-11-28-18-backups', tables)]
