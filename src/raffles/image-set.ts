import type { RaffleImage } from './contract.ts'

export type ImageFormat = 'avif' | 'webp' | 'jpg'

export function imageAddress(image: RaffleImage, width: number, format: ImageFormat): string {
  return `/imagenes/${image.id}/${width}.${format}`
}

/** The `srcset` of one format: every width that is stored. @param host of the pictures when it is another: `https://…`. */
export function imageSet(image: RaffleImage, format: ImageFormat, host = ''): string {
  return image.anchos.map((width) => `${host}${imageAddress(image, width, format)} ${width}w`).join(', ')
}

/** Its size on the raffle page: the whole width on a phone, next to the panel on a wide screen. */
export const HERO_SIZES = '(min-width: 1024px) min(58vw, 46rem), 100vw'

/** The stored width that is nearest to the wanted one: for places that know no `srcset`, such as link previews. */
export function nearestWidth(image: RaffleImage, wanted: number): number {
  return image.anchos.reduce(
    (best, width) => (Math.abs(width - wanted) < Math.abs(best - wanted) ? width : best),
    image.anchos[0] ?? image.ancho,
  )
}
