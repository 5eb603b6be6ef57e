import { addDays } from '#platform/clock.ts'
import type { Movement } from '../movement.ts'
import { movementTail, otherTail, tailsAgree } from '../movement-tail.ts'
import { isRenumbered } from '../renumbering.ts'
import type { StoredMovement } from './schema.ts'

/** A movement of the same amount that is kept already. */
export type Known = StoredMovement & {
  /** Whether this source has reported it before: then its report now is another one. */
  told: boolean
  /** Another file has reported it, and this one has not under the same name. */
  otra_hoja?: boolean
  /** Numbers under which this source's lists have it; the movement itself has room for two of all sources. */
  numeros: string[]
}

type Told = Movement & { cola: string }
/** Data that tell two movements of one amount apart. */
export type Traits = Pick<
  Told,
  'dia' | 'tipo' | 'moneda' | 'cola' | 'referencia_otra' | 'banco_origen' | 'telefono_origen' | 'documento_origen'
>

/** As many days may lie between two sources' words of one payment. */
const FAR = 10

/**
 * The movement of the same account and amount that this one is, from another source; null when it is none of them. Data that tell
 * two payments apart (reference, phone, document) must not differ; of the rest the likest and nearest is it. A movement decided
 * by a person matches by its reference alone: the decision was about nothing else.
 * @param house four digits of the account's bank, or empty
 * @param least `likeness` of it at least
 */
export function findMate(told: Told, known: readonly Known[], house: string, least: number): Known | null {
  const fromAnother = ({ banco_origen: bank }: Known) =>
    Number(bank !== '' && told.banco_origen !== '' && bank !== told.banco_origen)
  const near = known
    .filter((one) => !one.told && isNear(told, one))
    .map((one) => ({ one, likeness: likeness(told, one, house) }))
    .filter((found) => found.likeness >= (found.one.estado === 'abierto' ? least : 3))
    .sort(
      (a, b) =>
        b.likeness - a.likeness ||
        fromAnother(a.one) - fromAnother(b.one) ||
        used(b.one) - used(a.one) ||
        distance(told, a.one) - distance(told, b.one),
    )
  return near[0]?.one ?? null
}

/** What of it pays somebody, or a person decided about. */
export const used = ({ unido, devuelto, ignorado }: Known) => unido + devuelto + ignorado

/** Sources differ by a day: late at night, and by the day of value. */
function isNear(told: Pick<Told, 'dia'>, one: Pick<Told, 'dia'>, days = 1): boolean {
  return one.dia === told.dia || (one.dia >= addDays(told.dia, -days) && one.dia <= addDays(told.dia, days))
}

/** 3 for one reference, 2 for one payer, 1 where one of the two has no telling data, 0 for two payments. */
function likeness(told: Told, one: Known, house: string): number {
  const tails = [told.cola, one.cola].filter((cola) => cola.length >= 6)
  const payer = samePayer(told, one)
  if (isOneReference(told, one)) return 3
  const renumbered = told.moneda === 'VES' && [told, one].every(({ banco_origen }) => isRenumbered(banco_origen, house))
  if (tails.length === 2 && !renumbered) return 0
  if (payer === false) return 0
  if (payer === true) return 2
  // Its notice has the receipt's number and the phone, its list another number and the document.
  if (renumbered) return 1
  return isNameless(told) || isNameless(one) ? 1 : 0
}

/** A call may have the payer's number and its bank's own, and a list the one or the other. */
export function isOneReference(told: Traits, one: Traits): boolean {
  return (
    tailsAgree(told.cola, one.cola) || tailsAgree(otherTail(told), one.cola) || tailsAgree(told.cola, otherTail(one))
  )
}

/** Null when one of them does not name the payer. */
export function samePayer(told: Traits, one: Traits): boolean | null {
  const pairs = [
    [told.telefono_origen, one.telefono_origen],
    [told.documento_origen, one.documento_origen],
  ].filter(([a, b]) => a !== '' && b !== '')
  if (pairs.length === 0) return null
  return pairs.every(([a, b]) => a === b)
}

/** Whether one telling names both by a whole reference, though each has a row: nobody has decided about the other one. */
export function isDouble(told: Told, mate: Known, other: Known): boolean {
  const open = other.repetida_de === null && used(other) === 0
  return open && other !== mate && isOneReference(told, other) && isNear(told, other)
}

