import { createRequire } from 'node:module'
import { join, relative } from 'node:path'

/** Its module for imports names a file that does not exist; the one for require is whole. */
const { detectClones } = createRequire(import.meta.url)('jscpd') as typeof import('jscpd')

/** Lines and tokens from which a run counts as written twice. */
const LINES = 6
const TOKENS = 50

export interface Duplicate {
  lines: number
  /** `file:line` of both. */
  places: [string, string]
}

/** Runs of identical lines that stand in two places below `folder`, tests apart, the longest first. */
export async function findDuplicates(folder: string): Promise<Duplicate[]> {
  const clones = await detectClones({
    path: [folder],
    format: ['typescript', 'tsx', 'css'],
    ignore: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
    minLines: LINES,
    minTokens: TOKENS,
    mode: 'mild',
    silent: true,
    reporters: [],
  })
  const place = ({ sourceId, start }: (typeof clones)[number]['duplicationA']) =>
    `${relative(join(folder, '..'), sourceId)}:${start.line}`
  return clones
    .map(
      ({ duplicationA, duplicationB }): Duplicate => ({
        lines: duplicationA.end.line - duplicationA.start.line + 1,
        places: [place(duplicationA), place(duplicationB)],
      }),
    )
    .sort((one, other) => other.lines - one.lines)
}
