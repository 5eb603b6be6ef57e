import { numberText } from '#raffles/digits.ts'
import { placesOfPicks } from '../moves.ts'
import { reservationOf, type Taking } from '../reserve.ts'
import { isPlenty } from '../shares/shares.ts'
import { freeUnderCap } from '../shares/unverified-share.ts'
import type { Reservation } from '../store.ts'
import type { RaffleGroup } from './raffle-group.ts'

/** What becomes of his tickets, of which nothing has changed yet. */
export type Plan = { take: Taking } | { keep: Reservation }

/**
 * Whether he can be given them without a question more: enough is free, all connections together have less than his may, nobody waits, and no number that
 * he wants has an owner. Everything else needs to be asked of the database (reserve.ts, reserve-reported.ts).
 * @throws AppError 422 NUMERO_INVALIDO
 */
export function canTakeAtOnce(group: RaffleGroup, { cantidad, numeros, client, estado }: Taking): boolean {
  const { raffle, stock, owned } = group
  if (numeros !== null) placesOfPicks(numeros, raffle)
  if (estado === 'en revision' && stock.en_espera > 0) return false
  if (freeUnderCap(stock, raffle) < cantidad || stock.libres < cantidad) return false
  if (client !== null && !isPlenty(stock, raffle, cantidad)) return false
  return !numeros?.some((numero) => owned.has(numero))
}

/** Carries out what was planned, in memory; writeGroup writes it. @returns the reservation as it is then. */
export function carryOut(group: RaffleGroup, plan: Plan): Reservation {
  return 'keep' in plan ? keep(group, plan.keep) : take(group, plan.take)
}

/** His tickets wait for the review, however long it takes. */
function keep({ stock, holds, reported, now }: RaffleGroup, hold: Reservation): Reservation {
  stock.apartados -= hold.cantidad
  stock.en_revision += hold.cantidad
  const kept: Reservation = { ...hold, estado: 'en revision', vence_en: null, compra: 1, reportado_en: now }
  holds.set(hold.token, kept)
  reported.push(kept)
  return kept
}

function take(group: RaffleGroup, taking: Taking): Reservation {
  const { raffle, stock, holds, owned, pile } = group
  const { cantidad, numeros, estado } = taking
  stock.libres -= cantidad
  stock[estado === 'apartado' ? 'apartados' : 'en_revision'] += cantidad
  const id = group.ids.shift()
  if (id === undefined) throw new Error('more reservations than the group asked for')
  const made: Reservation = { ...reservationOf(raffle, taking), id, servido_en: null, esperaba: 0 }
  holds.set(made.token, made)
  group.made.push(made)
  if (numeros === null) return made
  for (const place of placesOfPicks(numeros, raffle)) pile?.take(place)
  stock.sin_dueno -= cantidad
  for (const numero of numeros) {
    owned.add(numero)
    group.tickets.push({ numero, estado, reserva_id: id })
  }
  group.numbers.set(id, [...numeros].sort())
  return made
}

/**
 * A payment is confirmed, in memory: numbers that were not picked are drawn from the places that the group has drawn.
 * @param reservation one that has its tickets. @returns its numbers, in order.
 */
export function confirmInGroup(group: RaffleGroup, reservation: Reservation): string[] {
  const { raffle, stock, holds, confirmed, numbers, pile, draws } = group
  const { id, cantidad, elegidos } = reservation
  stock.en_revision -= cantidad
  stock.confirmados += cantidad
  const kept: Reservation = { ...reservation, estado: 'confirmado', vence_en: null }
  holds.set(kept.token, kept)
  confirmed.push(kept)
  if (elegidos === 1) return numbers.get(id) ?? []
  if (!pile || draws.length < cantidad) throw new Error('more numbers than the group has drawn')
  const drawn = draws.splice(0, cantidad).map((position) => numberText(pile.takeAt(position), raffle.digitos))
  stock.sin_dueno -= cantidad
  for (const numero of drawn) group.tickets.push({ numero, estado: 'vendido', reserva_id: id })
  return drawn.sort()
}
