import { setTimeout as sleep } from 'node:timers/promises'
import { startTcpProxy } from '#platform/server/testing/tcp-proxy.ts'
import { BOTH, befall, type Fault, type Trial } from './fault.ts'
import { type Attempt, newAttempt, post } from './load.ts'
import { withEngine } from './own-postgres.ts'
import type { SellingShop, Verdict } from './selling-shop.ts'
import { until } from './until.ts'

type Line = Awaited<ReturnType<typeof startTcpProxy>>

/** A shop whose clients come over a line that fails. */
function overLine(
  trial: Trial,
  fault: (shop: SellingShop, line: Line, below: (limit: number) => number) => Promise<void>,
): Promise<Verdict> {
  return withEngine(trial, (postgresUrl) =>
    befall(trial, { postgresUrl }, async (shop, chance) => {
      const line = await startTcpProxy(Number(new URL(shop.product.address).port))
      shop.address = line.through(shop.product.address).replace(/\/$/, '')
      try {
        await fault(shop, line, chance.below)
      } finally {
        await line.close()
      }
    }),
  )
}

/** Traffic in both directions is cut off again and again. */
function cutting(trial: Trial): Promise<Verdict> {
  return overLine(trial, (shop, line, below) =>
    shop.during(async () => {
      for (let time = 0; time < trial.times; time++) {
        await shop.sells(1)
        await sleep(below(100))
        line.cut()
      }
      await shop.sells()
    }),
  )
}

/** On the request whose answer is cut off. */
const FIRST = { 'x-prueba': 'la-respuesta-se-pierde' }

/**
 * Each report is made, its answer is lost, and it is sent three times more: one after the other, or all at once. However
 * often it is asked, there is one purchase and one answer.
 * @param keyed false for a control whose retries do not say that they are retries.
 */
export function losingAnswers(trial: Trial, keyed = true): Promise<Verdict> {
  return overLine(trial, async (shop, line) => {
    const { ledger, address } = shop
    line.loseAnswersTo(Object.values(FIRST).join())
    const attempts = Array.from({ length: trial.times }, () => newAttempt(ledger))

    async function again(attempt: Attempt): Promise<string> {
      const key = keyed ? attempt.key : newAttempt(ledger).key
      let text = ''
      await until('an answer', async () => {
        // A client whose patience ends asks again too.
        const answer = await post(address, { ...attempt, key }).catch(() => null)
        text = answer?.text ?? ''
        return answer !== null && !(answer.status === 409 && text.includes('EN_CURSO'))
      })
      return text
    }

    const buyer = async () => {
      for (let attempt = attempts.pop(); attempt; attempt = attempts.pop()) {
        const current = attempt
        const lost = await post(address, current, FIRST).then(
          () => false,
          () => true,
        )
        if (!lost) ledger.failures.push('an answer that should be lost arrived')
        const answers: string[] = []
        if (attempts.length % 2 === 0) answers.push(...(await Promise.all([1, 2, 3].map(() => again(current)))))
        else for (let time = 0; time < 3; time++) answers.push(await again(current))
        if (new Set(answers).size === 1 && answers[0]?.includes('"secreto"'))
          ledger.bought.set(current.key, { ...current, answer: JSON.parse(answers[0]) })
        else ledger.failures.push(`three answers: ${answers.join(' ')}`)
      }
    }
    await Promise.all(Array.from({ length: 8 }, buyer))
  })
}

export const lineFaults: Fault[] = [
  {
    name: 'cut',
    title: 'the lines of its clients are cut',
    engines: BOTH,
    missing: null,
    few: 4,
    many: 300,
    run: cutting,
  },
  {
    name: 'lost-answers',
    title: 'each answer is lost, and asked for three times more',
    engines: BOTH,
    missing: null,
    few: 16,
    many: 1_000,
    run: (trial) => losingAnswers(trial),
  },
]
