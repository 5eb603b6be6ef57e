import { giveUp } from './moves.ts'
import type { RaffleState } from './path/raffle-state.ts'
import { missingFor } from './shares/unverified-share.ts'
import type { Reservation } from './store.ts'

/**
 * A report outranks a bare hold: a reported payment takes tickets from visitors who only set some aside. They come from the
 * network and connection that hold the most, the newest first, and picked numbers last; expired holds are taken before all. Their visitors find out
 * at their next request
 * (`APARTADO_CEDIDO`), and go before bare holds in turn when they report.
 * @param needed how many more must be free.
 * @param red the only network to take them from; by default any.
 * @returns whether so many are; nothing is taken from anybody in vain.
 */
export function displace(state: RaffleState, needed: number, red?: string): boolean {
  if (needed <= 0) return true
  if (state.stock.apartados < needed) return false
  const holds = state.holds().filter((hold) => red === undefined || hold.red === red)
  if (sum(holds) < needed) return false
  let freed = 0
  const over = ({ vence_en }: Reservation) => vence_en !== null && vence_en <= state.now
  const live = holds.filter((hold) => !over(hold))
  for (const some of [
    holds.filter(over),
    live.filter((hold) => hold.elegidos === 0),
    live.filter((hold) => hold.elegidos === 1),
  ]) {
    const left = new Crowd(some)
    for (let hold = left.pop(); hold && freed < needed; hold = left.pop()) {
      giveUp(state, hold, 'cedido')
      freed += hold.cantidad
    }
  }
  return freed >= needed
}

/**
 * The same for exactly those numbers. A hold goes whole, so it is taken only from visitors who together hold no more than that many.
 * So one report does not send away many visitors for one number each.
 * @returns whether all of them are free now: a reported number stays its owner's.
 */
export function displacePicks(state: RaffleState, numeros: readonly string[]): boolean {
  const ids = [...new Set(state.ownersAmong(numeros).values())]
  state.prepare({ ids })
  const owners = ids.map((id) => state.reservation(id))
  if (owners.some(({ estado }) => estado !== 'apartado') || sum(owners) > numeros.length) return false
  if (missingFor(state.stock, state.raffle, numeros.length) > state.stock.apartados) return false
  for (const hold of owners) giveUp(state, hold, 'cedido')
  return true
}

/** Holds by network and connection. Where nobody counts, each visitor is a connection. */
class Crowd {
  readonly #networks: Map<string, Map<string | null, Reservation[]>>

  constructor(holds: Reservation[]) {
    const networks = Map.groupBy(holds, ({ id, red }) => red ?? `${id}`)
    this.#networks = new Map([...networks].map(([red, own]) => [red, Map.groupBy(own, ({ cliente }) => cliente)]))
  }

  /** The newest hold of the connection that holds the most. */
  pop(): Reservation | undefined {
    const clients = most(this.#networks, (of) => sum([...of.values()].flat()))
    return clients && most(clients, sum)?.pop()
  }
}

/** The heaviest, of equal ones the last. */
function most<Key, Value>(map: Map<Key, Value>, weigh: (value: Value) => number): Value | undefined {
  let [best, weight]: [Value | undefined, number] = [undefined, 0]
  for (const value of map.values()) {
    const own = weigh(value)
    if (own >= weight) [best, weight] = [value, own]
  }
  return best
}

function sum(holds: Reservation[]): number {
  return holds.reduce((count, { cantidad }) => count + cantidad, 0)
}
