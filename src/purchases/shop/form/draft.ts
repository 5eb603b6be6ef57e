import { useCallback, useState } from 'react'
import type { MethodKind } from '#payment-methods/methods.ts'
import { dropKept, newKey, readKept as readStored, keep as store } from '#platform/web/kept.ts'
import { normaliseCedula } from '../../cedula.ts'
import { checkPayer, checkPerson, isOfBank, NO_PAYER, type PayerField, type PersonField } from '../../rules.ts'
import type { Draft, Sent } from '../purchase-state.ts'
import { dropProof } from './kept-proof.ts'

/** Where the buyer's own data wait for the next purchase, if the buyer agreed; `no` if not. */
export const OWN_DATA = 'mis-datos'

const EMPTY: Draft = {
  nombre: '',
  prefijo: 'V',
  cedula: '',
  telefono: '',
  correo: '',
  referencia: '',
  fecha: '',
  ...NO_PAYER,
}

/** Stored parts of an unfinished purchase until the browser closes the page: a reload loses nothing typed. */
interface Kept {
  draft?: Partial<Draft>
  /** Token of the hold. */
  hold?: string | null
  /** When it ends by this phone's clock, in milliseconds. */
  until?: number
  /** The subject of the hold: its method's id, how many, and whether the numbers were picked by hand. */
  method?: number
  quantity?: number
  /** Account values that the buyer has copied. */
  copied?: readonly string[]
  /** The payment account, as it was shown last. */
  seen?: string | undefined
  byHand?: boolean
  attempt?: Attempt | null
  /** The accepted report, until the buyer has closed the page that shows it. */
  sent?: Sent
}

/** The idempotency key of a report and the data that it was sent with. */
export interface Attempt {
  key: string
  print: string
  /** Nobody has said yet whether it arrived. */
  open?: boolean
}

const place = (raffleId: number) => `compra:${raffleId}`

export function readKept(raffleId: number): Kept {
  return (readStored('sessionStorage', place(raffleId)) ?? {}) as Kept
}

export function keep(raffleId: number, change: Kept): void {
  const before = readKept(raffleId)
  const kept = { ...before, ...change }
  // A proof is kept for its hold and goes with it.
  if (before.hold && before.hold !== kept.hold) dropProof(before.hold)
  store('sessionStorage', place(raffleId), kept)
  keepBeyond(raffleId, kept, before.hold)
}

/** The same for the time of the hold, even if the tab closes; no document but the one that this phone may keep. */
function keepBeyond(raffleId: number, { sent: _, attempt, draft, ...kept }: Kept, before: Kept['hold']): void {
  if (kept.hold && kept.until) {
    const open = attempt ? { key: attempt.key, print: '', open: attempt.open === true } : null
    // Empty, and not left out: the kept one may be another person's.
    const cedula = draft?.cedula === readOwnData().cedula ? draft?.cedula : ''
    const typed = draft && { ...draft, cedula, pagador_cedula: '' }
    store('localStorage', place(raffleId), { ...kept, attempt: open, draft: typed })
  } else if (before && (readStored('localStorage', place(raffleId)) as Kept | null)?.hold === before) {
    // That of another tab stays.
    dropKept('localStorage', place(raffleId))
  }
}

export function keepCopied(raffleId: number, value: string): void {
  keep(raffleId, { copied: [...(readKept(raffleId).copied ?? []), value] })
}

/** Whether a report was sent whose answer was lost: nothing of that purchase may be called cancelled. */
export function inDoubt(raffleId: number): boolean {
  return readKept(raffleId).attempt?.open === true
}

export function forgetKept(raffleId: number): void {
  keep(raffleId, { hold: null })
  dropKept('sessionStorage', place(raffleId))
}

/** A purchase was reported: the typed data go, and the code and the link stay until the buyer closes them. */
export function keepReported(raffleId: number, { answer, quantity }: Sent): void {
  forgetKept(raffleId)
  keep(raffleId, { sent: { answer, quantity } })
}

/** Whether there is something in it that a person would have to type again. */
export function isTyped(draft: Partial<Draft> = {}): boolean {
  return Object.entries(draft).some(([field, value]) => field !== 'prefijo' && value !== '')
}

/** The draft of a raffle's purchase, kept with every change. */
export function useDraft(raffleId: number): [Draft, (change: Partial<Draft>) => void] {
  const [draft, setDraft] = useState<Draft>(() => ({ ...EMPTY, ...readOwnData(), ...readKept(raffleId).draft }))
  const change = useCallback(
    (part: Partial<Draft>) =>
      setDraft((before) => {
        const next = { ...before, ...part }
        keep(raffleId, { draft: next })
        return next
      }),
    [raffleId],
  )
  return [draft, change]
}

/** The same key for the same content, so that a repetition is never a second purchase; a new one when anything changed. */
export function attemptFor(fields: Record<string, string>, proof: File, before: Attempt | null | undefined): Attempt {
  const print = JSON.stringify([fields, proof.name, proof.size, proof.lastModified])
  return before?.print === print ? before : { key: newKey(), print }
}

/** Own data that the buyer let this phone keep; empty without permission. */
export function readOwnData(): Partial<Draft> {
  return (readStored('localStorage', OWN_DATA) ?? {}) as Partial<Draft>
}

/** Messages of the fields, and of the proof. */
export type Errors = Partial<Record<PersonField | PayerField | 'comprobante', string>>

/** Fields of the form that break a rule. */
export function checkForm(draft: Draft, metodo: MethodKind | null): Errors {
  // A company's letter is not part of what normalises: the rule says what is wrong with it.
  const cedula = normaliseCedula(draft.cedula, draft.prefijo) ?? draft.cedula
  return { ...checkPerson({ ...draft, cedula }, metodo), ...(isOfBank(metodo) && checkPayer(draft)) }
}

/** The messages again, of the fields that have one: a correction takes it away at once, and no other field gets one. */
export function rejudge(before: Errors, draft: Draft, metodo: MethodKind | null): Errors {
  const found = checkForm(draft, metodo)
  const kept: Errors = before.comprobante ? { comprobante: before.comprobante } : {}
  for (const field of Object.keys(before) as (PersonField | PayerField)[]) {
    const message = found[field]
    if (message) kept[field] = message
  }
  return kept
}
