import { WORK_HEADER, type WorkChallenge, type WorkKind } from '../../work.ts'
import { apiAddress, fetchJson } from '../fetch-json.ts'

/** Tries without a worker before the page may draw and answer again: some milliseconds of a cheap phone. */
const SLICE = 2_000
/** Numbers for which one more worker is worth while, and the most of them. */
const HANDFUL = 2 ** 21
const MOST_HANDS = 8
/** More tries than our server ever asks for. Another host's wishes end here. */
const MOST = 2 ** 24

/**
 * Does what the server asks of a visitor's phone while it is pressed, beside the page.
 * @returns the header that the call is to bring; null when what was asked makes no sense.
 */
export async function doWork(challenge: WorkChallenge): Promise<Record<string, string> | null> {
  if (!(challenge.hasta <= MOST)) return null
  const number = await inWorkers(challenge).catch(() => inSlices(challenge))
  return number < 0 ? null : { [WORK_HEADER]: `${challenge.reto}.${number}` }
}

/** The longest time, in seconds, that a page waits by itself for a server that says when to come back. */
const LONGEST_WAIT = 9

/**
 * Does what a server that refused a call for now asks for: work, or to wait.
 * @param done the headers that the call brought.
 * @returns those that it is to bring now; null when making it again makes no sense.
 */
export async function prepareAgain(
  { status, headers }: Response,
  answer: { trabajo?: WorkChallenge } | null,
  done: Record<string, string> = {},
): Promise<Record<string, string> | null> {
  if (status === 428) return answer?.trabajo ? doWork(answer.trabajo).catch(() => null) : null
  const wait = Number(headers.get('retry-after'))
  if (!(wait > 0 && wait < LONGEST_WAIT)) return null
  await new Promise((resolve) => setTimeout(resolve, wait * 1000))
  return done
}

/**
 * Does the work for a form before it is sent, so that a file is not sent twice. Another host asks for none.
 * @returns the headers to send with it.
 */
export async function workBefore(kind: WorkKind, raffle: number | null): Promise<Record<string, string>> {
  if (apiAddress('') !== '') return {}
  const path = `/api/rifas/trabajo?para=${kind}${raffle === null ? '' : `&rifa=${raffle}`}`
  // Without an answer the form goes as it is: whether it needs work, its own answer says.
  const asked = await fetchJson<{ trabajo: WorkChallenge }>(path).catch(() => null)
  return (asked && (await doWork(asked.trabajo))) ?? {}
}

/** Shared out to as many workers as the device has cores, when it is long. */
function inWorkers({ sal, huella, hasta }: WorkChallenge): Promise<number> {
  const hands = Math.min(navigator.hardwareConcurrency || 1, MOST_HANDS, Math.ceil(hasta / HANDFUL))
  const part = Math.ceil(hasta / hands)
  const workers: Worker[] = []
  const found = new Promise<number>((resolve, reject) => {
    let left = hands
    for (let hand = 0; hand < hands; hand++) {
      const worker = new Worker(new URL('./worker.ts', import.meta.url))
      workers.push(worker)
      worker.onmessage = ({ data }: MessageEvent<number>) => {
        left -= 1
        if (data >= 0 || left === 0) resolve(data)
      }
      worker.onerror = reject
      worker.postMessage([sal, huella, hand * part, Math.min(hasta, (hand + 1) * part)])
    }
  })
  return found.finally(() => {
    for (const worker of workers) worker.terminate()
  })
}

/** For browsers without workers, and for a line that does not bring theirs. */
async function inSlices({ sal, huella, hasta }: WorkChallenge): Promise<number> {
  const { findNumber } = await import('./find-number.ts')
  for (let from = 0; from < hasta; from += SLICE) {
    const found = findNumber(sal, huella, from, Math.min(from + SLICE, hasta))
    if (found >= 0) return found
    await new Promise((resolve) => setTimeout(resolve))
  }
  return -1
}
