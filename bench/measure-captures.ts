import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED } from '#platform/server/testing/soak.ts'
import { sketchPicture } from '#review/server/drawing/draw-picture.ts'
import { CaptureIndex, type Features } from '#review/server/proof/capture-index.ts'
import { isSamePicture, readSketch } from '#review/server/proof/same-picture.ts'
import { bankCapture, EDITS, writtenBy } from '#review/server/testing/bank-captures.ts'
import { atMost, figure, median } from './table.ts'

const CAPTURES = 100_000
const OTHER_LAYOUTS = 500
const REAL = 60
const SEARCHES = 30
/** Milliseconds of processor. */
const LIMIT = 50
const PIXELS = 40_000_000

/**
 * A capture is looked for among those of one bank's app, beside those of other apps. Sixty captures are drawn; the others have each part of
 * their ink from one of these.
 */
export async function measure() {
  const random = seededRandom(SEED)
  const sketchOf = async (bytes: Buffer) => readSketch(await sketchPicture(bytes, PIXELS))
  const index = new CaptureIndex()
  const drawn: Features[] = []
  let lines: Features['lineas'] = []
  for (let turn = 0; turn < REAL; turn++) {
    const { features } = index.search(`${turn}`, await sketchOf(await bankCapture(writtenBy(turn))))
    if (!features) throw new Error('nothing is read in a capture')
    index.add(`${turn}`, features)
    drawn.push(features)
    lines = features.lineas ?? lines
  }
  const word = () => random.below(2 ** 32) | 0
  for (let turn = 0; turn < OTHER_LAYOUTS; turn++) {
    const lineas = lines.map((line) => ({ ...line, bits: [word(), word()] as const }))
    index.add(`layout ${turn}`, { plantilla: `layout ${turn}`, tinta: drawn[0]?.tinta.map(word) ?? [], lineas })
  }
  for (let turn = REAL; turn < CAPTURES; turn++) {
    const tinta = drawn[0]?.tinta.map((_, at) => drawn[random.below(REAL)]?.tinta[at] ?? 0) ?? []
    index.add(`${turn}`, { plantilla: '0', tinta })
  }
  const edits = Object.values(EDITS)
  const searches: number[] = []
  const wholes: number[] = []
  let compared = 0
  for (let turn = 0; turn < SEARCHES; turn++) {
    const capture = await bankCapture(writtenBy(turn))
    const sent = await sketchOf((await edits[turn % edits.length]?.(capture)) ?? capture)
    const other = await sketchOf(await bankCapture(writtenBy(turn + 1)))
    let near: string[] = []
    searches.push(processorOf(() => (near = index.search('new', sent).near)))
    if (!near.includes(`${turn}`)) throw new Error(`capture ${turn} is not among the nearest`)
    compared += near.length
    const looking = processorOf(() => near.filter(() => isSamePicture(sent, other)))
    wholes.push((searches.at(-1) ?? 0) + looking)
  }
  return [
    atMost({
      measure: `a capture is looked for among ${CAPTURES.toLocaleString('en')} of one app`,
      value: median(wholes),
      limit: LIMIT,
      unit: 'ms',
      note: `of the processor, median of ${SEARCHES} edited ones, worst ${figure(Math.max(...wholes))} ms, beside ${OTHER_LAYOUTS} other apps; of it ${figure(median(searches))} ms find ${(compared / SEARCHES).toFixed(1)} near ones, which are then laid over it`,
    }),
  ]
}

/** @returns milliseconds: what passes beyond that is other processes'. */
function processorOf(work: () => unknown): number {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}
