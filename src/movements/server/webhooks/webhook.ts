import type { Instant } from '#platform/clock.ts'
import { type Told, UNSAID } from '../../movement.ts'

/** A bank's message, as its texts: numbers and booleans written out, deeper values left out. */
export type Fields = Readonly<Record<string, string>>

/** Kind of a bank's call. `cuenta` is the account or the phone that the money came to, empty without one. */
export type Notified =
  | { es: 'movimiento'; movimiento: Told; cuenta: string }
  | { es: 'descartado'; motivo: string }
  | { es: 'ilegible'; motivo: string }

export interface Reply {
  status: number
  body: Record<string, unknown>
}

/** A bank that calls us: its key, its message, and the answer that it wants. */
export interface Webhook {
  /** The key that it shows, from its headers; undefined without one. */
  key(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined
  /** @throws nothing: an unreadable call is `ilegible`. */
  read(fields: Fields, now: Instant): Notified
  /** Answer after which that bank neither asks again for ever nor gives the payment up. It is sent once the call is kept for good. */
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
 * A payment that came in, in bolívares and by Pago Móvil unless `more` says otherwise. Its name is the same when the bank sends it again; short
 * references are equal by chance, so the payer and the payer's bank are part of it.
 */
export function notified(
  bank: string,
  cuenta: string,
  references: readonly string[],
  { dia, centimos, ...payer }: Pick<Told, 'dia' | 'centimos'> & Partial<Told>,
  more: Partial<Told>,
): Notified {
  const { banco_origen = '', telefono_origen = '', documento_origen = '' } = payer
  const id_banco = [bank, ...references, dia, centimos, banco_origen, telefono_origen, documento_origen].join(':')
  const usual = { sentido: 'credito', tipo: 'pago_movil', moneda: 'VES', en: null } as const
  return { es: 'movimiento', cuenta, movimiento: { ...UNSAID, ...usual, id_banco, dia, centimos, ...payer, ...more } }
}

export const UNREADABLE = {
  body: { es: 'ilegible', motivo: 'No se entiende lo que mandó el banco.' },
  amount: { es: 'ilegible', motivo: 'El monto no se entiende.' },
  day: { es: 'ilegible', motivo: 'La fecha no puede ser.' },
  currency: { es: 'ilegible', motivo: 'La moneda no se entiende.' },
} as const satisfies Record<string, Notified>
