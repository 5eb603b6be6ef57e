import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callPanel, readFailure } from '#platform/panel/api.ts'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Field, FieldProblem } from '#platform/panel/parts/field.tsx'
import { type PasswordChange, passwordChange } from '../../contract-account.ts'
import { checkFields, focusFirst, text } from '../form-fields.ts'
import { NewPasswordField } from '../sign-in/new-password-field.tsx'
import { accountQuery } from './account-query.ts'

/** Another password, by the one of now. */
export function PasswordDialog({ correo, onClose }: { correo: string; onClose: () => void }) {
  const client = useQueryClient()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const change = useMutation({
    mutationFn: (fields: PasswordChange) => callPanel('POST', '/cuenta/clave', fields),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: accountQuery.queryKey })
      onClose()
    },
    onError: (error) => {
      const { code, fields, title, details } = readFailure(error)
      setProblems(code === 'CREDENCIALES_INVALIDAS' ? { actual: `${title}. ${details}` } : fields)
    },
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const fields = { actual: text(form, 'actual'), nueva: text(form, 'nueva') }
    const found = checkFields(passwordChange, fields)
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirst(event.currentTarget, found)
    change.mutate(fields)
  }
  const failure = change.error ? readFailure(change.error) : null
  return (
    <Dialog label="Cambiar tu clave" onClose={onClose}>
      <form className="dialog-body" noValidate onSubmit={submit}>
        <div>
          <h2>Cambiar tu clave</h2>
          <p className="soft">Tus otras sesiones se cierran y te llega un correo.</p>
        </div>
        {/* For the password manager, which keeps a password with its mail. */}
        <input type="email" name="correo" autoComplete="username" value={correo} readOnly hidden />
        <Field
          label="Tu clave de ahora"
          name="actual"
          type="password"
          autoComplete="current-password"
          problem={problems['actual']}
        />
        <NewPasswordField label="Tu clave nueva" name="nueva" problem={problems['nueva']} />
        {failure && Object.keys(problems).length === 0 ? (
          <FieldProblem>
            {failure.title}. {failure.details}
          </FieldProblem>
        ) : null}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            Dejarla como está
          </button>
          <button type="submit" className="button button-main" aria-busy={change.isPending} disabled={change.isPending}>
            {change.isPending ? 'Cambiando…' : 'Cambiar la clave'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
