import { sql } from 'kysely'
import type { Instant } from '../clock.ts'
import { bigint, creating, integer, orNull, primary, type Table, text } from './db/create-table.ts'

/** One row: which key this database was written with (keys.ts). */
export interface InstallationKeyTable {
  id: number
  huella: string
}

/** One row: which installation this is (installation.ts). */
export interface InstallationTable {
  id: number
  identidad: string
  /** Where its proofs and pictures are: `s3`, or null for the data folder. */
  archivos: string | null
}

/** One row that is written to see whether anything can be (readiness.ts). */
export interface ReadinessTable {
  id: number
  en: Instant
}

/** What an owner set of the server in the panel (settings/settings.ts); what is not there is as the environment says, or not at all. */
export interface SettingsTable {
  nombre: string
  /** JSON of the fields that anybody who reads the database may know. */
  valor: string
  /** JSON of the others, sealed; null where the setting has none. */
  secreto: string | null
  version: number
  guardado_en: Instant
  guardado_por: string
}

/** A process that serves this database, as it tells the others (app/server/state/beat.ts). */
export interface ProcessesTable {
  id: string
  nombre: string
  version: string
  desde: Instant
  /** By the database's clock. */
  visto_en: Instant
  /** How far its own clock is ahead of the database's, in milliseconds. */
  adelanto: number
  /** What it notices, JSON. */
  datos: string
}

/** What a process does again and again (jobs/start-jobs.ts). It has a job until its lease is over. */
export interface JobsTable {
  nombre: string
  /** The id of the process whose own it is; empty where one process does it for all. */
  proceso: string
  /** Which process has it, and until when. */
  tiene: string
  hasta: Instant
  proximo_en: Instant
  /** When its last round ended well. */
  hecho_en: Instant | null
  /** Since when every round has failed; null while they do not. */
  falla_desde: Instant | null
}

declare module './db/tables.ts' {
  interface Tables {
    jobs: JobsTable
    processes: ProcessesTable
    readiness: ReadinessTable
    installation_key: InstallationKeyTable
    installation: InstallationTable
    settings: SettingsTable
  }
}

/** Of tables with one row. */
const one = (name: string) => (table: Table) => table.addCheckConstraint(name, sql`id = 1`)

export const platformSchema = [
  creating('2026-11-22-01-platform', async ({ table, index }) => {
    // Until 2026-11-27-95-no-work.
    await table('spent_work' as never, { id: primary(text), vence_en: bigint } as never)
    await index('spent_work_old', 'spent_work' as never, ['vence_en'] as never)
    await table('installation_key', { id: primary(integer), huella: text }, one('installation_key_one'))
    await table('readiness', { id: primary(integer), en: bigint }, one('readiness_one'))
    await table<'installation', 'archivos'>(
      'installation',
      { id: primary(integer), identidad: text },
      one('installation_one'),
    )
  }),
  creating('2026-11-23-09-settings', ({ table }) =>
    table('settings', {
      nombre: primary(text),
      valor: text,
      secreto: orNull(text),
      version: integer,
      guardado_en: bigint,
      guardado_por: text,
    }),
  ),
  creating('2026-11-23-10-files', ({ columns }) => columns('installation', { archivos: orNull(text) })),
  creating('2026-11-23-12-processes', ({ table }) =>
    table('processes', {
      id: primary(text),
      nombre: text,
      version: text,
      desde: bigint,
      visto_en: bigint,
      adelanto: bigint,
      datos: text,
    }),
  ),
  creating('2026-11-27-95-no-work', ({ run }) => run(sql`drop table spent_work`)),
  creating('2026-11-27-97-jobs', ({ table }) =>
    table(
      'jobs',
      {
        nombre: text,
        proceso: text,
        tiene: text,
        hasta: bigint,
        proximo_en: bigint,
        hecho_en: orNull(bigint),
        falla_desde: orNull(bigint),
      },
      (jobs) => jobs.addPrimaryKeyConstraint('jobs_once', ['nombre', 'proceso']),
    ),
  ),
]
