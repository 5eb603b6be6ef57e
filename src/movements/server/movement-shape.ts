import { parseDay } from '#platform/clock.ts'
import type { PayCurrency } from '#platform/money.ts'
import { MOVEMENT_TYPES, SOURCE_KINDS, type SourceKind, type Told, TRUST, type Trust } from '../movement.ts'

/** Forms of a payer's columns, where they are filled: they are compared with reports. */
const PAYER = {
  banco_origen: /^\d{4}$/,
  telefono_origen: /^58\d{10}$/,
  documento_origen: /^[VEJGPC]\d{4,10}$/,
} as const

const CURRENCIES: readonly PayCurrency[] = ['VES', 'USD', 'COP']

/**
 * The movement as it is written. A payer's phone, document or bank of another form would be compared with nobody's and is left out. The
 * tables do not say so themselves (docs/decisions/089).
 * @throws Error for movements that no reader makes: nothing of that telling is kept.
 */
export function inShape(told: Told): Told {
  const { tipo, moneda, dia } = told
  if (!MOVEMENT_TYPES.includes(tipo)) throw new Error('a movement of no kind')
  if (!CURRENCIES.includes(moneda)) throw new Error('a movement in no currency')
  if (parseDay(dia) === null) throw new Error('a movement of no day')
  const payer = Object.entries(PAYER).map(([name, form]) => {
    const said = told[name as keyof typeof PAYER]
    return [name, form.test(said) ? said : '']
  })
  return { ...told, ...(Object.fromEntries(payer) as Pick<Told, keyof typeof PAYER>) }
}

/** @throws Error for an unknown source. */
export function requireTeller({ fuente, confianza }: { fuente: SourceKind; confianza: Trust }): void {
  if (!SOURCE_KINDS.includes(fuente) || !TRUST.includes(confianza)) throw new Error('a word of nobody')
}
