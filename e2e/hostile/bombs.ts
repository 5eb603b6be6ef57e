import type { ProofAnswer } from '#app/server/testing/judge-proof.ts'
import type { HostileFile } from '#review/server/testing/hostile-files.ts'

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
