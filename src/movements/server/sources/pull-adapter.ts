import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Told } from '../../movement.ts'
import type { SourceCause } from '../../source.ts'
import type { StoredMovement } from '../record-movements.ts'

/** Settings of a source by name, the secret ones opened. They are never logged. */
export type SourceSettings = Readonly<Record<string, string>>

/** What a source said when it was asked. */
export interface Reading {
  /** What came in or went out since the cursor. Told again it adds nothing, so that a reading may overlap the one before. */
  movimientos: Told[]
  /** Where the next reading begins, in the adapter's own words; kept in the same transaction as the movements. */
  cursor: string
  /** Until when everything has been told; null where the source does not say. */
  leido_hasta: Instant | null
  /** There is more: it is asked again at once, as far as its limits allow. */
  hay_mas?: boolean
}

/** What an adapter may use of the world. */
export interface PullWorld extends Pick<Ctx, 'fetch' | 'random'> {
  now: Instant
  /** Ends when nobody waits any longer. */
  signal: AbortSignal
}

/** A bank or a wallet that is asked. */
export interface PullAdapter {
  /** Milliseconds between two readings at least, as the bank limits them. */
  pausa: number
  /**
   * Asks what came in. It may be asked the same again at any time and changes nothing at the bank: what marks a payment as seen there
   * is `consumir`.
   * @param cursor of the last reading that was kept; null at the first.
   * @throws SourceFailure
   */
  leer(settings: SourceSettings, cursor: string | null, world: PullWorld): Promise<Reading>
  /**
   * Marks a payment at the bank as reconciled: once, after the decision about it, never before.
   * @throws SourceFailure
   */
  consumir?(settings: SourceSettings, movimiento: StoredMovement, world: PullWorld): Promise<void>
}

/** A source that told nothing, and why. Its message is a short code for the log: nothing that the bank said, nothing of a person. */
export class SourceFailure extends Error {
  readonly causa: SourceCause
  /** When it may be asked again, where it says so itself. */
  readonly reintentar_en: Instant | null

  constructor(causa: SourceCause, code: string, reintentar_en: Instant | null = null) {
    super(code)
    this.causa = causa
    this.reintentar_en = reintentar_en
  }
}
