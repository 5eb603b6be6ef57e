import type { MethodKind } from '#payment-methods/methods.ts'
import type { SourceKind } from './movement.ts'

/** Ways that report money without a person: a phone forwards the bank's notice, the bank calls us, or we poll the bank. */
export const SOURCE_WAYS = ['aviso', 'webhook', 'lectura'] as const
export type SourceWay = (typeof SOURCE_WAYS)[number]

/** Why a source brings nothing just now. */
export const SOURCE_CAUSES = ['tiempo', 'credencial', 'limite', 'mantenimiento', 'ilegible'] as const
export type SourceCause = (typeof SOURCE_CAUSES)[number]

/** A text that an owner types into the form of a source. */
export interface SourceField {
  nombre: string
  etiqueta: string
  /** Sealed, and never shown again. */
  secreto?: true
  opcional?: true
  /** A day: `2027-11-23`. */
  dia?: true
  /** The secrets are sent there: for another one they are typed again. */
  destino?: true
  ayuda?: string
  /** Form of the text, and the sentence about a wrong one. */
  forma?: readonly [pattern: RegExp, says: string]
}

/** A source as the panel offers it. */
export interface SourceForm {
  fuente: SourceKind
  via: SourceWay
  titulo: string
  /** Advice for an owner before trusting it. */
  nota: string
  /** Kinds of accounts that it can report on. */
  metodos: readonly MethodKind[]
  /** First four digits of the accounts that it can report on; any bank when missing. */
  banco?: string
  campos: readonly SourceField[]
}
