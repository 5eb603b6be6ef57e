import { Icon } from '#platform/web/icon.tsx'
import type { RaffleImage } from '../contract.ts'
import { imageAddress, imageSet, nearestWidth } from '../image-set.ts'

/** Two to a row on a phone, three or four of 40rem on a wide screen; one alone takes the row. */
const SIZES = '(min-width: 1024px) 20rem, 50vw'
const ALONE = '(min-width: 1024px) 40rem, 100vw'

interface Props {
  image: RaffleImage | null
  /** The `sizes` of the place that it fills. */
  sizes: string
  /** For the picture above the fold. */
  first?: boolean
  /** Where pictures are when that is another host: `https://…`. */
  host?: string
}

/** The raffle's picture in the lightest format that the browser knows; a quiet blank when it has none. */
export function Picture({ image, sizes, first = false, host = '' }: Props) {
  if (!image) {
    return (
      <div className="no-picture">
        <Icon name="ticket" />
      </div>
    )
  }
  return (
    <picture data-tall={image.alto > image.ancho || undefined}>
      <source type="image/avif" srcSet={imageSet(image, 'avif', host)} sizes={sizes} />
      <source type="image/webp" srcSet={imageSet(image, 'webp', host)} sizes={sizes} />
      <img
        src={host + imageAddress(image, nearestWidth(image, 720), 'jpg')}
        srcSet={imageSet(image, 'jpg', host)}
        sizes={sizes}
        width={image.ancho}
        height={image.alto}
        alt={image.alt}
        decoding="async"
        {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
    </picture>
  )
}

/** The raffle's other pictures, drawn by the server: they need no script. @param host as of `Picture` */
export function Gallery({ images, host }: { images: readonly RaffleImage[]; host: string }) {
  return (
    <div className="gallery">
      {images.map((image) => (
        <Picture key={image.id} image={image} sizes={images.length === 1 ? ALONE : SIZES} host={host} />
      ))}
    </div>
  )
}
