import type { CalendarDate, Instant } from '#platform/clock.ts'
import type { PayCurrency } from '#platform/money.ts'

/** Where the word about money comes from: a statement's file, a phone's notice, or a bank's own interface. */
export const SOURCE_KINDS = [
  'extracto',
  'aviso',
  'bdv',
  'bnc',
  'bancamiga',
  'r4',
  'banesco',
  'binance',
  'pabilo',
  'zelle',
  'a_mano',
] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** How far that word is believed: a notice that a phone forwards, a file that a person uploads, the bank itself. */
export const TRUST = ['aviso', 'extracto', 'banco'] as const
export type Trust = (typeof TRUST)[number]

export const MOVEMENT_TYPES = ['pago_movil', 'transferencia', 'deposito', 'zelle', 'binance', 'otro'] as const
export type MovementType = (typeof MOVEMENT_TYPES)[number]

/** Money that came in or went out by a source, in the words of all sources. */
export interface Movement {
  sentido: 'credito' | 'debito'
  tipo: MovementType
  /** Of the smallest unit, always more than 0; smaller parts (USDT has eight places) are left out. */
  centimos: number
  moneda: PayCurrency
  /** The day in Caracas. */
  dia: CalendarDate
  /** Null where the source gives the day alone. */
  en: Instant | null
  /** As the source writes it; empty when it has none. */
  referencia: string
  /** A second one from the source. */
  referencia_otra: string
  /** Four digits, or empty. */
  banco_origen: string
  /** `58412…`, or empty. */
  telefono_origen: string
  /** `V12345678`, or empty. */
  documento_origen: string
  nombre_origen: string
  concepto: string
}

/** A movement as a source reports it, under a name that stays the same. */
export interface Told extends Movement {
  /** Name that is the same whenever that source sends it: the bank's own id, or a hash of the row and its place among equal ones. */
  id_banco: string
  /** It takes back a credit that another file has; without that one it is nothing. */
  deshace?: true | undefined
  /** A polled bank's text about it, as it came: stored with it for disputes, and no part of it. */
  crudo?: string
}

/** Fields that a source leaves empty. */
export const UNSAID = {
  referencia: '',
  referencia_otra: '',
  banco_origen: '',
  telefono_origen: '',
  documento_origen: '',
  nombre_origen: '',
  concepto: '',
} as const
