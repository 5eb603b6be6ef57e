import type { Selectable, Updateable } from 'kysely'
import { type Instant, MINUTE } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'

export type BackupRow = Selectable<Tables['backups']>

/** Rows that stay, for a look at the last ones. */
const KEPT = 400

/** @returns its id; null when there is one of that night. */
export async function insertBackup(tx: Sql, noche: string | null, now: Instant): Promise<number | null> {
  const row = await tx
    .insertInto('backups')
    .values({
      noche,
      estado: 'en curso',
      empezado_en: now,
      visto_en: now,
      terminado_en: null,
      copia: '',
      lugar: '',
      bytes: 0,
      archivos: 0,
      nuevos: 0,
      detalle: '',
    })
    .onConflict((conflict) => conflict.column('noche').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await tx
    .deleteFrom('backups')
    .where('id', '<', row.id - KEPT)
    .execute()
  return row.id
}

/** @param seen values that must still be there. @returns whether they were. */
export async function updateBackup(
  tx: Sql,
  id: number,
  changes: Updateable<Tables['backups']>,
  seen: Partial<Pick<BackupRow, 'estado' | 'visto_en'>> = {},
): Promise<boolean> {
  let query = tx.updateTable('backups').set(changes).where('id', '=', id)
  if (seen.estado !== undefined) query = query.where('estado', '=', seen.estado)
  if (seen.visto_en !== undefined) query = query.where('visto_en', '=', seen.visto_en)
  return (await query.returning('id').executeTakeFirst()) !== undefined
}

export function findNight(sql: Sql, noche: string): Promise<BackupRow | undefined> {
  return sql.selectFrom('backups').selectAll().where('noche', '=', noche).executeTakeFirst()
}

/** A process that makes a copy reports every minute that it lives; after this silence it counts as dead. */
export const SILENT = 5 * MINUTE

/** Whether somebody else is making one now, on whichever machine. */
export async function isAnotherAlive(sql: Sql, id: number, now: Instant): Promise<boolean> {
  const rows = await sql
    .selectFrom('backups')
    .select('visto_en')
    .where('estado', '=', 'en curso')
    .where('id', '!=', id)
    .execute()
  return rows.some(({ visto_en }) => now - visto_en < SILENT)
}

/** Whether one was finished in that place, as the place is called. */
export async function hasCopyAt(sql: Sql, lugar: string): Promise<boolean> {
  const found = sql.selectFrom('backups').select('id').where('estado', '=', 'hecho').where('lugar', '=', lugar)
  return (await found.limit(1).executeTakeFirst()) !== undefined
}

/** The last one that ended so. */
export function findLast(sql: Sql, estado: BackupRow['estado']): Promise<BackupRow | undefined> {
  return sql
    .selectFrom('backups')
    .selectAll()
    .where('estado', '=', estado)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
