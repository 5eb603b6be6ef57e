import { PDFiumLibrary } from '@hyzyla/pdfium'
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

/**
 * The first page of a PDF as a WebP, drawn by PDFium compiled to WebAssembly.
 * @param side longer side of the picture, in dots: a page may be declared kilometres wide.
 * @throws when it is no PDF, has a password, or wants more memory than there is.
 */
export async function drawPage(pdf: Uint8Array, side: number): Promise<Buffer> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = side / Math.max(originalWidth, originalHeight, 1)
  const { data, width, height } = await page.render({
    width: Math.max(1, Math.round(originalWidth * scale)),
    height: Math.max(1, Math.round(originalHeight * scale)),
    render: async ({ data }) => data,
  })
  return sharp(data, { raw: { width, height, channels: 4 } })
    .webp({ quality: 82 })
    .toBuffer()
}
