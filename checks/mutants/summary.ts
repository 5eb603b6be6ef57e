import type { Mutant } from './list.ts'
import type { Result } from './results.ts'

const LEAST = 0.95

interface Row {
  noticed: number
  hangs: number
  named: number
  survived: number
  seconds: number
  commits: Set<string>
}

/** A table by room, the survivors, and whether the tests hold: no survivor without a reason, no reason without a survivor. */
export function summarize(done: readonly (readonly [Mutant, Result])[]): { text: string; held: boolean } {
  const rows = new Map<string, Row>()
  for (const [mutant, result] of done) {
    for (const name of [mutant.file.split('/')[1] ?? '', 'all']) {
      const row = rows.get(name) ?? { noticed: 0, hangs: 0, named: 0, survived: 0, seconds: 0, commits: new Set() }
      if (result.verdict !== 'untested')
        row[result.verdict === 'survived' && mutant.survives ? 'named' : result.verdict]++
      row.seconds += result.seconds
      row.commits.add(result.commit)
      rows.set(name, row)
    }
  }
  const survivors = done.filter(([, { verdict }]) => verdict === 'survived')
  const untrue = done.filter(([{ survives }, { verdict }]) => survives && verdict !== 'survived')
  const share = done.length === 0 ? 0 : 1 - survivors.length / done.length
  const text = [
    '| room | noticed | hangs | survived, named | survived | seconds | commits |',
    '| --- | ---: | ---: | ---: | ---: | ---: | --- |',
    ...[...rows]
      .sort(([one], [other]) => Number(one === 'all') - Number(other === 'all'))
      .map(
        ([name, row]) =>
          `| ${[name, row.noticed, row.hangs, row.named, row.survived, row.seconds].join(' | ')} | ${[...row.commits].join(' ')} |`,
      ),
    ...survivors.map(([mutant]) => `\nSURVIVED ${told(mutant)}\n  ${mutant.survives || 'no reason given'}`),
    ...untrue.map(([mutant, { by }]) => `\nNOTICED, though said to survive: ${told(mutant)}\n  ${by}`),
    `\n${done.length - survivors.length} of ${done.length} noticed (${(share * 100).toFixed(1)} %), at least ${LEAST * 100} % wanted`,
  ].join('\n')
  return { text, held: share >= LEAST && untrue.length === 0 && survivors.every(([{ survives }]) => survives) }
}

function told({ file, from, to, danger }: Mutant): string {
  return `${file}\n  ${from.trim()}\n→ ${to.trim()}\n  ${danger}`
}
