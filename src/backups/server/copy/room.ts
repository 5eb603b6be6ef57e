import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { DATABASE_FILE } from '#platform/server/db/sqlite.ts'
import { absent } from '#platform/server/files.ts'
import { judgeSpace } from '#platform/server/installation/space.ts'
import type { Place } from '../place/place.ts'

/** @throws AppError SIN_ESPACIO: a copy never takes the room that the shop needs. */
export async function requireRoom(ctx: Ctx, where: Place | 'datos', needed?: number): Promise<void> {
  const bytes = needed ?? (await stat(join(ctx.config.dataDir, DATABASE_FILE)).catch(absent))?.size ?? 0
  const space = where === 'datos' ? await ctx.space() : await where.space()
  if (space === null || judgeSpace(space.free - bytes, space.total).level !== 'grave') return
  const mb = (size: number) => `${Math.ceil(size / 2 ** 20)} MB`
  const details = `El respaldo necesita ${mb(bytes)} y quedan ${mb(space.free)} en ${where === 'datos' ? ctx.config.dataDir : where.name}. No se hizo: haz lugar, o elige otro destino.`
  throw new AppError(503, 'SIN_ESPACIO', 'No cabe el respaldo', details)
}
