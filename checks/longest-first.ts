import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files go last: of those that begin with nothing loaded some are long, and alone at the end they would be waited for. */
const PROJECTS = ['e2e', 'rooms-mocking', 'rooms', 'faults']

/** Vitest's order, the longest first, one project after the other: a worker that is kept serves one alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = (file: TestSpecification) => PROJECTS.indexOf(file.project.name)
    return (await super.sort(files)).sort((a, b) => turn(a) - turn(b))
  }
}
