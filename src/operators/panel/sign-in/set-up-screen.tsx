import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '#access/panel/ask.ts'
import { useShortForm } from '#platform/panel/form/short-form.ts'
import { Field } from '#platform/panel/parts/field.tsx'
import { firstOperator } from '../../contract.ts'
import { showOperator } from '../status.ts'
import { EntryForm, EntryFrame } from './entry-frame.tsx'
import { NewPasswordField } from './password-field.tsx'

/** The code comes in the fragment, which no server and no log sees; it leaves the address bar immediately. */
function takeCode(): string {
  const code = new URLSearchParams(location.hash.slice(1)).get('codigo') ?? ''
  if (code) history.replaceState(history.state, '', location.pathname)
  return code
}

/** First start of an installation: its owner. */
export function SetUpScreen({ site }: { site: string }) {
  const client = useQueryClient()
  const [codigo, setCodigo] = useState('')
  const [brought, setBrought] = useState(false)
  useEffect(() => {
    const code = takeCode()
    if (!code) return
    setCodigo(code)
    setBrought(true)
  }, [])
  const form = useShortForm({
    fields: firstOperator,
    also: { codigo },
    send: (body) => ask('POST /api/panel/configuracion', { body }),
    done: (operator) => showOperator(client, operator),
  })
  return (
    <EntryFrame
      site={site}
      foot={<p>El código aparece en la consola donde iniciaste Tómbola y cambia cada vez que se reinicia.</p>}
    >
      <EntryForm
        title="Crea tu acceso"
        says="Serás el dueño: verás todo y podrás invitar a tu equipo."
        form={form}
        action="Crear y entrar"
        doing="Creando…"
      >
        {brought ? null : (
          <Field
            label="Código de inicio"
            {...form.field('codigo')}
            value={codigo}
            onChange={(event) => setCodigo(event.target.value)}
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        <Field label="Tu nombre" autoComplete="name" {...form.field('nombre')} />
        <Field label="Correo" type="email" autoComplete="username" {...form.field('correo')} />
        <NewPasswordField label="Clave" {...form.field('clave')} />
      </EntryForm>
    </EntryFrame>
  )
}
