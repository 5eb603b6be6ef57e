import { useState } from 'react'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { readLinkAddress } from './link-address.ts'

/** Asks where a link leads. Its field belongs to no form: Enter here must not save the raffle behind it. */
export function LinkDialog(props: {
  href: string
  onApply: (href: string) => void
  /** Null for a new one. */
  onRemove: (() => void) | null
  onClose: () => void
}) {
  const [typed, setTyped] = useState(props.href)
  const [problem, setProblem] = useState<string>()

  function apply() {
    const read = readLinkAddress(typed)
    if ('href' in read) props.onApply(read.href)
    else setProblem(read.problem)
  }

  return (
    <Dialog label="Enlace" onClose={props.onClose}>
      <div className="dialog-body">
        <h2>{props.onRemove ? 'Cambiar el enlace' : 'Poner un enlace'}</h2>
        <Field
          label="Dirección"
          type="text"
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={typed}
          problem={problem}
          hint="Se abre en otra pestaña. También sirve un correo."
          onChange={({ target }) => {
            setTyped(target.value)
            setProblem(undefined)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            apply()
          }}
        />
        <div className="dialog-actions">
          {props.onRemove ? (
            <button type="button" className="button button-bad" onClick={props.onRemove}>
              Quitar el enlace
            </button>
          ) : null}
          <button type="button" className="button" onClick={props.onClose}>
            Cancelar
          </button>
          <button type="button" className="button button-main" onClick={apply}>
            Poner
          </button>
        </div>
      </div>
    </Dialog>
  )
}
