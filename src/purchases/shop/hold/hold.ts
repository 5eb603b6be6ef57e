import type { PaymentMethod } from '#payment-methods/contract.ts'
import { apiAddress, CallFailure, fetchJson } from '#platform/web/fetch-json.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { HoldAnswer, Quote } from '#tickets/contract.ts'
import { HOLD_SECONDS } from '#tickets/quantity.ts'
import type { PurchaseAnswer } from '../../contract.ts'
import { askServerDay, noteServerTime } from '../form/server-day.ts'
import { estimate } from '../payment/owed.ts'
import type { Hold } from '../purchase-state.ts'

/** In place of tickets that are no longer held, so that a late payment can be reported. */
export const NO_HOLD = { token: null, renewable: false, seconds: 0, since: 0 }

/**
 * Takes the tickets off the sale for 600 seconds.
 * @param numbers those that were picked by hand; null when they will be drawn.
 * @throws CallFailure; with NUMERO_TOMADO its body names in `numeros` the numbers that somebody else has.
 */
export async function takeHold(
  raffle: RaffleAnswer,
  quantity: number,
  numbers: readonly string[] | null,
): Promise<Hold> {
  try {
    const body = { cantidad_tickets: quantity, ...(numbers === null ? {} : { numeros_seleccionados: numbers }) }
    return fromAnswer(await fetchJson<HoldAnswer>(`/api/rifas/${raffle.id}/apartados`, { method: 'POST', body }))
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    const { status, body } = error
    const unheard = status === 0 && apiAddress('') !== ''
    // Nothing can be set aside for this buyer, whose report goes before the holds of others.
    const unheld = body.sin_apartar === true
    // A host that knows only the specification's calls: no reservation, the same countdown.
    const plain = body.code === undefined && (unheard || [404, 405].includes(status))
    if (!unheld && !plain) throw error
    const none = await takeNone(raffle, quantity, numbers, unheard).catch(() => {
      throw error
    })
    return { ...none, unheld }
  }
}

/**
 * Sends the hold its method, in a raffle whose payments have céntimos of their own: its quote has them then.
 * @throws CallFailure; without it the amount due is not known.
 */
export async function tellMethod(
  hold: Hold,
  { id, moneda }: PaymentMethod,
  { centimos_unicos }: RaffleAnswer,
): Promise<Hold> {
  if (!centimos_unicos || hold.token === null || moneda !== 'VES') return hold
  return fromAnswer(await askHold<HoldAnswer>(hold.token, '/metodo', { metodo_id: id }))
}

/**
 * The tickets that this visitor held before a reload, or before the tab was closed behind the bank's app.
 * @returns null when their time is over, and only then: a server that is busy or fails says nothing of it.
 * @throws CallFailure
 */
export async function resumeHold(token: string, raffle: RaffleAnswer, ceded: Hold | null = null): Promise<Hold | null> {
  try {
    const answer = await askHold<HoldAnswer>(token)
    return answer.rifa_id === raffle.id ? fromAnswer(answer) : null
  } catch (error) {
    const { status } = error as CallFailure
    if (status === 410) return ceded
    if (status === 404) return null
    throw error
  }
}

/**
 * The outcome of a hold that is over: the answer of the purchase that was reported with it, or null when none was. A host that
 * keeps no holds knows of none.
 * @throws CallFailure when nobody says so.
 */
export async function findReported(token: string | null | undefined): Promise<PurchaseAnswer | null> {
  if (!token) return null
  try {
    return await askHold<PurchaseAnswer>(token, '/compra')
  } catch (error) {
    if (error instanceof CallFailure && error.status === 404) return null
    throw error
  }
}

/** Its true remaining time; null when it is over. @throws CallFailure when nobody answers. */
export async function refreshHold(hold: Hold, raffle: RaffleAnswer): Promise<Hold | null> {
  if (hold.token === null) return hold
  return resumeHold(hold.token, raffle, { ...hold, seconds: 0, renewable: false, ceded: true })
}

/** Gives the tickets back. It outlives the page; a call that is lost only means that they expire by themselves. */
export async function releaseHold({ token }: Hold): Promise<void> {
  if (token === null) return
  await fetch(apiAddress('/api/rifas/apartado/soltar'), {
    method: 'POST',
    body: JSON.stringify({ apartado: token }),
    headers: { 'content-type': 'application/json' },
    keepalive: true,
  }).catch(() => undefined)
}

/** Sends a request about a hold. Its token travels in the body: addresses are kept in logs and histories. @throws CallFailure */
export function askHold<T>(token: string, what = '', more: object = {}): Promise<T> {
  return fetchJson<T>(`/api/rifas/apartado${what}`, { method: 'POST', body: { apartado: token, ...more } })
}

export function fromAnswer(answer: HoldAnswer): Hold {
  noteServerTime(Date.parse(answer.vence_en) - answer.segundos * 1000)
  return {
    token: answer.token,
    numbers: answer.numeros,
    quote: answer.cotizacion,
    renewable: answer.renovable,
    seconds: answer.segundos,
    since: performance.now(),
  }
}

/**
 * Stand-in for a hold on a host that knows only the specification's calls: no reservation, the same countdown.
 * @param unheard no answer came to the hold: the host may refuse preflight requests, or the line is dead.
 * @throws CallFailure when it is the line.
 */
async function takeNone(
  raffle: RaffleAnswer,
  quantity: number,
  numbers: readonly string[] | null,
  unheard: boolean,
): Promise<Hold> {
  // A request without preflight tells which of the two it is.
  if (unheard) await fetchJson(`/api/rifas/rifas/${raffle.id}`)
  return {
    token: null,
    numbers: numbers ?? [],
    quote: await pageQuote(raffle, quantity),
    renewable: false,
    seconds: HOLD_SECONDS,
    since: performance.now(),
  }
}

/** With the rate that the page has shown: `euro` only where the raffle came without one, so that nobody sees two totals. */
async function pageQuote(raffle: RaffleAnswer, quantity: number): Promise<Quote> {
  const today = (await askServerDay()) ?? ''
  if (raffle.tasa_usd !== null) return estimate(raffle, quantity, today)
  const known = await fetchJson<{ euro?: unknown }>('/api/rifas/tasa-bcv').catch(() => null)
  // Some hosts write it as text. Without a number there is no rate.
  return estimate({ ...raffle, tasa_usd: Number(known?.euro).toFixed(8) }, quantity, today)
}
