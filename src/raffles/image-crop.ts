import type { z } from 'zod'
import type { RaffleImage } from './contract.ts'
import type { imageCrop } from './image-contract.ts'

export type Crop = z.infer<typeof imageCrop>

/** Width to height of every picture of a raffle: its card shows it whole, and its page nearly. */
export const CROP_SHAPE = 2

/** The narrowest crop, in pixels: a phone shows it without blur. */
const NARROWEST = 360

export type Size = Pick<RaffleImage, 'ancho' | 'alto'>

/** The largest part of that shape, from the middle. */
export function largestCrop(size: Size): Crop {
  return cropOfWidth(size, widestShare(size), 0.5, 0.5)
}

/** The share of the width that the largest part of that shape takes. */
export function widestShare({ ancho, alto }: Size): number {
  return Math.min(1, (alto * CROP_SHAPE) / ancho)
}

/** The share of the width that the smallest part takes: a small picture is taken as large as it is. */
export function narrowestShare(size: Size): number {
  return Math.min(widestShare(size), NARROWEST / size.ancho)
}

/** A part of that width around a middle (shares too), moved and sized to fit the picture. */
export function cropOfWidth(size: Size, share: number, middleX: number, middleY: number): Crop {
  const ancho = Math.min(Math.max(share, narrowestShare(size)), widestShare(size))
  const alto = Math.min(1, (ancho * size.ancho) / CROP_SHAPE / size.alto)
  return {
    x: within(middleX - ancho / 2, 1 - ancho),
    y: within(middleY - alto / 2, 1 - alto),
    ancho,
    alto,
  }
}

function within(value: number, most: number): number {
  return Math.min(Math.max(value, 0), Math.max(most, 0))
}

/** The part in whole pixels, of that shape and inside the picture for any input. */
export function cropPixels(size: Size, crop: Crop) {
  const fit = cropOfWidth(size, crop.ancho, crop.x + crop.ancho / 2, crop.y + crop.alto / 2)
  const width = Math.min(size.ancho, Math.max(1, Math.round(fit.ancho * size.ancho)))
  const height = Math.min(size.alto, Math.max(1, Math.round(width / CROP_SHAPE)))
  return {
    left: Math.min(Math.round(fit.x * size.ancho), size.ancho - width),
    top: Math.min(Math.round(fit.y * size.alto), size.alto - height),
    width,
    height,
  }
}
