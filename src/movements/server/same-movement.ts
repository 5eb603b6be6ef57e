import { addDays } from '#platform/clock.ts'
import type { Movement } from '../movement.ts'
import { tailsAgree } from '../movement-tail.ts'
import type { StoredMovement } from './schema.ts'

/** A movement of the same amount that is kept already. */
export type Known = StoredMovement & {
  /** Whether the source that tells now has told of it: then what it tells now is another one. */
  told: boolean
}

type Told = Movement & { cola: string }

/**
 * Which of the movements of the same account and amount this is, told by another source; null when it is none of them. What tells
 * two payments apart (reference, phone, document) must not differ; of those that are left the likest and nearest is it.
 */
export function findMate(told: Told, known: readonly Known[]): Known | null {
  const near = known
    .filter((one) => !one.told && isNear(told, one))
    .map((one) => ({ one, likeness: likeness(told, one) }))
    .filter((found) => found.likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || distance(told, a.one) - distance(told, b.one))
  return near[0]?.one ?? null
}

/** Sources differ by a day: late at night, and by the day of value. */
function isNear(told: Told, one: Known): boolean {
  return one.dia >= addDays(told.dia, -1) && one.dia <= addDays(told.dia, 1)
}

/** 3 for one reference, 2 for one payer, 1 where one of the two says nothing that tells payments apart, 0 for two payments. */
function likeness(told: Told, one: Known): number {
  const tails = [told.cola, one.cola].filter((cola) => cola.length >= 6)
  if (tails.length === 2) return tailsAgree(told.cola, one.cola) ? 3 : 0
  const payer = samePayer(told, one)
  if (payer === false) return 0
  if (payer === true) return 2
  return isNameless(told) || isNameless(one) ? 1 : 0
}

/** Null when one of them does not say who paid. */
function samePayer(told: Told, one: Known): boolean | null {
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
 * Whether it may be the same row told twice: BDV was seen to repeat one, with its reference or the next number. Only where the row says who paid: rows
 * that say nothing are alike among honest payments too.
 */
export function isRepeated(told: Told, known: Known): boolean {
  if (told.dia !== known.dia || told.concepto !== known.concepto) return false
  if (isNameless({ ...told, cola: '' }) || samePayer(told, known) !== true) return false
  const [a, b] = [told.referencia, known.referencia].map((text) =>
    /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN,
  )
  return Math.abs((a ?? Number.NaN) - (b ?? Number.NaN)) <= 1
}
