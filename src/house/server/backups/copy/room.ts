import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { DATABASE_FILE } from '#platform/server/db/sqlite.ts'
import { absent, isWritable } from '#platform/server/files.ts'
import { judgeSpace, readSpace } from '#platform/server/installation/space.ts'
import type { Place } from '../place/place.ts'

/**
 * Where the database is copied before it goes to its place: on the data disk, or next to the copies if that one is full or read-only. Others can read
 * the place of sealed copies: nothing plain is put there, not even for a moment.
 * @throws AppError SIN_ESPACIO
 */
export async function findStaging(ctx: Ctx, { folder }: Place, sealed: boolean): Promise<string> {
  const { dataDir } = ctx.config
  const beside = sealed ? null : folder
  if (beside !== null && !(await isWritable(dataDir))) return beside
  const bytes = await sizeOfDatabase(ctx)
  try {
    await requireRoom(dataDir, bytes, ctx.space)
    return dataDir
  } catch (error) {
    if (beside === null) throw error
    // There it exists twice for a moment.
    await requireRoom(beside, 2 * bytes)
    return beside
  }
}

/** @throws AppError SIN_ESPACIO: a copy never takes the room that the shop needs. */
export async function requireRoom(where: string | null, bytes: number, left = readSpace): Promise<void> {
  if (where === null) return
  const space = await left(where)
  if (judgeSpace(space.free - bytes, space.total).level !== 'grave') return
  const mb = (size: number) => `${Math.ceil(size / 2 ** 20)} MB`
  const details = `El respaldo necesita ${mb(bytes)} y quedan ${mb(space.free)} en ${where}. No se hizo: haz lugar, o elige otro destino.`
  throw refusal('SIN_ESPACIO', { error: 'No cabe el respaldo', details })
}

/** Largest size of a copy of it: on PostgreSQL its tables without their indexes, which a dump does not hold. */
async function sizeOfDatabase({ config, db }: Ctx): Promise<number> {
  if (config.databaseUrl === null) return (await stat(join(config.dataDir, DATABASE_FILE)).catch(absent))?.size ?? 0
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_table_size(c.oid)), 0)::float8 as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = current_schema()`.execute(db.read)
  return rows[0]?.bytes ?? 0
}
