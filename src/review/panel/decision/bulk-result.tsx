import type { ReactNode } from 'react'
import { TellDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import type { BulkAnswer } from '../../contract.ts'

/** Result of each payment of a decision over several. */
export function BulkResult(props: {
  /** `aprobados` */
  done: string
  answer: BulkAnswer
  nameOf: (id: number) => string | undefined
  /** Actions on the result, beside closing it. */
  children?: ReactNode
  onClose: () => void
}) {
  const { resultados } = props.answer
  const decided = resultados.filter(({ hecha }) => hecha).length
  return (
    <TellDialog
      label="Resultado"
      title={`${decided} de ${resultados.length} ${props.done}`}
      done="Listo"
      onClose={props.onClose}
    >
      <RefusedList results={resultados} nameOf={props.nameOf} />
      {props.children}
    </TellDialog>
  )
}

/** Those of several that could not be decided, each with its reason; nothing when there are none. */
export function RefusedList(props: {
  results: readonly BulkAnswer['resultados'][number][]
  nameOf: (id: number) => string | undefined
  /** Of the list, added to that of every list of a dialog. */
  className?: string
}) {
  const refused = props.results.filter(({ hecha }) => !hecha)
  if (refused.length === 0) return null
  return (
    <ul className={`stack gap-3 ${props.className ?? ''}`.trim()}>
      {refused.map(({ id, error, details }) => (
        <li key={id} className="check flow gap-3 compact">
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
