import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import { type Grey, readBlocks, readEdges, readSkew } from './read-blocks.ts'
import { type Block, MARK_SIDE, SKETCH_HEIGHT, SKETCH_WIDTH, type SketchHead } from './sketch-shape.ts'

/** A photo as a WebP, upright and no larger than `side`. @throws when the bytes are no picture that can be decoded. */
export function drawPicture(bytes: Uint8Array, pixels: number, side: number): Promise<Buffer> {
  return open(bytes, pixels)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
}

/** A photo made small, grey and straight, for comparing: the length of its head, its head as JSON, 9 × 8 dots of the whole, its dots. */
export async function sketchPicture(bytes: Uint8Array, pixels: number): Promise<Buffer> {
  const sent = await greyOf(
    open(bytes, pixels)
      .flatten({ background: '#fff' })
      .resize(SKETCH_HEIGHT, SKETCH_HEIGHT, { fit: 'inside', withoutEnlargement: true }),
  )
  const asSent = await straighten(sent)
  const turned = await straighten(await greyOf(grey(sent).rotate(90)))
  // Text shows its lines where it is upright: a picture turned by a quarter has hardly any as it was sent.
  const { upright, straight, blocks } = turned.blocks.length > asSent.blocks.length ? turned : asSent
  const { dots, width, height } = straight
  const whole = await greyOf(grey(upright).resize(MARK_SIDE + 1, MARK_SIDE, { fit: 'fill' }))
  const head: SketchHead = { width, height, blocks }
  const told = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(told.length)
  return Buffer.concat([length, told, whole.dots, dots])
}

async function straighten(picture: Grey): Promise<{ upright: Grey; straight: Grey; blocks: Block[] }> {
  const upright = await greyOf(grey(picture).resize(SKETCH_WIDTH, SKETCH_HEIGHT, { fit: 'inside' }))
  const skew = readSkew(readEdges(upright), upright)
  const straight = skew === 0 ? upright : await greyOf(grey(upright).rotate(-skew, { background: '#808080' }))
  return { upright, straight, blocks: readBlocks(readEdges(straight), straight) }
}

function grey({ dots, width, height }: Grey): Sharp {
  return sharp(dots, { raw: { width, height, channels: 1 } })
}

async function greyOf(picture: Sharp): Promise<Grey> {
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true })
  return { dots: data, width: info.width, height: info.height }
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
