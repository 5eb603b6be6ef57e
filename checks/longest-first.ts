import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take minutes or most of one, in that order: begun last they would keep one worker busy while the others are done. */
const LONG = [
  'purchase.test.ts',
  'accessibility.test.ts',
  'faults.test.ts',
  'panel-sell.test.ts',
  'pages.test.ts',
  'flow.test.ts',
  'panel-review.test.ts',
  'panel-raffles.test.ts',
  'operating.test.ts',
  'flood.test.ts',
  'ticket-states.test.ts',
  'million.test.ts',
  'sell-out.test.ts',
  'hold-share.test.ts',
  'hostile.test.ts',
]

/** Vitest's order, which on a machine that never ran them is by the size of the files, behind those that are known to be long. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.indexOf(basename(moduleId))
      return place < 0 ? LONG.length : place
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
