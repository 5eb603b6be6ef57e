import type { CalendarDate, Instant } from '#platform/clock.ts'
import type { PayCurrency } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Told } from '../../../movement.ts'
import type { SourceCause } from '../../../source.ts'

/** Settings of a source by name, the secret ones opened. They are never logged. */
export type SourceSettings = Readonly<Record<string, string>>

/** A source's answer: the money that it knows, or none. */
export interface Answer {
  movimientos: Told[]
  /** SHA-256 of the received bytes. */
  crudo_sha256: string
  /** Lines and texts that cannot be taken for money: a person reads them. */
  ilegibles: Unread[]
}

/** Of a poll: money that came in or went out since the cursor. Read again it adds nothing, so that a reading may overlap the one before. */
export interface Reading extends Answer {
  /** Where the next reading begins, in the adapter's own words; kept in the same transaction as the movements, or not at all. */
  cursor: string
  /** All entries of the source up to then are in this reading or an earlier one; null where nobody can say. */
  leido_hasta: Instant | null
}

/** A line or a mail that a person reads. */
export interface Unread {
  /** As it came. */
  cuerpo: string
  /** Why nobody else could, for people. */
  motivo: string
}

/** A payment that somebody reports: to ask with. The typed text is never the bank's word. */
export interface Claim {
  /** Of the smallest unit. */
  centimos: number
  /** That of the account. */
  moneda: PayCurrency
  /** The reported day. */
  dia: CalendarDate
  /** The day of the report, by our own clock. */
  reportado: CalendarDate
  /** Digits, or an identifier. */
  referencia: string
  /** Four digits, or empty. */
  banco: string
  /** `58412…`, or empty. */
  telefono: string
  /** `V12345678`, or empty. */
  documento: string
}

/** Access of an adapter to the world. */
export interface PullWorld extends Pick<Ctx, 'fetch' | 'random' | 'dns'> {
  now: Instant
  /** Ends when nobody waits any longer. */
  signal: AbortSignal
  /** Milliseconds for one answer, its body too. */
  patience: number
}

/** A bank or a wallet that is polled. It throws a `SourceFailure`, or has a defect of ours. */
export interface PullAdapter {
  /** Milliseconds between two readings at least, as the bank limits them. */
  pausa: number
  /**
   * Reads the money that came in. It may be repeated at any time and changes nothing at the bank: calls that mark a payment as seen
   * are never used (docs/decisions/092).
   * @param cursor of the last reading that was kept; null at the first.
   * @throws SourceFailure
   */
  leer?(settings: SourceSettings, cursor: string | null, world: PullWorld): Promise<Reading>
  /**
   * Asks about one payment, and changes nothing at the bank either. Of the claim nothing goes into the answer but the account's
   * currency and, where the bank gives no day, the one of the report.
   * @throws SourceFailure
   */
  preguntar?(settings: SourceSettings, claim: Claim, world: PullWorld): Promise<Answer>
}

/** Form of a failure's text: fixed words of ours, or the letters and digits of a bank's code. */
const CODE = /^[a-z\d _-]{1,40}$/i

/** A source that brought nothing, and why. Its message is a short code for the log: nothing of the bank's answer, nothing of a person. */
export class SourceFailure extends Error {
  readonly causa: SourceCause
  /** When it may be polled again, if its answer has it. */
  readonly reintentar_en: Instant | null

  constructor(causa: SourceCause, code: string, reintentar_en: Instant | null = null) {
    super(CODE.test(code) ? code : 'otro')
    this.name = 'SourceFailure'
    this.causa = causa
    this.reintentar_en = reintentar_en
  }
}
