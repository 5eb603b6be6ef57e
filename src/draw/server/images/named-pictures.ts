import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Operator } from '#access/contract.ts'
import { after, type Instant } from '#platform/clock.ts'
import { refuseFields } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { RaffleImage } from '#raffles/contract.ts'
import { KEEP, largestOf, openImages } from '#raffles/server/images/image-files.ts'
import { deleteLeftover, leaveBehind, lockPictures } from '#raffles/server/images/image-store.ts'
import { receiveImage } from '#raffles/server/images/inspect-image.ts'
import { storeImage } from '#raffles/server/images/store-image.ts'
import { requireRaffle } from '#raffles/server/store.ts'
import type { NamedPicture } from '../../contract.ts'
import type { DrawPicture } from '../../draw-contract.ts'
import { readRule } from '../../rule.ts'
import { leadDraw } from '../steps/lead-draw.ts'
import { findRule } from '../store.ts'

const BATCH = 100

/**
 * Keeps a picture of a prize or of the permit under its hash. It is shown once the rule or the permit names it. Sent twice it is kept once.
 * @throws AppError 404, 422 IMAGEN_INVALIDA, 413 ARCHIVO_MUY_GRANDE
 */
export async function addNamedPicture(
  ctx: Ctx,
  id: number,
  request: FastifyRequest,
  operator: Operator,
): Promise<NamedPicture> {
  await requireRaffle(ctx.db.read, id)
  const imagen = await receivePicture(ctx, request)
  const sha256 = await hashOfPicture(ctx, imagen)
  if (sha256 === null) throw new Error('a picture that was just stored is gone')
  return ctx.db.write(`rifa:${id}`, async (tx) => {
    const { id: subida_por_id, nombre: subida_por } = operator
    const now = ctx.clock.now()
    const row = { rifa_id: id, sha256, imagen: JSON.stringify(imagen), subida_por, subida_por_id, sin_uso_desde: now }
    const kept = await tx
      .insertInto('draw_images')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('sha256')
      .executeTakeFirst()
    if (kept) {
      await deleteLeftover(tx, imagen.id)
      return { sha256, imagen }
    }
    // The same one is there, and waits as long as a new one; the files that just came are swept.
    await tx
      .updateTable('draw_images')
      .set({ sin_uso_desde: now })
      .where('rifa_id', '=', id)
      .where('sha256', '=', sha256)
      .where('sin_uso_desde', 'is not', null)
      .execute()
    const before = (await listNamedPictures(tx, id)).find((one) => one.sha256 === sha256)
    if (!before) throw new Error('a picture that is there is not')
    return before
  })
}

/** Of a raffle, whether they are used or not. */
export async function listNamedPictures(sql: Sql, rifa_id: number): Promise<NamedPicture[]> {
  const rows = await sql
    .selectFrom('draw_images')
    .select(['sha256', 'imagen'])
    .where('rifa_id', '=', rifa_id)
    .orderBy('sha256')
    .execute()
  return rows.map(({ sha256, imagen }) => ({ sha256, imagen: JSON.parse(imagen) as RaffleImage }))
}

/** The same by their hash, from memory until one changes. */
export function readNamedPictures(ctx: Ctx, id: number): Promise<ReadonlyMap<string, RaffleImage>> {
  return ctx.snapshots.get(`rifa:${id}:fotos`, async () => ({
    value: new Map((await listNamedPictures(ctx.db.read, id)).map(({ sha256, imagen }) => [sha256, imagen])),
  }))
}

/**
 * Marks the pictures that rule and permit name as used, and all others as unused. Call it in the transaction that changed one of the two.
 * @throws AppError 422 DATOS_INVALIDOS if one of them is not here
 */
export async function settlePictures(tx: Sql, rifa_id: number, now: Instant): Promise<void> {
  // A simultaneous change of the other one waits: each sees the last one's rows.
  await lockPictures(tx, rifa_id)
  const named = await namedIn(tx, rifa_id)
  const used = await tx
    .updateTable('draw_images')
    .set({ sin_uso_desde: null })
    .where('rifa_id', '=', rifa_id)
    .where('sha256', 'in', [...named, ''])
    .returning('sha256')
    .execute()
  if (used.length < named.size) {
    refuseFields({ imagen: 'imagen: súbela de nuevo' }, 'Una foto ya no está')
  }
  await tx
    .updateTable('draw_images')
    .set({ sin_uso_desde: now })
    .where('rifa_id', '=', rifa_id)
    .where('sin_uso_desde', 'is', null)
    .where('sha256', 'not in', [...named, ''])
    .execute()
}

