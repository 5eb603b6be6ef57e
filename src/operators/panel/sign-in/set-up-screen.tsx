import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import type { Operator } from '#access/contract.ts'
import { callPanel, readFailure } from '#platform/panel/api.ts'
import { Field, FieldProblem } from '#platform/panel/parts/field.tsx'
import { firstOperator } from '../../contract.ts'
import { checkFields, focusFirst, text } from '../form-fields.ts'
import { EntryFrame } from './entry-frame.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { showOperator } from './panel-status.ts'

/** The code comes in the fragment, which no server and no log sees; it leaves the address bar at once. */
function takeCode(): string {
  const code = new URLSearchParams(location.hash.slice(1)).get('codigo') ?? ''
  if (code) history.replaceState(history.state, '', location.pathname)
  return code
}

/** First start of an installation: who runs it. */
export function SetUpScreen({ site }: { site: string }) {
  const client = useQueryClient()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [codigo, setCodigo] = useState('')
  const [brought, setBrought] = useState(false)
  useEffect(() => {
    const code = takeCode()
    if (!code) return
    setCodigo(code)
    setBrought(true)
  }, [])
  const creation = useMutation({
    mutationFn: (fields: Record<string, string>) => callPanel<Operator>('POST', '/configuracion', fields),
    onSuccess: (operator) => showOperator(client, operator),
    onError: (error) => setProblems(readFailure(error).fields),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const fields = { codigo, nombre: text(form, 'nombre'), correo: text(form, 'correo'), clave: text(form, 'clave') }
    const found = checkFields(firstOperator, fields)
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirst(event.currentTarget, found)
    creation.mutate(fields)
  }

  const failure = creation.error ? readFailure(creation.error) : null
  return (
    <EntryFrame
      site={site}
      foot={<p>El código aparece en la consola donde iniciaste Tómbola y cambia cada vez que se reinicia.</p>}
    >
      <form className="entry-form" noValidate onSubmit={submit}>
        <div>
          <h1>Crea tu acceso</h1>
          <p className="soft">Serás el dueño: verás todo y podrás invitar a tu equipo.</p>
        </div>
        {brought ? null : (
          <Field
            label="Código de inicio"
            name="codigo"
            value={codigo}
            onChange={(event) => setCodigo(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            problem={problems['codigo']}
          />
        )}
        <Field label="Tu nombre" name="nombre" autoComplete="name" problem={problems['nombre']} />
        <Field label="Correo" name="correo" type="email" autoComplete="username" problem={problems['correo']} />
        <NewPasswordField label="Clave" name="clave" problem={problems['clave']} />
        {failure && Object.keys(failure.fields).length === 0 ? (
          <FieldProblem>
            <span>
              {failure.title}. {failure.details}
            </span>
          </FieldProblem>
        ) : null}
        <button
          type="submit"
          className="button button-main button-wide"
          aria-busy={creation.isPending}
          disabled={creation.isPending}
        >
          {creation.isPending ? 'Creando…' : 'Crear y entrar'}
        </button>
      </form>
    </EntryFrame>
  )
}