/** Whether none of their data tells two movements of one amount apart. @param house as in `findMate` */
export function maySame(told: Traits, one: Traits, house: string): boolean {
  if (!isNear(told, one) || !mayShare(told, one)) return false
  return isOneReference(told, one) || !(isApart(told, house) && isApart(one, house))
}

const PAYERS = ['telefono_origen', 'documento_origen', 'banco_origen'] as const

/** Whether currency and payer are those of one payment, as far as both say them. */
export const mayShare = (told: Traits, one: Traits): boolean =>
  told.moneda === one.moneda &&
  PAYERS.every((name) => told[name] === one[name] || told[name] === '' || one[name] === '')

/** Whether its reference tells it from all others. @param house as in `findMate` */
export const isApart = ({ cola, banco_origen }: Pick<Traits, 'cola' | 'banco_origen'>, house: string) =>
  cola.length >= 6 && !isRenumbered(banco_origen, house)

export const isNameless = (one: Pick<Traits, 'cola' | (typeof PAYERS)[number]>): boolean =>
  one.cola.length < 6 && one.telefono_origen === '' && one.documento_origen === ''

function distance(told: Told, one: Known): number {
  const days = told.dia === one.dia ? 0 : 1
  const time = told.en !== null && one.en !== null ? Math.abs(told.en - one.en) / 86_400_000 : 0.5
  return days * 2 + time
}

/** Whether this source's lists have it already: under that number, also days apart, or under the one before or after it. */
export function isListed(told: Told, known: Known): boolean {
  if (!isNear(told, known, FAR) || samePayer(told, known) === false) return false
  const named = !isNameless({ ...told, cola: '' }) && isNear(told, known)
  return known.numeros.some(
    (numero) =>
      tailsAgree(told.cola, movementTail(numero, told.tipo).cola) || (named && areNext(told.referencia, numero)),
  )
}

const areNext = (...numbers: [string, string]) => {
  const [one, other] = numbers.map((text) => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN)) as [number, number]
  return Math.abs(one - other) <= 1
}

/**
 * Whether it may be the same payment reported twice by one source: under its own reference again, or under the next number, as Banco de
 * Venezuela was seen to do. Or under one reference on another day: a weekend lies between, or its day is that of the question.
 */
export function isRepeated(told: Told, known: Told): boolean {
  if (!isNear(told, known)) return isFarAlike(told, known)
  if (isOneReference(told, known)) return true
  if (isNameless({ ...told, cola: '' }) || samePayer(told, known) !== true) return false
  const next = [known.referencia, known.referencia_otra].some((other) => areNext(told.referencia, other))
  return next && told.dia === known.dia && told.concepto === known.concepto
}

const SHOWN = ['referencia', 'nombre_origen', 'concepto'] as const

/**
 * Whether two notices may be one payment. Nothing tells them apart, also where a phone cut one of them; and they share something of that
 * day, or their minute.
 */
export function isNoticeAgain(told: Told, one: Known): boolean {
  const payer = samePayer(told, one)
  if (!one.told || told.dia !== one.dia || payer === false) return false
  const pairs = SHOWN.map((name) => [told[name], one[name]] as const)
  if (!pairs.every(([a, b]) => a.startsWith(b) || b.startsWith(a))) return false
  if (payer || pairs.some(([a, b]) => a !== '' && b !== '')) return true
  return told.en !== null && one.en !== null && Math.abs(told.en - one.en) < 60_000
}

/** Under one reference of six digits or more, or one identifier: fewer are equal by chance. */
function isFarAlike(told: Told, one: Told): boolean {
  const long = [told, one].every(({ cola }) => cola.length >= 6)
  return long && isOneReference(told, one) && isNear(told, one, FAR)
}

/** Of the same direction and amount. */
export const nearKey = ({ sentido, centimos }: Pick<Movement, 'sentido' | 'centimos'>) => `${sentido} ${centimos}`

/** The movement that a repetition repeats, and itself where it repeats none. */
const originalOf = ({ id, repetida_de }: Pick<Known, 'id' | 'repetida_de'>) => repetida_de ?? id

/** The movement that a row with nothing to join repeats, or null. @param again whether its source has it already, where only that one knows */
export function findOriginal(told: Told, same: readonly Known[], again?: typeof isListed): number | null {
  const original = same.find((known) => isRepeated(told, known) || again?.(told, known))
  return original ? originalOf(original) : null
}

