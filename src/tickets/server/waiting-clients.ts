import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { afterTaking, COUNTED, type Counted, crowdedShare, isWithin, NETWORK, shareOf } from './shares.ts'
import type { Reservation } from './store.ts'

/**
 * How long a report above its connection's share waits for others to come first, in milliseconds: by then a connection that floods
 * has asked for so much that it is known.
 */
export const PATIENCE = 60_000
/** What a connection may ask for in all and still be given more than its share after that time: the largest purchase, or: */
const PATIENT_LEAST = 100
/** this part of what is not sold. */
const PATIENT_PART = 50
/** Once more is reported than left, no more than the largest purchase, and this part of a small raffle: few connections shall not have all of it. */
const PATIENT_MOST_PART = 10
/** Who has waited that long is overtaken by nobody who reports from now on (milliseconds). */
export const AGED = 300_000
/** Each time that long its connection is worth one share more to who waits, so that nobody waits for ever (milliseconds). */
const TURN = 1_800_000
/** Why a report that waits is served: its connection's share, or its waiting. */
export type Reason = 'share' | 'patience'

interface Asking {
  tiene: number
  espera: number
  /** When the first of those that wait was reported. */
  desde: number
  /** Tickets of the smallest of those. */
  menor: number
}

const NOTHING: Asking = { tiene: 0, espera: 0, desde: Number.POSITIVE_INFINITY, menor: Number.POSITIVE_INFINITY }

/** What every connection of a raffle has and waits for, and which of them may be given tickets. */
export class Clients {
  readonly #clients = new Map<string, Asking>()
  readonly #networks = new Map<string, Asking>()
  readonly #networkOf = new Map<string, string>()

  add(cliente: string, red: string, asking: Asking): void {
    this.#networkOf.set(cliente, red)
    for (const [map, key] of [
      [this.#clients, cliente],
      [this.#networks, red],
    ] as const) {
      const before = map.get(key) ?? NOTHING
      map.set(key, {
        tiene: before.tiene + asking.tiene,
        espera: before.espera + asking.espera,
        desde: Math.min(before.desde, asking.desde),
        menor: Math.min(before.menor, asking.menor),
      })
    }
  }

  /** Who is not counted is one of his own. */
  #of({ cliente, red, cantidad }: Reservation): [own: Asking, network: Asking] {
    const alone = { ...NOTHING, espera: cantidad }
    return [this.#clients.get(cliente ?? '') ?? alone, this.#networks.get(red ?? '') ?? alone]
  }

  has(reservation: Reservation): number {
    return this.#of(reservation)[0].tiene
  }

  /**
   * Why a report that waits may be served now: within its connection's share, which grows with the hours, or because it has waited a minute.
   * @returns null when it may not.
   */
  reasonFor(reservation: Reservation, counted: Counted, now: Instant): Reason | null {
    const { cantidad, reportado_en, red } = reservation
    if (red === null) return 'share'
    const [own, network] = this.#of(reservation)
    if (isWithin(counted, { tiene: own.tiene, red: network }, cantidad)) return 'share'
    const waited = now - (reportado_en ?? 0)
    if (waited < PATIENCE) return null
    const turns = crowdedShare(counted) * (1 + Math.floor(waited / TURN))
    if (own.tiene + cantidad <= turns && network.tiene + cantidad <= turns * NETWORK) return 'share'
    const after = afterTaking(counted, cantidad)
    return isPatient(after, own) && isPatient(after, network, NETWORK) ? 'patience' : null
  }

  served(reservation: Reservation): void {
    for (const asking of this.#of(reservation)) {
      asking.tiene += reservation.cantidad
      asking.espera -= reservation.cantidad
    }
  }

  /** Connections of which some report may be served now, by why: those of others, of which there may be thousands, need not be looked at. */
  hopeful(counted: Counted, now: Instant): Record<Reason, string[]> {
    const found: Record<Reason, string[]> = { share: [], patience: [] }
    for (const [cliente, own] of this.#clients) {
      if (own.espera === 0) continue
      const { tiene, desde, menor } = own
      const turns = crowdedShare(counted) * (1 + Math.floor((now - desde) / TURN))
      const most = Math.max(shareOf(counted, menor), turns)
      const network = this.#networks.get(this.#networkOf.get(cliente) ?? '') ?? NOTHING
      if (tiene + menor <= most && network.tiene + menor <= NETWORK * most) found.share.push(cliente)
      if (isPatient(counted, own) && isPatient(counted, network, NETWORK)) found.patience.push(cliente)
    }
    return found
  }
}

function isPatient(
  { libres, apartados, en_revision }: Counted,
  { tiene, espera }: Pick<Asking, 'tiene' | 'espera'>,
  times = 1,
): boolean {
  const all = libres + apartados + en_revision
  const most =
    en_revision > libres + apartados
      ? Math.min(PATIENT_LEAST, Math.floor(all / PATIENT_MOST_PART))
      : Math.max(PATIENT_LEAST, Math.floor(all / PATIENT_PART))
  return tiene + espera <= times * most
}

export async function listClients(tx: Sql, raffleId: number): Promise<Clients> {
  const rows = await tx
    .selectFrom('reservations')
    .select((row) => [
      'cliente',
      'red',
      'estado',
      row.fn.sum<number>('cantidad').as('cantidad'),
      row.fn.min('reportado_en').as('desde'),
      row.fn.min('cantidad').as('menor'),
    ])
    .where('rifa_id', '=', raffleId)
    .where('red', 'is not', null)
    .where('estado', 'in', COUNTED)
    .groupBy(['red', 'cliente', 'estado'])
    .execute()
  const clients = new Clients()
  for (const { cliente, red, estado, cantidad, desde, menor } of rows) {
    const waits = estado === 'en espera'
    clients.add(cliente ?? '', red ?? '', {
      tiene: waits ? 0 : Number(cantidad),
      espera: waits ? Number(cantidad) : 0,
      desde: waits ? Number(desde) : NOTHING.desde,
      menor: waits ? Number(menor) : NOTHING.menor,
    })
  }
  return clients
}
