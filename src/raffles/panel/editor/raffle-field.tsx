import type { ComponentProps, ReactNode } from 'react'
import type { Form } from '#platform/panel/form/use-form.ts'
import { Check, type ChoiceOption } from '#platform/panel/parts/choice.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import type { Locks } from '../../locked-fields.ts'
import type { RaffleDraft, RaffleFields } from '../../raffle-fields.ts'
import { RAFFLE_FIELDS } from '../../raffle-fields.ts'

export type RaffleForm = Form<RaffleFields, RaffleDraft>

export const CURRENCIES: readonly ChoiceOption<RaffleFields['moneda']>[] = [
  { value: 'USD', label: 'Dólares ($)' },
  { value: 'VES', label: 'Bolívares (Bs.)' },
]

/** Ways to choose the numbers. */
export const SELECTIONS: readonly ChoiceOption<RaffleFields['seleccion']>[] = [
  { value: 'automatica', label: 'Al azar', says: 'Se sortean cuando confirmas el pago.' },
  { value: 'manual', label: 'A mano', says: 'Quien compra los elige, en la página principal (/rifa).' },
  { value: 'ambas', label: 'Las dos', says: 'Quien compra decide.' },
]

/** Shared props of every part of the form. */
export interface FormPart {
  form: RaffleForm
  locks: Locks
}

/** A field of the raffle by its name. A locked one keeps its place and shows why. */
export function RaffleTextField({
  of: { form, locks },
  name,
  hint,
  ...input
}: { of: FormPart; name: Parameters<RaffleForm['field']>[0]; hint?: ReactNode } & Omit<
  ComponentProps<'input'>,
  'name'
>) {
  const lock = locks[name]
  return (
    <Field
      label={RAFFLE_FIELDS[name].label}
      {...form.field(name)}
      readOnly={lock !== undefined}
      hint={lock === undefined ? hint : <LockReason>{lock}</LockReason>}
      {...input}
    />
  )
}

/** A yes or no of the raffle. @param children meaning of yes. */
export function RaffleCheck({
  of: { form, locks },
  name,
  children,
}: {
  of: FormPart
  name: 'registro_unico' | 'acepta_cercanos'
  children: ReactNode
}) {
  const lock = locks[name]
  return (
    <Check
      label={RAFFLE_FIELDS[name].label}
      says={lock === undefined ? children : <LockReason>{lock}</LockReason>}
      name={name}
      checked={form.draft[name]}
      disabled={lock !== undefined}
      onChange={(checked) => form.change({ [name]: checked })}
    />
  )
}

/** Why a field is locked, with a lock: not by colour alone. */
export function LockReason({ children }: { children: ReactNode }) {
  return (
    <span className="lock-reason row-start gap-1">
      <Icon name="lock" />
      {children}
    </span>
  )
}

/** A part of the form, with an anchor for the list of parts. */
export function FormSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="raffle-part pad-end-6 line-below stack gap-4" id={id} aria-labelledby={`${id}-titulo`}>
      <h2 className="subheading" id={`${id}-titulo`}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A line of a part that is no field: what it is, and its button. */
export function Deed({ name, says, children }: { name: string; says: ReactNode; children: ReactNode }) {
  return (
    <li className="raffle-deed gap-2-4 pad-y-3 line-below row wrap apart">
      <div className="basis">
        <h3>{name}</h3>
        <p className="soft small">{says}</p>
      </div>
      {children}
    </li>
  )
}
