import { join } from 'node:path'
import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { loadSharp } from '#platform/server/load-sharp.ts'
import { randomId } from '#platform/server/random.ts'
import { SURE } from '#platform/server/time-guard.ts'
import type { RaffleImage } from '#raffles/contract.ts'
import { type NewRaffle, newRaffle } from '#raffles/raffle-fields.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { addStoredImage } from '#raffles/server/images/add-image.ts'
import { storeImage } from '#raffles/server/images/store-image.ts'

export const ACTOR = { id: null, nombre: 'muestra' }

/** The product as it was at that instant. */
export function at(ctx: Ctx, instant: Instant): Ctx {
  return { ...ctx, clock: { now: () => instant }, time: SURE }
}

/** By folder: encoding a drawing takes longer than all that is sold with it, and raffles that show the same one share its files. */
const drawn = new Map<string, RaffleImage>()

/** A draft with its picture. @returns its id */
export async function createWithImage(ctx: Ctx, drawing: string, alt: string, raffle: Partial<NewRaffle>) {
  const file = join(import.meta.dirname, 'images', `${drawing}.svg`)
  const known = join(ctx.config.dataDir, drawing)
  const draw = async () => (await loadSharp())(file, { density: 200 }).resize(1080).png().toBuffer()
  const image = drawn.get(known) ?? (await storeImage(ctx, await draw(), { alt }))
  drawn.set(known, image)
  return createRaffle(
    ctx,
    newRaffle.parse({ premio: raffle.titulo, total_numeros: 10_000, ...raffle }),
    ACTOR,
    (tx, id, now) => addStoredImage(tx, id, { ...image, alt }, randomId(ctx.random), now),
  )
}
