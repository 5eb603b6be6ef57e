import type { ReactNode } from 'react'
import { Dialog } from '#platform/web/panel-dialog.tsx'
import { VerdictShape } from '#platform/web/panel-verdict.tsx'
import type { BulkAnswer } from '../contract.ts'

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
  const failed = resultados.filter((one) => !one.hecha)
  return (
    <Dialog label="Resultado" onClose={props.onClose}>
      <div className="dialog-body">
        <h2>
          {resultados.length - failed.length} de {resultados.length} {props.done}
        </h2>
        {failed.length > 0 ? (
          <ul className="dialog-checks">
            {failed.map((one) => (
              <li key={one.id} className="check">
                <VerdictShape level="aviso" />
                <div>
                  <p>{props.nameOf(one.id)}</p>
                  <p className="faint small">
                    {one.error}. {one.details}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        ) : null}
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
