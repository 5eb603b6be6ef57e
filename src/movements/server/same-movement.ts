import { addDays } from '#platform/clock.ts'
import type { Movement } from '../movement.ts'
import { otherTail, tailsAgree } from '../movement-tail.ts'
import { isRenumbered } from '../renumbering.ts'
import type { StoredMovement } from './schema.ts'

/** A movement of the same amount that is kept already. */
export type Known = StoredMovement & {
  /** Whether this source has reported it before: then its report now is another one. */
  told: boolean
  /** Another file of that kind has reported it. */
  otra_hoja?: true
}

type Told = Movement & { cola: string }

/** As many days may lie between two sources' words of one payment. */
const FAR = 10

/**
 * The movement of the same account and amount that this one is, from another source; null when it is none of them. Data that tell
 * two payments apart (reference, phone, document) must not differ; of the rest the likest and nearest is it. A movement decided
 * by a person matches by its reference alone: the decision was about nothing else.
 * @param house four digits of the account's bank, or empty
 */
export function findMate(told: Told, known: readonly Known[], house: string): Known | null {
  const near = known
    .filter((one) => !one.told && isNear(told, one))
    .map((one) => ({ one, likeness: likeness(told, one, house) }))
    .filter((found) => found.likeness > (found.one.estado === 'abierto' ? 0 : 2))
    .sort((a, b) => b.likeness - a.likeness || distance(told, a.one) - distance(told, b.one))
  return near[0]?.one ?? null
}

/** Sources differ by a day: late at night, and by the day of value. */
function isNear(told: Told, one: Pick<Known, 'dia'>): boolean {
  return one.dia === told.dia || (one.dia >= addDays(told.dia, -1) && one.dia <= addDays(told.dia, 1))
}

/** 3 for one reference, 2 for one payer, 1 where one of the two has no telling data, 0 for two payments. */
function likeness(told: Told, one: Known, house: string): number {
  const tails = [told.cola, one.cola].filter((cola) => cola.length >= 6)
  if (isOneReference(told, one)) return 3
  const renumbered = told.moneda === 'VES' && [told, one].every(({ banco_origen }) => isRenumbered(banco_origen, house))
  if (tails.length === 2 && !renumbered) return 0
  const payer = samePayer(told, one)
  if (payer === false) return 0
  if (payer === true) return 2
  // Its notice has the receipt's number and the phone, its list another number and the document.
  if (renumbered) return 1
  return isNameless(told) || isNameless(one) ? 1 : 0
}

/** A call may have the payer's number and its bank's own, and a list the one or the other. */
function isOneReference(told: Told, one: Told): boolean {
  return (
    tailsAgree(told.cola, one.cola) || tailsAgree(otherTail(told), one.cola) || tailsAgree(told.cola, otherTail(one))
  )
}

/** Null when one of them does not name the payer. */
function samePayer(told: Told, one: Told): boolean | null {
  const pairs = [
    [told.telefono_origen, one.telefono_origen],
    [told.documento_origen, one.documento_origen],
  ].filter(([a, b]) => a !== '' && b !== '')
  if (pairs.length === 0) return null
  return pairs.every(([a, b]) => a === b)
}

function isNameless({ cola, telefono_origen, documento_origen }: Told): boolean {
  return cola.length < 6 && telefono_origen === '' && documento_origen === ''
}

function distance(told: Told, one: Known): number {
  const days = told.dia === one.dia ? 0 : 1
  const time = told.en !== null && one.en !== null ? Math.abs(told.en - one.en) / 86_400_000 : 0.5
  return days * 2 + time
}

/**
 * Whether it may be the same payment reported twice by one source: under its own reference again, or without the one that it lost in a
 * spreadsheet. Or under the next number, as Banco de Venezuela was seen to do. Rows with neither a reference nor a payer are alike
 * among honest payments too. Or under one reference on another day: a weekend lies between, or its day is that of the question.
 */
export function isRepeated(told: Told, known: Pick<Known, keyof Told | 'told' | 'confianza'>): boolean {
  if (!isNear(told, known)) return isFarAlike(told, known)
  if (isOneReference(told, known)) return true
  if (isNameless({ ...told, cola: '' }) || samePayer(told, known) !== true) return false
  if (known.told && known.confianza === 'extracto' && (told.cola === '') !== (known.cola === '')) return true
  const [a, b] = [told.referencia, known.referencia].map((text) =>
    /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN,
  )
  const next = Math.abs((a ?? Number.NaN) - (b ?? Number.NaN)) <= 1
  return next && told.dia === known.dia && told.concepto === known.concepto
}

/** Under one reference of six digits or more, or one identifier: fewer are equal by chance. */
function isFarAlike(told: Told, one: Told): boolean {
  const long = [told, one].every(({ cola }) => cola.length >= 6)
  return long && isOneReference(told, one) && one.dia >= addDays(told.dia, -FAR) && one.dia <= addDays(told.dia, FAR)
}

/** Of the same direction and amount. */
export const nearKey = ({ sentido, centimos }: Pick<Movement, 'sentido' | 'centimos'>) => `${sentido} ${centimos}`

/**
 * Rows with neither a reference nor a payer, whose bank writes another description in each of its formats. As many of one amount and
 * day as other files have reported may be the same.
 */
export class NamelessRows {
  readonly #taken = new Map<string, number>()

  /** @param known rows of this file that are known by their names: each is one of those already. */
  constructor(known: readonly Movement[]) {
    for (const one of known) if (isNameless({ ...one, cola: one.referencia })) this.#take(one)
  }

  takeFrom(told: Told, near: readonly Known[]): Known | undefined {
    if (!isNameless(told)) return undefined
    const same = near.filter((one) => one.otra_hoja && one.dia === told.dia && isNameless(one))
    return same[this.#take(told) - 1]
  }

  #take(one: Movement): number {
    const key = `${nearKey(one)} ${one.dia}`
    const taken = (this.#taken.get(key) ?? 0) + 1
    this.#taken.set(key, taken)
    return taken
  }
}
