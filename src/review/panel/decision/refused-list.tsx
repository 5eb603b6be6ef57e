import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import type { BulkAnswer } from '../../contract.ts'

/** Those of several that could not be decided, each with its reason; nothing when there are none. */
export function RefusedList(props: {
  results: BulkAnswer['resultados']
  nameOf: (id: number) => string | undefined
  /** Of the list, beside what every list of a dialog has. */
  className?: string
}) {
  const refused = props.results.filter(({ hecha }) => !hecha)
  if (refused.length === 0) return null
  return (
    <ul className={`dialog-checks ${props.className ?? ''}`.trim()}>
      {refused.map(({ id, error, details }) => (
        <li key={id} className="check">
          <VerdictShape level="aviso" />
          <div>
            <p>{props.nameOf(id)}</p>
            <p className="faint small">
              {error}. {details}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
