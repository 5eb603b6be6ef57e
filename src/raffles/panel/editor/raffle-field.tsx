import type { ComponentProps, ReactNode } from 'react'
import { Field } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import type { RaffleField } from '../../contract.ts'
import { FIELD_LABELS, type RaffleDraft } from '../../raffle-draft.ts'
import type { Locks } from '../../raffle-locks.ts'

/** What every part of the form works on. */
export interface FormPart {
  draft: RaffleDraft
  change: (part: Partial<RaffleDraft>) => void
  /** What is wrong and may be said by now. */
  shown: Partial<Record<RaffleField, string>>
  locks: Locks
}

type TextField = { [Name in RaffleField]: RaffleDraft[Name] extends string ? Name : never }[RaffleField]

/** A field of the raffle by its name. One that may not change keeps its place and says why. */
export function RaffleTextField({
  of: { draft, change, shown, locks },
  name,
  hint,
  ...input
}: { of: FormPart; name: TextField; hint?: ReactNode } & Omit<ComponentProps<'input'>, 'name'>) {
  const lock = locks[name]
  return (
    <Field
      label={FIELD_LABELS[name]}
      name={name}
      value={draft[name]}
      autoComplete="off"
      readOnly={lock !== undefined}
      onChange={({ target }) => change({ [name]: target.value })}
      problem={shown[name]}
      hint={lock === undefined ? hint : <LockReason>{lock}</LockReason>}
      {...input}
    />
  )
}

/** Why a field is locked, with a lock: not by colour alone. */
export function LockReason({ children }: { children: ReactNode }) {
  return (
    <span className="lock-reason">
      <Icon name="lock" />
      {children}
    </span>
  )
}

/** A part of the form, with an anchor for the list of parts. */
export function FormSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="raffle-part" id={id} aria-labelledby={`${id}-titulo`}>
      <h2 id={`${id}-titulo`}>{title}</h2>
      {children}
    </section>
  )
}
