import { Worker } from 'node:worker_threads'
import { atMost } from '#platform/server/at-most.ts'

/** A PDF that needs longer to draw is not worth it: the operator downloads it. */
const TIME_LIMIT = 10_000
/** One at a time: a hostile document may take hundreds of megabytes until its time is over. */
const alone = atMost(1)

export interface DrawnPage {
  /** RGBA. */
  dots: Uint8Array
  width: number
  height: number
}

/**
 * Draws the first page of a PDF with PDFium compiled to WebAssembly, in a thread of its own that ends with the page: what is
 * in the document sees no file, no network and nothing of the server, and the operator's browser gets a picture of ours.
 * @throws when it is no PDF, has a password, or takes longer than ten seconds.
 */
export function drawFirstPage(pdf: Uint8Array): Promise<DrawnPage> {
  return alone(
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(new URL('./pdf-page-worker.ts', import.meta.url), {
          workerData: pdf,
          env: {},
          resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
          stdout: true,
          stderr: true,
        })
        const timer = setTimeout(() => end(new Error('the PDF took too long')), TIME_LIMIT)
        function end(failure: Error | null, page?: DrawnPage): void {
          clearTimeout(timer)
          void worker.terminate()
          if (page) resolve(page)
          else reject(failure)
        }
        worker.once('message', (page: DrawnPage) => end(null, page))
        worker.once('error', (error) => end(error instanceof Error ? error : new Error('the PDF cannot be drawn')))
        worker.once('exit', () => end(new Error('the PDF cannot be drawn')))
      }),
  )
}
