import sharp, { type Sharp } from 'sharp'
import { MARK_SIDE, SKETCH_HEIGHT, SKETCH_WIDTH } from './sketch-shape.ts'

/** A photo as a WebP, upright and no larger than `side`. @throws when the bytes are no picture that can be decoded. */
export function drawPicture(bytes: Uint8Array, pixels: number, side: number): Promise<Buffer> {
  return open(bytes, pixels)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
}

/** A photo made small and grey, for comparing: width ÷ height as a double, 9 × 8 dots, 240 × 480 dots. */
export async function sketchPicture(bytes: Uint8Array, pixels: number): Promise<Buffer> {
  const upright = await open(bytes, pixels)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(SKETCH_WIDTH * 2, SKETCH_HEIGHT * 2, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true })
  const small = (width: number, height: number) =>
    sharp(upright.data).resize(width, height, { fit: 'fill' }).greyscale().raw().toBuffer()
  const shape = Buffer.alloc(8)
  shape.writeDoubleBE(upright.info.width / upright.info.height)
  return Buffer.concat([shape, await small(MARK_SIDE + 1, MARK_SIDE), await small(SKETCH_WIDTH, SKETCH_HEIGHT)])
}

function open(bytes: Uint8Array, pixels: number): Sharp {
  return sharp(bytes, { limitInputPixels: pixels, sequentialRead: true }).rotate()
}
