import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take half a minute of one worker or more, in that order: begun last they would keep one busy while the others are done. */
const LONG = [
  'accessibility.test.ts',
  'panel-conciliation.test.ts',
  'panel-raffles.test.ts',
  'panel-sources.test.ts',
  'panel-sell.test.ts',
  'panel-site.test.ts',
  'panel-mail.test.ts',
  'panel-home.test.ts',
  'panel-purchases.test.ts',
  'panel-desk.test.ts',
  'panel-server.test.ts',
  'browsers.test.ts',
  'purchase.test.ts',
  'flow.test.ts',
  'payment.test.ts',
  'pages.test.ts',
  'errors.test.ts',
  'report-again.test.ts',
  'panel-people.test.ts',
  'panel-review.test.ts',
  'panel-draw.test.ts',
  'draw.test.ts',
  'hurried.test.ts',
  'own-purchase.test.ts',
  'panel-draw-goes-on.test.ts',
  'numbers.test.ts',
  'panel-money.test.ts',
  'drawer.test.ts',
  'races.test.ts',
  'same-payment.test.ts',
  'corrections.test.ts',
  'review.test.ts',
  'raffle-images.test.ts',
  'raffle-editing.test.ts',
]

/** Short files go last: of those that begin with nothing loaded some are long, and alone at the end they would be waited for. */
const PROJECTS = ['e2e', 'rooms-mocking', 'rooms', 'faults']

/**
 * Vitest's order, which on a machine that never ran them is by the size of the files, behind those that are known to be long; one
 * project after the other, for a worker that is kept serves one alone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((name) => moduleId.endsWith(`/${name}`))
      return place < 0 ? LONG.length : place
    }
    const usual = await super.sort(files)
    const turn = (file: TestSpecification) => PROJECTS.indexOf(file.project.name)
    return usual.sort((a, b) => turn(a) - turn(b) || rank(a) - rank(b))
  }
}
