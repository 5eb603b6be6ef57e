import type { RaffleImage } from './contract.ts'

export type ImageFormat = 'avif' | 'webp' | 'jpg'

export function imageAddress(image: RaffleImage, width: number, format: ImageFormat): string {
  return `/imagenes/${image.id}/${width}.${format}`
}

/** The `srcset` of one format: every width that is stored. */
export function imageSet(image: RaffleImage, format: ImageFormat): string {
  return image.anchos.map((width) => `${imageAddress(image, width, format)} ${width}w`).join(', ')
}

/** The stored width that is nearest to the wanted one: for places that know no `srcset`, such as link previews. */
export function nearestWidth(image: RaffleImage, wanted: number): number {
  return image.anchos.reduce(
    (best, width) => (Math.abs(width - wanted) < Math.abs(best - wanted) ? width : best),
    image.anchos[0] ?? image.ancho,
  )
}
