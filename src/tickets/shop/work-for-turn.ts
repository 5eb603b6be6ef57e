import { apiAddress, fetchJson } from '#platform/web/fetch-json.ts'
import { doWork } from '#platform/web/work/do-work.ts'
import type { TurnAnswer } from '../contract.ts'

/** Who waits without work is asked for some once others have come: so often the page looks (milliseconds). */
const AGAIN = 60_000
/** Calls in a row that may fail before a page gives up: a phone changes its network while its owner pays. */
const FAILURES = 4
const PAUSE = 3_000

/**
 * Does piece by piece what tells a person who pays without tickets from a script, whenever the server says that it brings his turn nearer.
 * @param path of the call that counts it, which takes `body`.
 * @param goesOn whether he is still there.
 * @param say whether there is work to do now.
 * @returns whether there are tickets for him now.
 */
export async function workForTurn(
  path: string,
  body: unknown,
  goesOn: () => boolean,
  say: (turn: 'works' | 'waits') => void,
): Promise<boolean> {
  // Another host may ask for anything.
  if (apiAddress('') !== '') return false
  let done: Record<string, string> = {}
  for (let failures = 0; goesOn() && failures < FAILURES; ) {
    const answer = await fetchJson<Partial<TurnAnswer>>(path, { method: 'POST', body }, done).catch(() => null)
    if (answer && !answer.trabajo) {
      if (answer.tiene_boletos) return true
      say('waits')
      failures = 0
      done = {}
      await pause(AGAIN)
      continue
    }
    if (answer) say('works')
    const work = answer?.trabajo ? await doWork(answer.trabajo).catch(() => null) : null
    // What was lost on the way, or could not be done, is asked for anew.
    done = work ?? {}
    failures = work ? 0 : failures + 1
    if (!work) await pause(PAUSE)
  }
  return false
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
