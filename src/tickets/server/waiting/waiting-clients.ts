import type { Instant } from '#platform/clock.ts'
import { afterTaking, type Counted, crowdedShare, isWithin, NETWORK } from '../shares/shares.ts'
import type { Reservation } from '../store.ts'

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
export const TURN = 1_800_000
/** Why a report that waits is served: its connection's share, or its waiting. */
type Reason = 'share' | 'patience'

interface Asking {
  tiene: number
  espera: number
}

type Asked = Pick<Reservation, 'cliente' | 'red' | 'cantidad' | 'reportado_en'>

/** A report that waits, with what its connection and its network have and wait for. */
export interface Waiting extends Asked, Pick<Reservation, 'id' | 'trabajo'> {
  tiene: number
  espera: number
  red_tiene: number
  red_espera: number
}

/** What the connections of reports that wait have and wait for, while some of them are served. */
export class Clients {
  readonly #clients = new Map<string, Asking>()
  readonly #networks = new Map<string, Asking>()

  constructor(waiting: readonly Waiting[]) {
    for (const { cliente, red, tiene, espera, red_tiene, red_espera } of waiting) {
      if (red === null) continue
      this.#clients.set(cliente ?? '', { tiene: Number(tiene), espera: Number(espera) })
      this.#networks.set(red, { tiene: Number(red_tiene), espera: Number(red_espera) })
    }
  }

  /** Who is not counted is one of his own. */
  #of({ cliente, red, cantidad }: Asked): [own: Asking, network: Asking] {
    const alone = { tiene: 0, espera: cantidad }
    return [this.#clients.get(cliente ?? '') ?? alone, this.#networks.get(red ?? '') ?? alone]
  }

  has(reservation: Asked): number {
    return this.#of(reservation)[0].tiene
  }

  /**
   * Why a report that waits may be served now: within its connection's share, which grows with the hours, or because it has waited a minute.
   * @returns null when it may not.
   */
  reasonFor(reservation: Asked, counted: Counted, now: Instant): Reason | null {
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

  served(reservation: Asked): void {
    for (const asking of this.#of(reservation)) {
      asking.tiene += reservation.cantidad
      asking.espera -= reservation.cantidad
    }
  }
}

function isPatient(counted: Counted, { tiene, espera }: Asking, times = 1): boolean {
  return tiene + espera <= times * patientShare(counted)
}

/** What a connection may ask for in all, and be given by patience. */
export function patientShare({ libres, apartados, en_revision }: Counted): number {
  const all = libres + apartados + en_revision
  return en_revision > libres + apartados
    ? Math.min(PATIENT_LEAST, Math.floor(all / PATIENT_MOST_PART))
    : Math.max(PATIENT_LEAST, Math.floor(all / PATIENT_PART))
}
