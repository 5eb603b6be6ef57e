import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import type { ShownSource } from '../../sources-contract.ts'
import { sourceState } from './source-words.ts'

/** How a source is, in a shape and words. */
export function SourceStanding({ source }: { source: ShownSource }) {
  const { level, says, todo } = sourceState(source)
  return (
    <span className="source-standing gap-hair grid shrinks compact">
      <span className={level === null ? 'inline faint' : `inline ${level === 'bien' ? '' : `verdict-${level}`}`}>
        {level === null ? <span className="off-mark" /> : <VerdictShape level={level} word={false} />}
        {says}
      </span>
      {todo === undefined ? null : <span className="faint small">{todo}</span>}
    </span>
  )
}
