import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callPanel, readFailure } from '#platform/panel/api.ts'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import type { Operator } from '../../contract.ts'
import { rename } from '../../contract-account.ts'
import { checkFields } from '../form-fields.ts'
import { showOperator } from '../sign-in/panel-status.ts'

/** The name that the team and the journal see. */
export function NameDialog({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const client = useQueryClient()
  const [nombre, setNombre] = useState(operator.nombre)
  const [problem, setProblem] = useState<string>()
  const change = useMutation({
    mutationFn: () => callPanel<Operator>('POST', '/cuenta/nombre', { nombre }),
    onSuccess: (changed) => {
      showOperator(client, changed)
      onClose()
    },
    onError: (error) => {
      const { fields, title, details } = readFailure(error)
      setProblem(fields['nombre'] ?? `${title}. ${details}`)
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = checkFields(rename, { nombre })['nombre']
    setProblem(found)
    if (found === undefined) change.mutate()
  }
  return (
    <Dialog label="Cambiar tu nombre" onClose={onClose}>
      <form className="dialog-body" noValidate onSubmit={submit}>
        <div>
          <h2>Cambiar tu nombre</h2>
          <p className="soft">Así te ven el equipo y el diario. Lo que ya hiciste queda con el nombre de antes.</p>
        </div>
        <Field
          label="Tu nombre"
          name="nombre"
          autoComplete="name"
          value={nombre}
          onChange={({ target }) => setNombre(target.value)}
          problem={problem}
        />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            Dejarlo como está
          </button>
          <button
            type="submit"
            className="button button-main"
            aria-busy={change.isPending}
            disabled={change.isPending || nombre.trim() === operator.nombre}
          >
            Cambiar el nombre
          </button>
        </div>
      </form>
    </Dialog>
  )
}
