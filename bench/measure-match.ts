import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { match } from '#reconciliation/match.ts'
import { KINDS, type Kind, type NoisyPayments, noisyPayments } from '#reconciliation/server/testing/noisy-payments.ts'
import type { Row } from './table.ts'

const OF_EACH = 25_000
const ALL = 100_000
/** Seconds in which as many reports and credits are matched. */
const LIMIT = 10
const SEED = 13

/** Percent of the payments that came in that have to be matched without a person, and for amounts alone stand among the first three. */
const TARGETS: Record<Kind, [measure: string, percent: number]> = {
  centimos: ['matched by own céntimos', 99],
  interbancario: ['matched between banks', 97],
  bdv: ['matched within BDV', 95],
  monto: ['amount alone: among the first three', 90],
}

/**
 * Reports against statements with the noise of the facts (noisy-payments.ts): how much of it needs nobody, whether anything is matched
 * wrongly, and how long 100,000 of each take.
 */
export function measureMatch(): Row[] {
  const rows = KINDS.map((kind): Row => {
    const { percent, wrong } = judge(noisyPayments(seededRandom(SEED), OF_EACH, [kind]), kind)
    const [measure, target] = TARGETS[kind]
    return {
      measure,
      ours: `${percent.toFixed(2)} %`,
      limit: `${target} %`,
      ratio: percent / target,
      target: { sign: '>=', ratio: 1 },
      note: `${wrong} wrong of ${OF_EACH}, seed ${SEED}`,
    }
  })
  const all = noisyPayments(seededRandom(SEED), ALL, KINDS)
  const begun = performance.now()
  const matching = match(all.claims, all.credits)
  const seconds = (performance.now() - begun) / 1000
  const wrong = matching.pairs.filter(
    ({ exacta, claim, credit }) => exacta && all.truth.get(claim.id) !== credit.id,
  ).length
  rows.push({
    measure: `matching ${ALL} reports with ${all.credits.length} credits`,
    ours: `${seconds.toFixed(1)} s`,
    limit: `${LIMIT} s`,
    ratio: seconds / LIMIT,
    target: { sign: '<=', ratio: 1 },
    note: '',
  })
  rows.push({
    measure: `matched wrongly of ${ALL}`,
    ours: String(wrong),
    limit: '',
    ratio: wrong,
    target: { sign: '<=', ratio: 0 },
    note: `seed ${SEED}`,
  })
  return rows
}

function judge({ claims, credits, truth }: NoisyPayments, kind: Kind): { percent: number; wrong: number } {
  const matching = match(claims, credits)
  const exact = matching.pairs.filter(({ exacta }) => exacta)
  const right = exact.filter(({ claim, credit }) => truth.get(claim.id) === credit.id).length
  const shown = [...truth].filter(([id, credit]) =>
    matching
      .of(id)
      ?.credits.slice(0, 3)
      .some((one) => one.id === credit),
  ).length
  const wrong = exact.length - right
  return { percent: (100 * (kind === 'monto' ? shown : right)) / truth.size, wrong }
}
