import type { Form } from '#platform/panel/form/use-form.ts'
import { Field } from '#platform/panel/parts/field.tsx'
import type { SourceForm } from '../../source.ts'

export type Typed = Readonly<Record<string, string>>
const PLAIN = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const

/** The name of a source, and its settings by its form. @param kept whether its secrets are kept already: left empty, they go on. */
export function SourceFields(props: {
  form: SourceForm
  field: Form<Typed | null, Record<string, string>>['field']
  kept: boolean
}) {
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
export function checkTyped(form: SourceForm, typed: Typed, kept: boolean): Record<string, string> {
  const problems: Record<string, string> = typed['nombre']?.trim() ? {} : { nombre: 'Escribe un nombre.' }
  for (const { nombre, secreto, opcional, forma } of form.campos) {
    const text = (typed[nombre] ?? '').trim()
    if (text === '' && !opcional && !(kept && secreto)) problems[nombre] = 'Falta este dato.'
    else if (text !== '' && forma && !forma[0].test(text)) problems[nombre] = forma[1]
  }
  return problems
}

/** Settings as they are sent: secrets left empty stay. */
export function sentSettings(form: SourceForm, typed: Typed): Record<string, string> {
  const told = form.campos.map(({ nombre, secreto }) => ({ nombre, secreto, text: typed[nombre] ?? '' }))
  return Object.fromEntries(
    told.filter(({ secreto, text }) => !secreto || text !== '').map((one) => [one.nombre, one.text]),
  )
}

/** The server's messages about settings, by the setting. */
export function problemsOf(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name.replace(/^ajustes\./, ''), text]))
}
