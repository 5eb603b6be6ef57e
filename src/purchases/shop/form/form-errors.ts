import type { MethodKind } from '#payment-methods/methods.ts'
import { normaliseCedula } from '../../cedula.ts'
import { checkPerson, type PersonField } from '../../rules.ts'
import type { Draft } from '../purchase-state.ts'

/** Messages of the fields, and of the proof. */
export type Errors = Partial<Record<PersonField | 'comprobante', string>>

/** What breaks a rule in the form. */
export function checkForm(draft: Draft, metodo: MethodKind | null): Errors {
  // A company's letter is not part of what normalises: the rule says what is wrong with it.
  const cedula = normaliseCedula(draft.cedula, draft.prefijo) ?? draft.cedula
  return checkPerson({ ...draft, cedula }, metodo)
}

/** The messages again, of the fields that have one: a correction takes it away at once, and no other field gets one. */
export function rejudge(before: Errors, draft: Draft, metodo: MethodKind | null): Errors {
  const found = checkForm(draft, metodo)
  const kept: Errors = before.comprobante ? { comprobante: before.comprobante } : {}
  for (const field of Object.keys(before) as PersonField[]) {
    const message = found[field]
    if (message) kept[field] = message
  }
  return kept
}
