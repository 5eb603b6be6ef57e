import type { Instant } from '#platform/clock.ts'
import type { Told } from '../../movement.ts'

/** What a bank sent, as its texts: numbers and booleans written out, what is deeper left out. */
export type Fields = Readonly<Record<string, string>>

/** What a bank's call is. `cuenta` is the account or the phone that it says the money came to, empty where it does not. */
export type Notified =
  | { es: 'movimiento'; movimiento: Told; cuenta: string }
  | { es: 'descartado'; motivo: string }
  | { es: 'ilegible'; motivo: string }

export interface Reply {
  status: number
  body: Record<string, unknown>
}

/** A bank that calls us: how it says who it is, what it says, and what it wants to hear. */
export interface Webhook {
  /** What it shows as its key, from its headers; undefined where it shows none. */
  key(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined
  /** @throws nothing: what cannot be read is `ilegible`. */
  read(fields: Fields, now: Instant): Notified
  /** What makes that bank neither ask again for ever nor give the payment up. It is said once the call is kept for good. */
  answer(repeated: boolean, fields: Fields): Reply
}

/** The same with another case or an accent is the same field: contracts differ. */
export function field(fields: Fields, ...names: string[]): string {
  for (const name of names) {
    const value = fields[name.toLowerCase()]
    if (value !== undefined && value !== '') return value
  }
  return ''
}

/**
 * What a bank's call names its payment by: told again, it is the same. Short references are equal by chance, so who paid and from which
 * bank is part of it.
 */
export function nameNotified(
  bank: string,
  references: readonly string[],
  { dia, centimos, ...payer }: Pick<Told, 'dia' | 'centimos'> & Partial<Told>,
): string {
  const { banco_origen = '', telefono_origen = '', documento_origen = '' } = payer
  return [bank, ...references, dia, centimos, banco_origen, telefono_origen, documento_origen].join(':')
}

export const UNREADABLE = {
  body: { es: 'ilegible', motivo: 'No se entiende lo que mandó el banco.' },
  amount: { es: 'ilegible', motivo: 'El monto no se entiende.' },
  day: { es: 'ilegible', motivo: 'La fecha no puede ser.' },
  currency: { es: 'ilegible', motivo: 'La moneda no se entiende.' },
} as const satisfies Record<string, Notified>
