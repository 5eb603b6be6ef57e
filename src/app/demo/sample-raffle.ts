import { join } from 'node:path'
import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { loadSharp } from '#platform/server/load-sharp.ts'
import { SURE } from '#platform/server/time-guard.ts'
import { type NewRaffle, newRaffle } from '#raffles/raffle-fields.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { addStoredImage } from '#raffles/server/images/add-image.ts'
import { storeImage } from '#raffles/server/images/store-image.ts'

export const ACTOR = { id: null, nombre: 'muestra' }

/** The product as it was at that instant. */
export function at(ctx: Ctx, instant: Instant): Ctx {
  return { ...ctx, clock: { now: () => instant }, time: SURE }
}

/** A draft with its picture. @returns its id */
export async function createWithImage(
  ctx: Ctx,
  drawing: string,
  alt: string,
  raffle: Partial<NewRaffle>,
): Promise<number> {
  const file = join(import.meta.dirname, 'images', `${drawing}.svg`)
  const sharp = await loadSharp()
  const image = await storeImage(ctx, await sharp(file, { density: 200 }).resize(1440).png().toBuffer(), { alt })
  return createRaffle(ctx, newRaffle.parse(raffle), ACTOR, (tx, id, now) =>
    addStoredImage(tx, id, image, image.id, now),
  )
}
