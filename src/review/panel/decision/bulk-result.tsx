import type { ReactNode } from 'react'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import type { BulkAnswer } from '../../contract.ts'
import { RefusedList } from './refused-list.tsx'

/** What happened to each payment of a decision over several. */
export function BulkResult(props: {
  /** `aprobados` */
  done: string
  answer: BulkAnswer
  nameOf: (id: number) => string | undefined
  /** What can be done about it, beside closing it. */
  children?: ReactNode
  onClose: () => void
}) {
  const { resultados } = props.answer
  const decided = resultados.filter(({ hecha }) => hecha).length
  return (
    <Dialog label="Resultado" onClose={props.onClose}>
      <div className="dialog-body">
        <h2>
          {decided} de {resultados.length} {props.done}
        </h2>
        <RefusedList results={resultados} nameOf={props.nameOf} />
        {props.children}
        <div className="dialog-actions">
          <button type="button" className="button button-main" onClick={props.onClose}>
            Listo
          </button>
        </div>
      </div>
    </Dialog>
  )
}
