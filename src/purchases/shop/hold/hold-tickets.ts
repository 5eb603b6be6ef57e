import type { PaymentMethod } from '#payment-methods/contract.ts'
import { CallFailure } from '#platform/web/fetch-json.ts'
import { showNotice } from '#platform/web/notice.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import { forgetKept, inDoubt, isTyped, keep, readKept } from '../form/draft.ts'
import type { Flow, Hold } from '../purchase-state.ts'
import type { Refusal } from '../report/send-report.ts'
import { refreshHold, releaseHold, takeHold, tellMethod } from './hold.ts'

/** Account fields that a host with only the specification's fields leaves out, or has as null. */
const EMPTY = { banco: '', numeroCuenta: '', cedula: '', telefono: '', email: '', nombre: '', instrucciones: '' }

export function fullMethod(method: PaymentMethod): PaymentMethod {
  const known: PaymentMethod = JSON.parse(JSON.stringify(method), (name, value) =>
    // Nothing to show is made of lists and objects but the pages and the record itself.
    value === null || (value instanceof Object && name !== '' && name !== 'paginas') ? undefined : value,
  )
  return { ...EMPTY, ...known }
}

/**
 * Holds the tickets, unless going back left them held, and opens the payment; or leads back to the grid when somebody else has the
 * numbers.
 * @returns why the tickets could not be held, or null.
 */
export async function holdTickets(flow: Flow, chosen: PaymentMethod): Promise<Refusal | null> {
  const { raffle, purchase, change, alive } = flow
  const { ordered, byHand } = purchase
  const numbers = byHand ? purchase.numbers : null
  const method = fullMethod(chosen)
  // Another method's data are no change of these.
  if (method.id !== readKept(raffle.id).method) keep(raffle.id, { method: method.id, seen: undefined })
  // A late report has no tickets to wait for: only the method is another.
  if (purchase.late && purchase.hold) {
    change({ step: 'payment', method })
    return null
  }
  try {
    await purchase.released
    const still = await stillHeld(purchase.hold, raffle)
    const held = still ?? (await takeHold(raffle, ordered, numbers))
    if (!alive.current) {
      releaseHold(held)
      return null
    }
    keep(raffle.id, { hold: held.token, quantity: ordered, byHand, ...(still ? {} : { copied: [] }) })
    // From here on, these are the buyer's.
    change({ hold: held })
    const hold = await tellMethod(held, method, raffle)
    change({ step: 'payment', method, hold, late: false })
    return null
  } catch (error) {
    const { body } = error instanceof CallFailure ? error : new CallFailure(0)
    const taken = goneNumbers(body, numbers)
    if (taken) change({ step: 'numbers', taken, hold: null })
    return taken ? null : body
  }
}

/** The hold after going back, with its true time. Without a connection it counts as it was. */
async function stillHeld(hold: Hold | null | undefined, raffle: RaffleAnswer): Promise<Hold | null> {
  const fresh = hold ? await refreshHold(hold, raffle).catch(() => hold) : null
  return fresh?.ceded ? null : fresh
}

/** The numbers were confirmed: the previous hold is given back before these are held. */
export function pickNumbers({ raffle, purchase, change }: Flow, numbers: readonly string[]): void {
  const { hold } = purchase
  change({ step: 'method', numbers, taken: [] })
  if (!hold || numbers.join() === hold.numbers.join()) return
  keep(raffle.id, { hold: null })
  change({ hold: null, released: releaseHold(hold) })
}

/**
 * The purchase is closed: its tickets go back on sale, with a message, and the typed data stay.
 * @returns false where going back step by step would lose typed data without a question: the question comes at that step.
 */
export function leave({ raffle, purchase, change, onFinished }: Flow): boolean {
  const { step, hold, method, late, ordered, proof } = purchase
  if (hold && method && /amount|method|numbers/.test(step) && (proof || isTyped(readKept(raffle.id).draft))) {
    change({ step: 'payment', leaving: true })
    return false
  }
  const releases = step !== 'done' && !late && !inDoubt(raffle.id) ? hold : null
  if (step === 'done') {
    forgetKept(raffle.id)
    onFinished()
  }
  if (releases) {
    keep(raffle.id, { hold: null })
    releaseHold(releases)
  }
  // Once the dialogs are gone.
  setTimeout(() => {
    // One that closes together with another above it cannot give the focus back itself.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-buy]')?.focus()
    if (releases?.token)
      showNotice(`Liberamos tus ${ordered} boletos`, 'Vuelven a la venta. Lo que escribiste sigue guardado.', 4000)
  })
  return true
}

/**
 * Picked numbers that somebody else has, by a refusal: ours lists them in `numeros`, another host may only write them into
 * its sentence.
 * @param picked null when the numbers will be drawn.
 * @returns null when it names no numbers.
 */
export function goneNumbers(
  { numeros, error, details }: Refusal,
  picked: readonly string[] | null,
): readonly string[] | null {
  if (!picked) return null
  if (Array.isArray(numeros)) return numeros.map(String)
  const words = new Set(`${error} ${details}`.split(/\D+/))
  const gone = picked.filter((numero) => words.has(numero))
  return gone.length > 0 ? gone : null
}
