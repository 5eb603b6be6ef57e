import { fetchJson } from '#platform/web/fetch-json.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { Quote } from '#tickets/contract.ts'
import { HOLD_SECONDS } from '#tickets/quantity.ts'
import { askServerDay } from '../form/server-day.ts'
import { estimate } from '../payment/owed.ts'
import type { Hold } from '../purchase-state.ts'

/**
 * Stand-in for a hold on a host that knows only the specification's calls: no reservation, the same countdown.
 * @param unheard no answer came to the hold: the host may refuse preflight requests, or the line is dead.
 * @throws CallFailure when it is the line.
 */
export async function takeNone(
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
