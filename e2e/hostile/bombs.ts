import { deflateSync } from 'node:zlib'
import type { ProofAnswer } from '#app/server/testing/judge-proof.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import type { HostileFile } from '#review/server/testing/hostile-files.ts'
import { HOSTILE_PDFS } from '#review/server/testing/hostile-pdfs.ts'
import { hostilePictures } from '#review/server/testing/hostile-pictures.ts'
import { nestedFormsPdf } from '#review/server/testing/write-pdf.ts'

/** Twenty files at once, half of them refused by their header and half that would take gigabytes to draw. */
export async function twentyBombs(seed: number): Promise<HostileFile[]> {
  const random = seededRandom(seed)
  const { png, jpeg } = await hostilePictures()
  const noise = deflateSync(random.bytes(64))
  return Array.from({ length: 20 }, (_, turn): HostileFile => {
    const makers = [
      png['says gigapixels'],
      jpeg['says gigapixels'],
      () => nestedFormsPdf(),
      HOSTILE_PDFS['deflated bomb'],
    ]
    const bytes = makers[turn % makers.length]?.(random) ?? noise
    const pdf = turn % 4 > 1
    return {
      kind: `bomb ${turn}`,
      name: pdf ? 'pago.pdf' : 'pago.png',
      type: pdf ? 'application/pdf' : 'image/png',
      bytes,
    }
  })
}

/** Milliseconds: of each bomb's answer, and of pages that honest visitors asked for meanwhile. */
export interface BombTimes {
  answers: number[]
  statuses: number[]
  gets: number[]
}

/** Sends all of them at once while a visitor asks for a page again and again. */
export async function sendAtOnce(
  files: readonly HostileFile[],
  upload: (file: HostileFile, turn: number) => Promise<ProofAnswer>,
  page: () => Promise<void>,
): Promise<BombTimes> {
  const times: BombTimes = { answers: [], statuses: [], gets: [] }
  let over = false
  const visitor = async () => {
    while (!over || times.gets.length < 100) times.gets.push(await took(page))
  }
  const visitors = [visitor(), visitor()]
  await Promise.all(
    files.map(async (file, turn) => {
      times.answers.push(
        await took(async () => {
          times.statuses.push((await upload(file, turn)).status)
        }),
      )
    }),
  )
  over = true
  await Promise.all(visitors)
  return times
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
