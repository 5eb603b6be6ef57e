import type { RaffleImage } from '../contract.ts'
import { Picture } from './picture.tsx'

/** Two to a row on a phone, three or four of 40rem on a wide screen; one alone takes the row. */
const SIZES = '(min-width: 1024px) 20rem, 50vw'
const ALONE = '(min-width: 1024px) 40rem, 100vw'

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
