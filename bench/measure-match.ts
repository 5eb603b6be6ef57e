import { loadavg } from 'node:os'
import { match } from '#money/match.ts'
import { KINDS, type Kind, type NoisyPayments, noisyPayments } from '#money/server/testing/noisy-payments.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED } from '#platform/server/testing/soak.ts'
import { atLeast, atMost, figure, type Row } from './table.ts'

const OF_EACH = 25_000
const ALL = 100_000
/** Seconds in which as many reports and credits are matched. */
const LIMIT = 10

/** Percent of the payments that came in that have to be matched without a person. */
const TARGETS: Record<Exclude<Kind, 'monto'>, [measure: string, percent: number]> = {
  centimos: ['matched by own céntimos', 99],
  interbancario: ['matched between banks', 97],
  bdv: ['matched within BDV', 95],
}
/** Percent of those that only their amount tells of, of which the true one has to stand among the first three that a person is shown. */
const SHOWN = 90

/**
 * Reports against statements with the noise of the facts (noisy-payments.ts, bank-noise.ts): how much of it needs nobody, whether anything
 * is matched wrongly, and how long 100,000 of each take. Most statements say the day alone: everything is measured without the hour too.
 */
export async function measure(): Promise<Row[]> {
  const rows: Row[] = []
  for (const hour of [true, false]) {
    const says = hour ? 'with the hour' : 'the day alone'
    for (const [kind, [measure, least]] of Object.entries(TARGETS)) {
      const { matched, wrong } = judge(noisyPayments(seededRandom(SEED), OF_EACH, [kind as Kind], { hour }))
      const note = `${wrong} wrong of ${OF_EACH}`
      rows.push(atLeast({ measure: `${measure}, ${says}`, value: matched, limit: least, unit: '%', note }))
    }
    const { matched, shown } = judge(noisyPayments(seededRandom(SEED), OF_EACH, ['monto'], { hour }))
    const alone = (which: string) => ({ measure: `amount alone, ${which}, ${says}`, unit: '%' })
    rows.push(
      atMost({ ...alone('matched by itself'), value: matched, limit: 0, note: `${OF_EACH} payments` }),
      atLeast({ ...alone('among the first three'), value: shown, limit: SHOWN, note: 'some 60 of one amount a day' }),
    )
  }
  const all = noisyPayments(seededRandom(SEED), ALL, KINDS)
  const [begun, worked] = [performance.now(), process.cpuUsage()]
  const { wrong } = judge(all)
  const passed = (performance.now() - begun) / 1000
  // It waits for nothing: what passes beyond that is other processes'.
  const { user, system } = process.cpuUsage(worked)
  const seconds = (user + system) / 1_000_000
  rows.push(
    atMost({
      measure: 'matching 100,000 reports with as many payments',
      value: seconds,
      limit: LIMIT,
      unit: 's',
      note: `of the processor; ${all.credits.length} credits; ${passed.toFixed(1)} s passed, load ${figure(loadavg()[0] ?? 0)}`,
    }),
    atMost({ measure: 'matched wrongly of 100,000', value: wrong, limit: 0, note: 'all four kinds in turn' }),
  )
  return rows
}

/** Percentages matched rightly without a person and shown among the first three, and the number matched wrongly. */
function judge({ claims, credits, truth }: NoisyPayments): { matched: number; shown: number; wrong: number } {
  const matching = match(claims, credits)
  const exact = matching.pairs.filter(({ exacta }) => exacta)
  const right = exact.filter(({ claim, credit }) => truth.get(claim.id) === credit.id).length
  const first = (id: number) => matching.of(id)?.credits.slice(0, 3) ?? []
  const shown = [...truth].filter(([id, credit]) => first(id).some((one) => one.id === credit)).length
  const percent = (part: number) => (100 * part) / truth.size
  return { matched: percent(right), shown: percent(shown), wrong: exact.length - right }
}
