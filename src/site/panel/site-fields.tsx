import type { ReactNode } from 'react'
import type { Form } from '#platform/panel/form/use-form.ts'
import { Field, SelectField } from '#platform/panel/parts/field.tsx'
import type { SiteSettings } from '../contract.ts'
import type { PanelSite } from '../panel-contract.ts'

/** A part of the settings with its heading. */
export function Part({ title, says, children }: { title: string; says: string; children: ReactNode }) {
  return (
    <section className="site-part line-below" aria-label={title}>
      <header>
        <h2 className="subheading">{title}</h2>
        <p className="faint small">{says}</p>
      </header>
      <div className="stack gap-4">{children}</div>
    </section>
  )
}

/** The accent, by eye or by its figure. */
export function ColorField(props: { value: string; problem: string | undefined; onChange: (color: string) => void }) {
  return (
    <div className="site-color">
      <input
        type="color"
        aria-label="Elegir el color"
        value={/^#[0-9a-f]{6}$/i.test(props.value) ? props.value : '#ffa53d'}
        onChange={({ target }) => props.onChange(target.value)}
      />
      <Field
        label="Color de los botones"
        name="color"
        value={props.value}
        spellCheck={false}
        autoCapitalize="none"
        onChange={({ target }) => props.onChange(target.value.trim())}
        problem={props.problem}
      />
    </div>
  )
}

/** Which raffle a page shows. */
export function RafflePick(props: {
  name: 'rifa_a' | 'rifa_b'
  label: string
  site: PanelSite
  form: Form<SiteSettings, SiteSettings>
}) {
  const { name, site, form } = props
  const { draft } = form
  const known = site.rifas.some(({ id }) => id === draft[name])
  return (
    <SelectField
      label={props.label}
      name={name}
      value={draft[name]}
      onChange={({ target }) => form.change({ [name]: Number(target.value) })}
      problem={form.problems[name]}
    >
      {known ? null : <option value={draft[name]}>Ninguna todavía</option>}
      {site.rifas.map(({ id, titulo, estado }) => (
        <option key={id} value={id}>
          {titulo} ({estado})
        </option>
      ))}
    </SelectField>
  )
}