/**
 * Marks rows that may repeat a payment of another file or source, if one of the two lost its reference or a part of it. Each movement
 * marks one row at most, the likest first. Where nothing distinguishes them, the number of marks is right, and the choice may not be.
 * @param rows all that are new, each with the movements of its amount.
 */
export function markNameless(rows: readonly { row: StoredMovement; same: readonly Known[] }[], house: string): void {
  const taken = new Set(rows.map(({ row }) => row.repetida_de))
  for (const { same } of rows) for (const one of same) if (isToldHere(one)) taken.add(originalOf(one))
  const alike = rows
    .filter(({ row }) => row.repetida_de === null)
    .map(({ row, same }) => ({ row, by: Map.groupBy(same, (one) => namelessLikeness(row, one, house)) }))
  const likenesses = new Set(alike.flatMap(({ by }) => [...by.keys()]))
  for (const likeness of [...likenesses].filter(Boolean).sort((a, b) => b - a))
    for (const { row, by } of alike) {
      const one = by.get(likeness)?.find((known) => row.repetida_de === null && !taken.has(originalOf(known)))
      if (!one) continue
      row.repetida_de = originalOf(one)
      taken.add(row.repetida_de)
    }
}

const isToldHere = (one: Known) => one.told && !one.otra_hoja

/**
 * 0 for two payments: a phone, a document or digits of the shorter reference differ. The longer one has to begin with a whole one. Numbers
 * are compared with those that this source gave; where it gave none and the bank numbers a payment twice, another source's only number says
 * nothing. Files of one bank agree on the day, so rows of two days have to share a payer or digits too.
 */
function namelessLikeness(told: StoredMovement, one: Known, house: string): number {
  if (isToldHere(one) || !isNear(told, one) || areTwoNotices(told, one)) return 0
  // A decision was about that payment, and one with a reference is another.
  if (!one.told && one.estado !== 'abierto' && told.cola.length >= 6) return 0
  const own = one.numeros.filter(Boolean)
  const numbers = own.length > 0 ? own : [one.referencia, one.referencia_otra].filter(Boolean)
  const isOnly = one.referencia_otra === '' || tailsAgree(otherTail(one), one.cola)
  const vague = own.length === 0 && isOnly && isRenumbered(one.banco_origen, house)
  const digits = vague || numbers.length === 0 ? 0 : Math.max(...numbers.map((number) => sharedDigits(told, number)))
  const payer = samePayer(told, one)
  if (digits < 0 || payer === false) return 0
  const shared = digits + (payer ? 9 : 0)
  const day = told.dia === one.dia
  // Notices without payer and number are of one price.
  if (shared === 0 && one.told && (!day || (one.confianza === 'aviso' && !vague))) return 0
  return 1 + 10 * shared + (day ? 5 : 0) + ([...SHOWN, 'en'] as const).filter((name) => told[name] === one[name]).length
}

/** Digits that a reference and a number share, where the shorter is the other one cut; -1 where they are two. */
function sharedDigits({ referencia, tipo }: StoredMovement, number: string): number {
  const [short, long] = [referencia, number].sort((a, b) => a.length - b.length) as [string, string]
  const [digits, tail] = [short, long].map((text) => movementTail(text, tipo).cola) as [string, string]
  const cut = short.length < long.length && long.startsWith(short)
  if (digits.length >= 6 && !cut && !tailsAgree(digits, tail)) return -1
  return `${tail} ${long}`.includes(digits) ? digits.length : -1
}

/**
 * Whether two notices have two whole numbers, also where the first one's is kept apart from the bank's. Eight digits may be a cut number;
 * of more, four that end the second and begin what is kept of the first.
 */
function areTwoNotices({ confianza, referencia, cola }: StoredMovement, one: Known): boolean {
  const first = one.cola_avisada || (one.confianza === 'aviso' ? one.cola : '')
  if (confianza !== 'aviso' || !one.told || referencia.length <= 8 || first.length < 6) return false
  const cut = [4, 5, 6, 7].some((length) => referencia.endsWith(first.slice(0, length)))
  return !cut && !one.referencia.startsWith(referencia) && !referencia.includes(first) && !tailsAgree(cola, first)
}
