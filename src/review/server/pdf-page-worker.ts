/** The thread of pdf-page.ts: draws the first page of the document that it was started with, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { PDFiumLibrary } from '@hyzyla/pdfium'

/** Longer side of the picture, in dots: a page may be declared kilometres wide. */
const LONGEST_SIDE = 1_600

const library = await PDFiumLibrary.init()
const document = await library.loadDocument(workerData as Uint8Array)
const page = document.getPage(0)
const { originalWidth, originalHeight } = page.getOriginalSize()
const scale = LONGEST_SIDE / Math.max(originalWidth, originalHeight, 1)
const drawn = await page.render({
  width: Math.max(1, Math.round(originalWidth * scale)),
  height: Math.max(1, Math.round(originalHeight * scale)),
  render: async ({ data }) => data,
})
parentPort?.postMessage({ dots: drawn.data, width: drawn.width, height: drawn.height })
