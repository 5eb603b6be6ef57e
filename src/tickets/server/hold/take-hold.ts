import { after, type Instant, waitText } from '#platform/clock.ts'
import { AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { batchOf } from '#platform/server/db/unit.ts'
import { randomId } from '#platform/server/random.ts'
import { findRaffle, type Raffle } from '#raffles/server/store.ts'
import type { HoldAnswer, NewHold } from '../../contract.ts'
import { HOLD_SECONDS } from '../../quantity.ts'
import { makeQuote, type QuoteRate } from '../../quote.ts'
import { placesOfPicks } from '../moves.ts'
import { openRaffle } from '../path/open-raffle.ts'
import type { RaffleState } from '../path/raffle-state.ts'
import { checkQuantity, checkSelection, onSale, quoteRate, refuseFree } from '../raffle-on-sale.ts'
import { type Taking, takeTickets } from '../reserve.ts'
import type { Client } from '../shares/client-mark.ts'
import { countedOf, isPlenty, limitsOf, roomOf } from '../shares/shares.ts'
import type { Reservation } from '../store.ts'
import { describeHold } from './describe-hold.ts'

/**
 * Holds tickets for the 600 seconds in which a visitor pays, with the quote frozen.
 * @param client the connection that asks (client-mark.ts); null where nobody counts.
 * @throws AppError 404, 409 RIFA_PAUSADA | RIFA_CERRADA | RIFA_CONGELADA | SELECCION_NO_PERMITIDA | TOPE_SIN_VERIFICAR | SIN_DISPONIBLES |
 * NUMERO_TOMADO, 422 CANTIDAD_NO_PERMITIDA and others,
 * 429 DEMASIADOS_APARTADOS
 */
export async function takeHold(
  ctx: Ctx,
  raffleId: number,
  wanted: NewHold,
  client: Client | null = null,
): Promise<HoldAnswer> {
  const numeros = wanted.numeros_seleccionados ?? null
  if (numeros !== null && numeros.length !== wanted.cantidad_tickets) {
    throw refusal('CANTIDAD_DE_NUMEROS', {
      details: `Debes seleccionar exactamente ${wanted.cantidad_tickets} números`,
    })
  }
  // The rate is read before the lock is taken: it may come from the database, and the lock is everybody's.
  const known = onSale(await findRaffle(ctx.db.read, raffleId), ctx.clock.now())
  const asking = { ctx, known, cantidad: wanted.cantidad_tickets, numeros, client, token: randomId(ctx.random) }
  const rate = await quoteRate(ctx, known)
  const hold = await ctx.db.writeBatched(`rifa:${raffleId}`, HOLDS, { ...asking, rate })
  return describeHold(hold, numeros ?? [], ctx.clock.now())
}

interface Asking extends Pick<Taking, 'token' | 'cantidad' | 'numeros' | 'client'> {
  ctx: Ctx
  known: Raffle
  rate: QuoteRate | null
}

/** Requests for holds of a raffle, alone or in a group. */
const HOLDS = batchOf<RaffleState, Asking, Reservation>({
  load(tx, asked) {
    const [{ ctx, known }] = asked as [Asking]
    const picks = asked.flatMap(({ numeros }) => numeros ?? [])
    return openRaffle(tx, known, { picks, reservations: asked.length }, ctx.clock.now())
  },
  decide: (tx, state, asking) => state.settle(tx, () => decideHold(state, asking)),
  save: (tx, state) => state.save(tx),
})

function decideHold(state: RaffleState, asking: Asking): Reservation {
  const taking = takingOf(state.raffle, asking, state.now)
  try {
    checkShare(state, taking)
    return takeTickets(state, taking)
  } catch (refusal) {
    throw refusal instanceof AppError ? tellIfReportHelps(state, taking, refusal) : refusal
  }
}

/** The wanted tickets, by the rules of the raffle behind its lock, where no operator changes it: the raffle is sold as it is now. */
function takingOf(current: Raffle, { token, cantidad, numeros, client, rate }: Asking, now: Instant): Taking {
  const raffle = onSale(current, now)
  checkSelection(raffle, numeros !== null)
  checkQuantity(raffle, cantidad)
  if (numeros !== null) placesOfPicks(numeros, raffle)
  const cotizacion = makeQuote(raffle, cantidad, rate)
  refuseFree(cotizacion)
  const vence_en = after(now, HOLD_SECONDS * 1000)
  return { token, cantidad, numeros, estado: 'apartado', vence_en, cotizacion, client }
}

const NO_HOLD: ReadonlySet<string> = new Set(['DEMASIADOS_APARTADOS', 'TOPE_SIN_VERIFICAR', 'SIN_DISPONIBLES'])

/**
 * A refused hold is not the end where a payer can get tickets. Those are free ones that the share or the operator's limit keeps
 * for now, and those that few connections set aside, because a report outranks a bare hold. `sin_apartar` tells the page, which
 * offers the choice. Where many visitors hold the rest, or as many wait already, nobody is sent to the bank for nothing.
 */
function tellIfReportHelps(state: RaffleState, { cantidad, numeros }: Taking, refusal: AppError): AppError {
  if (numeros !== null || !NO_HOLD.has(refusal.code)) return refusal
  const { libres, en_espera } = state.stock
  const sin_apartar = libres >= cantidad || state.heldByFew() - en_espera >= cantidad
  const { status, code, error, details, extra, headers } = refusal
  return new AppError(status, code, error, details, { extra: { ...extra, sin_apartar }, headers })
}

/**
 * Whether a connection may hold that many more.
 * @throws AppError 429 DEMASIADOS_APARTADOS with `permitidos`, how many it may hold now, and when to come back.
 */
export function checkShare(state: RaffleState, { client, cantidad }: Taking): void {
  const { stock, raffle, now } = state
  if (client === null || isPlenty(stock, raffle, cantidad)) return
  const has = state.connection(client)
  const permitidos = roomOf(limitsOf(countedOf(stock, raffle)), has)
  if (permitidos >= cantidad) return
  state.endExpired()
  throw tooManyHeld(permitidos, has.firstEnd, now)
}

function tooManyHeld(permitidos: number, firstEnd: Instant | null, now: Instant): AppError {
  const seconds = firstEnd === null ? 60 : Math.ceil((firstEnd - now) / 1000)
  const wait = waitText(seconds)
  return refusal('DEMASIADOS_APARTADOS', {
    details:
      permitidos >= 2
        ? `Por ahora puedes apartar hasta ${permitidos} desde tu conexión. Elige menos, o espera ${wait} e intenta de nuevo.`
        : `Desde tu conexión hay muchos boletos apartados sin pagar. Espera ${wait} e intenta de nuevo.`,
    permitidos,
    wait: seconds,
  })
}
