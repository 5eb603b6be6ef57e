import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'

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