/** Drops pictures that nothing has named for a week: their files go with those of other replaced pictures. */
export async function sweepNamedPictures(ctx: Ctx): Promise<void> {
  const before = after(ctx.clock.now(), -KEEP)
  const rows = await ctx.db.read
    .selectFrom('draw_images')
    .select(['rifa_id', 'sha256'])
    .where('sin_uso_desde', '<', before)
    .limit(BATCH)
    .execute()
  for (const { rifa_id, sha256 } of rows) {
    await ctx.db.write(`rifa:${rifa_id}`, async (tx) => {
      await lockPictures(tx, rifa_id)
      // Only a stranger in the database writes that of one which is shown.
      if ((await namedIn(tx, rifa_id)).has(sha256)) return
      const gone = await tx
        .deleteFrom('draw_images')
        .where('rifa_id', '=', rifa_id)
        .where('sha256', '=', sha256)
        .where('sin_uso_desde', '<', before)
        .returning('imagen')
        .executeTakeFirst()
      if (!gone) return
      await leaveBehind(tx, JSON.parse(gone.imagen) as RaffleImage, after(before, -1))
    })
  }
}

/** Whether every picture that rule or permit names is here, and its file has the hash by which it is named. */
export async function auditPictures(ctx: Pick<Ctx, 'config'>, sql: Sql, rifa_id: number): Promise<string[]> {
  const kept = new Map((await listNamedPictures(sql, rifa_id)).map(({ sha256, imagen }) => [sha256, imagen]))
  const problems: string[] = []
  for (const hash of await namedIn(sql, rifa_id)) {
    const imagen = kept.get(hash)
    if (!imagen || (await hashOfPicture(ctx, imagen)) !== hash) {
      problems.push(`la foto ${hash.slice(0, 8)}… de un premio o del permiso falta o es otra`)
    }
  }
  return problems
}

/** Of the largest JPEG: the file that a visitor opens; null when it is not there. */
async function hashOfPicture({ config }: Pick<Ctx, 'config'>, image: RaffleImage): Promise<string | null> {
  const bytes = await (await openImages(config)).read(largestOf(image))
  return bytes && createHash('sha256').update(bytes).digest('hex')
}

async function namedIn(sql: Sql, rifa_id: number): Promise<Set<string>> {
  const [rule, papers] = await Promise.all([
    findRule(sql, rifa_id),
    sql.selectFrom('draw_papers').select('permiso_imagen').where('rifa_id', '=', rifa_id).executeTakeFirst(),
  ])
  const prizes = (rule && readRule(rule.texto)?.premios) ?? []
  return new Set(
    [...prizes.map(({ imagen }) => imagen), papers?.permiso_imagen].filter((one) => typeof one === 'string'),
  )
}

/**
 * Takes the picture of a form, checks its bytes, and re-encodes it in every size. It is stored as left behind: the operation that keeps it
 * deletes that mark, and the sweeper removes the others.
 * @throws AppError 422 IMAGEN_INVALIDA, 413 ARCHIVO_MUY_GRANDE, 503 IMAGENES_EN_COLA
 */
async function receivePicture(ctx: Ctx, request: FastifyRequest): Promise<RaffleImage> {
  const { bytes } = await receiveImage(request)
  return storeImage(ctx, bytes, { alt: '', unnamed: true })
}

/**
 * Keeps a picture of a lottery's result or of a delivery, re-encoded from the upload, whose bytes were checked first. It belongs to the draw
 * from then on, and is shown where a result or a winner names it.
 * @throws AppError 422 IMAGEN_INVALIDA, 413 ARCHIVO_MUY_GRANDE, and those of leadDraw
 */
export async function addPicture(
  ctx: Ctx,
  id: number,
  request: FastifyRequest,
  operator: Operator,
): Promise<DrawPicture> {
  const imagen = await receivePicture(ctx, request)
  return leadDraw(ctx, id, async ({ tx, now }) => {
    await deleteLeftover(tx, imagen.id)
    const row = await tx
      .insertInto('draw_pictures')
      .values({
        ...{ rifa_id: id, imagen: JSON.stringify(imagen), en: now },
        ...{ subida_por: operator.nombre, subida_por_id: operator.id },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: row.id, imagen }
  })
}
