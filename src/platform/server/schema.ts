import { bigint, type Columns, creatingTables, instant, integer, orNull, primary, table, text } from './db/table.ts'

/** A table that never has more than one row. */
const oneRow = <const Name extends string, Of extends Columns>(name: Name, columns: Of) =>
  table(name, { id: primary(integer()), ...columns }, { checks: { [`${name}_one`]: 'id = 1' } })

/** Which key this database was written with (keys.ts). */
const installationKey = oneRow('installation_key', { huella: text() })

/** Which installation this is (installation.ts). */
export const installation = oneRow('installation', {
  identidad: text(),
  /** Where its proofs and pictures are: `s3`, or null for the data folder. */
  archivos: orNull(text()),
})

/** Its row is written to see whether anything can be (app/server/server-routes.ts). */
export const readiness = oneRow('readiness', { en: instant() })

/** Settings that an owner saved in the panel (settings/settings.ts); others come from the environment or are unset. */
export const settings = table('settings', {
  nombre: primary(text()),
  /** JSON of the fields that anybody who reads the database may know. */
  valor: text(),
  /** JSON of the others, sealed; null where the setting has none. */
  secreto: orNull(text()),
  version: integer(),
  guardado_en: instant(),
  guardado_por: text(),
})

/** A process that serves this database, as it announces itself to the others (app/server/state/beat.ts). */
export const processes = table('processes', {
  id: primary(text()),
  nombre: text(),
  version: text(),
  desde: instant(),
  /** By the database's clock. */
  visto_en: instant(),
  /** How far its own clock is ahead of the database's, in milliseconds. */
  adelanto: bigint(),
  /** Its observations, JSON. */
  datos: text(),
})

/** A process that has not renewed its jobs for so long has lost them, in milliseconds. */
export const LEASE = 20_000

/** Recurring work of a process (jobs/start-jobs.ts). It has a job until its lease is over. */
export const jobs = table(
  'jobs',
  {
    nombre: text(),
    /** The id of the process that does it for itself; empty if one process does it for all. */
    proceso: text(),
    /** Which process has it, and until when. */
    tiene: text(),
    hasta: instant(),
    proximo_en: instant(),
    /** When its last round ended well. */
    hecho_en: orNull(instant()),
    /** Since when every round has failed; null while they do not. */
    falla_desde: orNull(instant()),
  },
  { primaryKey: { jobs_once: ['nombre', 'proceso'] }, deadlines: [{ column: 'hasta', most: LEASE + 3_600_000 }] },
)

const tables = [installationKey, installation, readiness, settings, processes, jobs] as const
export const platformSchema = [creatingTables('2026-11-28-01-platform', tables)]
