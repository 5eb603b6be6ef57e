import { useState } from 'react'
import { readFailure } from '#platform/panel/api.ts'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import type { PanelMethod } from '../contract.ts'
import { useDeleteMethod } from './methods-query.ts'

/** Offered for what can be deleted only; asks once. */
export function DeleteMethod({ method, onDeleted }: { method: PanelMethod; onDeleted: () => void }) {
  const [asked, setAsked] = useState(false)
  const removal = useDeleteMethod()
  if (!method.borrable) return null
  const failure = removal.error ? readFailure(removal.error) : null
  return (
    <>
      <button type="button" className="button button-bad" onClick={() => setAsked(true)}>
        Borrar
      </button>
      {asked ? (
        <Dialog label={`Borrar ${method.titulo}`} onClose={() => setAsked(false)}>
          <div className="dialog-body">
            <div>
              <h2>¿Borrar {method.titulo}?</h2>
              <p className="soft">
                Sus datos desaparecen de la lista. Las compras que lo usaron no cambian y el diario guarda cómo era.
              </p>
            </div>
            {failure ? (
              <FieldProblem>
                <span>
                  {failure.title}. {failure.details}
                </span>
              </FieldProblem>
            ) : null}
            <div className="dialog-actions">
              <button type="button" className="button" onClick={() => setAsked(false)}>
                Conservar
              </button>
              <button
                type="button"
                className="button button-bad-full"
                aria-busy={removal.isPending}
                disabled={removal.isPending}
                onClick={() => removal.mutate(method, { onSuccess: onDeleted })}
              >
                Borrar
              </button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
