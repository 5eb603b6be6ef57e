import { type ReactNode, useState } from 'react'
import { FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { readFailure } from '#platform/panel/api.ts'
import { type Form, useForm } from '#platform/panel/form/use-form.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import type { SourceForm } from '../../source.ts'

type Typed = Readonly<Record<string, string>>
type Fields = Form<Typed | null, Record<string, string>>['field']
const PLAIN = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const

/**
 * The name of a source and its settings by its form, which a code keeps.
 * @param kept those that are kept already, without the secrets: left empty, they go on.
 * @param first values of one that is not kept yet.
 * @param children further fields, above the others.
 */
export function SourceSettings(props: {
  form: SourceForm
  kept?: Typed
  first?: Typed
  label: string
  asks: { title: string; lead: string; action: string }
  children?: (field: Fields) => ReactNode
  onSend: (sent: { nombre: string; ajustes: Record<string, string>; codigo: string }, typed: Typed) => Promise<void>
}) {
  const { form, kept, first, asks } = props
  const draftOf = (typed: Typed | null): Record<string, string> => ({
    nombre: '',
    metodo_id: '',
    ...Object.fromEntries(form.campos.map(({ nombre }) => [nombre, ''])),
    ...typed,
  })
  const edit = useForm({
    saved: kept ?? null,
    draftOf,
    ...(first && { first: draftOf(first) }),
    check: (typed) => checkTyped(form, typed, kept !== undefined),
  })
  const [asked, setAsked] = useState(false)

  /** Fields that the server refuses show their message. @throws faults of the code or the way, for the dialog that asks for it. */
  async function send(codigo: string): Promise<void> {
    const { nombre = '' } = edit.draft
    try {
      await props.onSend({ nombre, ajustes: sentSettings(form, edit.draft), codigo }, edit.draft)
    } catch (error) {
      const { fields } = readFailure(error)
      if (Object.keys(fields).every((name) => name === 'codigo')) throw error
      edit.tell(
        Object.fromEntries(Object.entries(fields).map(([name, text]) => [name.replace(/^ajustes\./, ''), text])),
      )
    }
    setAsked(false)
  }

  return (
    <>
      <form
        className="measure stack gap-4"
        noValidate
        aria-label={props.label}
        onSubmit={edit.submit(() => setAsked(true))}
      >
        {props.children?.(edit.field)}
        <SettingFields form={form} field={edit.field} kept={kept !== undefined} />
        <div className="row">
          <Button look="go" text={asks.action} type="submit" disabled={kept !== undefined && !edit.dirty} />
        </div>
      </form>
      {asked ? <FreshCodeDialog {...asks} onConfirm={send} onClose={() => setAsked(false)} /> : null}
    </>
  )
}

function SettingFields(props: { form: SourceForm; field: Fields; kept: boolean }) {
  const { form, field, kept } = props
  const settings = form.campos.map(({ nombre, etiqueta, secreto, opcional, dia, ayuda }) => {
    const sealed = kept ? 'Guardada; no se vuelve a mostrar. Vacía, sigue la misma.' : 'Se guarda cifrada.'
    const hint = [ayuda, secreto ? sealed : opcional && !dia ? 'Puede quedar vacío.' : ''].filter(Boolean).join(' ')
    return (
      <Field
        key={nombre}
        label={etiqueta}
        {...field(nombre)}
        {...PLAIN}
        {...(dia ? { type: 'date' } : {})}
        {...(secreto ? { type: 'password', autoComplete: 'new-password' } : {})}
        hint={hint}
      />
    )
  })
  const why = kept ? '' : 'Para que tu equipo sepa cuál es, como: teléfono de la caja.'
  return (
    <>
      <Field label="Nombre" {...field('nombre')} maxLength={60} hint={why} />
      {settings}
    </>
  )
}

/** Faults in the typed settings, before a code is asked for. */
function checkTyped(form: SourceForm, typed: Typed, kept: boolean): Record<string, string> {
  const problems: Record<string, string> = typed['nombre']?.trim() ? {} : { nombre: 'Escribe un nombre.' }
  for (const { nombre, secreto, opcional, forma } of form.campos) {
    const text = (typed[nombre] ?? '').trim()
    if (text === '' && !opcional && !(kept && secreto)) problems[nombre] = 'Falta este dato.'
    else if (text !== '' && forma && !forma[0].test(text)) problems[nombre] = forma[1]
  }
  return problems
}

/** Settings as they are sent: secrets left empty stay. */
function sentSettings(form: SourceForm, typed: Typed): Record<string, string> {
  const told = form.campos.map(({ nombre, secreto }) => ({ nombre, secreto, text: typed[nombre] ?? '' }))
  return Object.fromEntries(
    told.filter(({ secreto, text }) => !secreto || text !== '').map((one) => [one.nombre, one.text]),
  )
}
