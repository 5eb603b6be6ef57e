import { after } from '#platform/clock.ts'
import { isRefusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describeFailure } from '#platform/server/log.ts'
import { randomId } from '#platform/server/random.ts'
import type { RaffleImage } from '../../contract.ts'
import { type Crop, cropPixels } from '../../image-crop.ts'
import { decodeImage, drawWhole, widthsFor, writeImage } from './encode-image.ts'
import { openImages, wholeFileId } from './image-files.ts'
import {
  claimImage,
  findWaiting,
  type ImageRow,
  LEASE,
  leaveBehind,
  lockPictures,
  showImages,
  updateClaimed,
  WAITING,
} from './image-store.ts'

/** After as many attempts that were cut short by something of ours, who sent it decides. */
const ATTEMPTS = 3
const OURS = 'Algo falló de nuestro lado al prepararla. Toca Reintentar.'

/** The picture was removed or cut anew while it was prepared. */
class Superseded extends Error {}

/**
 * Prepares the oldest picture that waits: decodes it, cuts it, writes every width and format, and shows it to visitors. What
 * another process began and did not finish is begun anew under another id, so that no address ever shows half a picture.
 * @returns whether there was one.
 */
export async function encodeWaiting(ctx: Ctx): Promise<boolean> {
  if (!(await findWaiting(ctx.db.read, ctx.clock.now()))) return false
  const row = await claim(ctx)
  if (!row) return true
  try {
    await prepare(ctx, row)
  } catch (error) {
    if (!(error instanceof Superseded)) await fail(ctx, row, error)
  }
  return true
}

function claim(ctx: Ctx): Promise<ImageRow | undefined> {
  const now = ctx.clock.now()
  const enCurso = randomId(ctx.random)
  return ctx.db.write('imagenes', async (tx) => {
    const row = await findWaiting(tx, now)
    if (!row) return undefined
    const anchos = JSON.stringify(widthsOf(row))
    if (row.en_curso !== '') await leaveBehind(tx, { id: row.en_curso, clase: 'imagen', anchos, desde: now })
    return claimImage(tx, row.id, enCurso, stepsOf(row), now)
  })
}

function cropOf(row: ImageRow): Crop {
  return JSON.parse(row.recorte) as Crop
}

export function widthsOf(row: ImageRow): number[] {
  return row.recorte === '' ? [] : widthsFor(cropPixels(row, cropOf(row)).width)
}

/** Reading it, showing it whole, and three files of each width. */
function stepsOf(row: ImageRow): number {
  return 2 + 3 * widthsOf(row).length
}

async function prepare(ctx: Ctx, row: ImageRow): Promise<void> {
  const files = await openImages(ctx.config)
  let done = 0
  const step = async () => {
    done++
    const changes = { hechas: done, arrendada_hasta: after(ctx.clock.now(), LEASE) }
    if (!(await ctx.db.write('imagenes', (tx) => updateClaimed(tx, row.id, row.en_curso, changes)))) {
      throw new Superseded()
    }
  }
  const bytes = await files.read(row.original)
  if (!bytes) throw new Error('the original is gone')
  const decoded = await decodeImage(bytes, row, cropOf(row))
  await step()
  const whole = wholeFileId(row.original)
  if (!(await files.has(whole))) {
    await files.remove(whole)
    await files.put(whole, await drawWhole(bytes))
  }
  await step()
  const anchos = widthsOf(row)
  await writeImage(files, row.en_curso, decoded, anchos, step)
  await show(ctx, row, { id: row.en_curso, alt: row.alt, ancho: decoded.width, alto: decoded.height, anchos })
}

/** Visitors see it from here on; what it replaces stays for a while for pages that are open. */
async function show(ctx: Ctx, claimed: ImageRow, image: RaffleImage): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.write(`rifa:${claimed.rifa_id}`, async (tx) => {
    await lockPictures(tx, claimed.rifa_id)
    const row = await tx
      .selectFrom('raffle_images')
      .selectAll()
      .where('id', '=', claimed.id)
      .where('en_curso', '=', claimed.en_curso)
      .executeTakeFirst()
    if (!row) return
    if (row.imagen !== null) {
      const { id, anchos } = JSON.parse(row.imagen) as RaffleImage
      await leaveBehind(tx, { id, clase: 'imagen', anchos: JSON.stringify(anchos), desde: now })
    }
    await updateClaimed(tx, row.id, row.en_curso, {
      ...WAITING,
      estado: 'lista',
      hechas: row.pasos,
      imagen: JSON.stringify({ ...image, alt: row.alt }),
    })
    await showImages(tx, row.rifa_id)
  })
}

async function fail(ctx: Ctx, row: ImageRow, error: unknown): Promise<void> {
  const now = ctx.clock.now()
  const broken = isRefusal(error)
  const final = broken || row.intentos >= ATTEMPTS
  if (!broken) ctx.log.error({ failure: describeFailure(error) }, 'picture not prepared')
  await ctx.db.write('imagenes', async (tx) => {
    const anchos = JSON.stringify(widthsOf(row))
    await leaveBehind(tx, { id: row.en_curso, clase: 'imagen', anchos, desde: now })
    await updateClaimed(tx, row.id, row.en_curso, {
      estado: final ? 'fallida' : 'esperando',
      problema: broken ? error.details : final ? OURS : '',
      en_curso: '',
      arrendada_hasta: after(now, final ? 0 : 5_000 * row.intentos),
    })
  })
}
