import type { Answered, Asked } from './run-check.ts'

/** A check apart from the page. It answers requests one after the other. */
export interface Checker {
  ask(asked: Asked): void
  end(): void
}

/**
 * In a worker: a signature takes a cheap phone seconds, in which the page stays responsive. Without workers, or if the line does not bring
 * it, in the page itself.
 * @param tell receives the results. @param onBroken its code did not arrive.
 */
export function startChecker(tell: (answered: Answered) => void, onBroken: () => void): Checker {
  const hands: { ask(asked: Asked): void; end(): void }[] = []
  const asked: Asked[] = []
  let ended = false
  const hear = (answered: Answered) => {
    if (!ended) tell(answered)
  }
  const takeOver = () => {
    if (ended) return
    hands[0] = inPage(hear, onBroken)
    for (const one of asked) hands[0].ask(one)
  }
  try {
    hands[0] = inWorker(hear, takeOver)
  } catch {
    takeOver()
  }
  return {
    ask(one) {
      asked.push(one)
      hands[0]?.ask(one)
    },
    end() {
      ended = true
      hands[0]?.end()
    },
  }
}

function inWorker(hear: (answered: Answered) => void, onBroken: () => void): Checker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  worker.onmessage = ({ data }: MessageEvent<Answered>) => hear(data)
  worker.onerror = () => {
    worker.terminate()
    onBroken()
  }
  return { ask: (asked) => worker.postMessage(asked), end: () => worker.terminate() }
}

function inPage(hear: (answered: Answered) => void, onBroken: () => void): Checker {
  let turn = import('./run-check.ts').then(({ createCheck }) => createCheck())
  return {
    ask(asked) {
      turn = turn.then(async (check) => {
        await check(asked, hear)
        return check
      })
      turn.catch(onBroken)
    },
    end: () => undefined,
  }
}
