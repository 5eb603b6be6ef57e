import { addDays } from '#platform/clock.ts'
import type { Movement, MovementType } from '../movement.ts'
import { movementTail, otherTail, tailsAgree } from '../movement-tail.ts'
import { isRenumbered } from '../renumbering.ts'
import type { StoredMovement } from './schema.ts'

/** A movement of the same amount that is kept already. */
export type Known = StoredMovement & {
  /** Whether this source has reported it before: then its report now is another one. */
  told: boolean
  /** Another file has reported it, and this one has not under the same name. */
  otra_hoja?: boolean
  /** What banks and files have told of it, and this source. */
  dichos: Telling[]
}

type Told = Movement & { cola: string }
/** A movement in the words of one source. */
export type Telling = Told & {
  /** Of this source. */
  propio: boolean
  /** Neither a call nor a notice. */
  lista: boolean
}

/** Data that tell two movements of one amount apart. */
export type Traits = Pick<
  Told,
  'dia' | 'tipo' | 'moneda' | 'cola' | 'referencia_otra' | 'banco_origen' | 'telefono_origen' | 'documento_origen'
>

/** As many days may lie between two sources' words of one payment. */
const FAR = 10

/**
 * The movement of the same account and amount that this one is, from another source; undefined when it is none of them. Data that tell
 * two payments apart (reference, phone, document) must not differ; of the rest the likest and nearest is it. A movement decided
 * by a person matches by its reference alone: the decision was about nothing else.
 * @param house four digits of the account's bank, or empty
 * @param least `likeness` of it at least
 * @param days between the two at most: sources differ by one, late at night, and by the day of value
 */
export function findMate(told: Told, known: readonly Known[], house: string, least: number, days: number) {
  const fromAnother = ({ banco_origen: bank }: Known) =>
    Number(bank !== '' && told.banco_origen !== '' && bank !== told.banco_origen)
  const near = known
    .filter((one) => !one.told && isNear(told, one, days))
    .map((one) => ({ one, likeness: likeness(told, one, house) }))
    .filter((found) => found.likeness >= (found.one.estado === 'abierto' ? least : 3))
    .sort(
      (a, b) =>
        b.likeness - a.likeness ||
        fromAnother(a.one) - fromAnother(b.one) ||
        used(b.one) - used(a.one) ||
        distance(told, a.one) - distance(told, b.one),
    )
  return near[0]?.one
}

/** What of it pays somebody, or a person decided about. */
export const used = ({ unido, devuelto, ignorado }: Known) => unido + devuelto + ignorado

function isNear(told: Pick<Told, 'dia'>, one: Pick<Told, 'dia'>, days = 1): boolean {
  return one.dia === told.dia || (one.dia >= addDays(told.dia, -days) && one.dia <= addDays(told.dia, days))
}

