import { type Generated, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import { bigint, check, counter, creating, integer, orNull, text, unique } from '#platform/server/db/create-table.ts'

/** A copy that was begun. What it holds is said by its manifest; this is for who asks when the last one was made. */
export interface BackupsTable {
  id: Generated<number>
  /** The day of a nightly one, once for the installation; null of one that somebody asked for. */
  noche: string | null
  estado: 'en curso' | 'hecho' | 'fallido'
  empezado_en: Instant
  /** When whoever makes it was last known to live. */
  visto_en: Instant
  terminado_en: Instant | null
  /** Its name, and where it lies. */
  copia: string
  lugar: string
  /** All that it takes to put it back. */
  bytes: number
  archivos: number
  nuevos: number
  /** What went wrong, a sentence. */
  detalle: string
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    backups: BackupsTable
  }
}

export const backupsSchema = [
  creating('2026-11-23-11-backups', async ({ table, index }) => {
    await table('backups', {
      id: counter,
      noche: unique(orNull(text)),
      estado: check(text, sql`estado in ('en curso', 'hecho', 'fallido')`),
      empezado_en: bigint,
      visto_en: bigint,
      terminado_en: orNull(bigint),
      copia: text,
      lugar: text,
      bytes: bigint,
      archivos: integer,
      nuevos: integer,
      detalle: text,
    })
    await index('backups_estado', 'backups', ['estado', 'id'])
  }),
]