/** 3 for one reference, 2 for one payer, 1 where one of the two has no telling data, 0 for two payments. */
function likeness(told: Told, one: Known, house: string): number {
  const tails = [told.cola, one.cola].filter((cola) => cola.length >= 6)
  const payer = samePayer(told, one)
  if (isOneReference(told, one) || (payer !== false && one.dichos.some((said) => isNamed(told, said, payer)))) return 3
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
  one.cola.length < 6 && isBare(one)

function distance(told: Told, one: Known): number {
  const days = told.dia === one.dia ? 0 : 1
  const time = told.en !== null && one.en !== null ? Math.abs(told.en - one.en) / 86_400_000 : 0.5
  return days * 2 + time
}

/** Whether a source has told it already: any under its number, or this one's list under the next. */
export const isTold = (told: Told, known: Known, list: boolean): boolean =>
  samePayer(told, known) !== false &&
  known.dichos.some((said) => isNumbered(told, said) || (list && said.propio && isRepeated(told, said)))

/** Whether somebody told it under that number and of no other payer, also days apart. */
const isNumbered = (told: Told, said: Told): boolean =>
  tailsAgree(told.cola, said.cola) && isNear(told, said, FAR) && samePayer(told, said) !== false

/** The same, where the movement is not of nobody, taken for it by its count alone. @param payer whether the movement has that payer */
const isNamed = (told: Told, said: Told, payer: true | null): boolean =>
  isNumbered(told, said) && (payer === true || isBare(told) || !isBare(said))

export const isBare = (one: Pick<Told, 'telefono_origen' | 'documento_origen'>): boolean =>
  one.telefono_origen === '' && one.documento_origen === ''

/**
 * Whether it may be the same payment reported twice by one source: under its own reference again, or under the next number, as Banco de
 * Venezuela was seen to do. Or under one reference on another day: a weekend lies between, or its day is that of the question.
 */
export function isRepeated(told: Told, known: Told): boolean {
  if (isOneReference(told, known)) return isNear(told, known, FAR)
  const isNext = (other: string) =>
    [told.referencia, other].every((text) => /^\d+$/.test(text)) &&
    (BigInt(told.referencia) - BigInt(other)) ** 2n <= 1n
  const alike = samePayer(told, known) === true && told.dia === known.dia && told.concepto === known.concepto
  return alike && [known.referencia, known.referencia_otra].some(isNext)
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

/** Of the same direction and amount. */
export const nearKey = ({ sentido, centimos }: Pick<Movement, 'sentido' | 'centimos'>) => `${sentido} ${centimos}`

/** The movement that a repetition repeats, and itself where it repeats none. */
export const originalOf = ({ id, repetida_de }: Pick<Known, 'id' | 'repetida_de'>) => repetida_de ?? id

/** The movement that a row with nothing to join repeats, or null. @param again whether its source has it already */
export function findOriginal(told: Told, same: readonly Known[], again: (known: Known) => boolean): number | null {
  const original = same.find((known) => isRepeated(told, known) || again(known))
  return original ? originalOf(original) : null
}

/** A new row with the movements that it may be. */
export type Added = { row: StoredMovement; same: readonly Known[] }

/**
 * Marks rows that may repeat a payment of another file or source, if one of the two lost its reference or a part of it. Each movement
 * marks one row at most, the likest first. Where nothing distinguishes them, the number of marks is right, and the choice may not be.
 * @param rows all that are new
 * @param all movements of their amounts
 */
export function markNameless(rows: readonly Added[], all: Iterable<Known>, house: string): void {
  const taken = new Set([...rows.map(({ row }) => row.repetida_de), ...[...all].filter(isToldHere).map(originalOf)])
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
 * 0 for two payments: a phone, a document or digits of the shorter reference differ. The longer one has to begin with a whole one. Where the
 * bank numbers a payment twice, lists are compared with lists, and notices with notices; where there are none, nothing differs. Files of one
 * bank agree on the day, so rows of two days have to share a payer or digits too.
 */
function namelessLikeness(told: StoredMovement, one: Known, house: string): number {
  if (isToldHere(one) || !isNear(told, one)) return 0
  // A decision was about that payment, and one with a reference is another.
  if (!one.told && one.estado !== 'abierto' && told.cola.length >= 6) return 0
  const twice = [told, one].every(({ banco_origen }) => isRenumbered(banco_origen, house))
  const said = one.dichos.filter(({ propio, lista }) => !twice || (told.confianza === 'aviso' ? propio : lista))
  const own = twice ? [] : [one.referencia, one.referencia_otra]
  const numbers = [...said.map(({ referencia }) => referencia), ...own].filter(Boolean)
  const vague = twice && numbers.length === 0
  const mine = [told.referencia, told.referencia_otra || told.referencia]
  const pairs = numbers.flatMap((number) => mine.map((own) => [own, number]))
  const digits = numbers.length === 0 ? 0 : Math.max(...pairs.map((pair) => sharedDigits(pair, told.tipo)))
  const payer = samePayer(told, one)
  if (digits < 0 || payer === false) return 0
  const shared = digits + (payer ? 9 : 0)
  const day = told.dia === one.dia
  // Notices without payer and number are of one price.
  if (shared === 0 && one.told && (!day || (one.confianza === 'aviso' && !vague))) return 0
  return 1 + 10 * shared + (day ? 5 : 0) + ([...SHOWN, 'en'] as const).filter((name) => told[name] === one[name]).length
}

/** Digits that two numbers share, where the shorter is the other one cut; -1 where they are two. */
function sharedDigits(numbers: string[], tipo: MovementType): number {
  const [short, long] = numbers.sort((a, b) => a.length - b.length) as [string, string]
  const [digits, tail] = [short, long].map((text) => movementTail(text, tipo).cola) as [string, string]
  const cut = short.length < long.length && long.startsWith(short)
  if (digits.length >= 6 && !cut && !tailsAgree(digits, tail)) return -1
  return `${tail} ${long}`.includes(digits) ? digits.length : -1
}
