import { addDays } from '#platform/clock.ts'
import type { Movement } from '../../movement.ts'
import { frontOf, otherTail, tailsAgree } from '../../movement-tail.ts'
import { isRenumbered } from '../../renumbering.ts'
import type { StoredMovement } from './schema.ts'

/** A movement of the same amount that is kept already. */
export type Known = StoredMovement & {
  /** Whether this source has reported it before: then its report now is another one. */
  told: boolean
  /** Another file has reported it, not this one under the same name; the same bytes have, or other ones, read by other columns. */
  otra_hoja?: boolean
  leida?: 'mismos' | 'otros' | undefined
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
export const FAR = 10

/**
 * The movement of the same account and amount that this one is, from another source; undefined when it is none of them. Data that tell
 * two payments apart (reference, phone, document) must not differ; of the rest the likest and nearest is it. A movement decided
 * by a person matches by its reference alone: the decision was about nothing else.
 * @param known those that a number or a payer ties to it, and those that nothing tells from it: the used ones first, by their ids
 * @param house four digits of the account's bank, or empty
 * @param least `likeness` of it at least
 * @param days between the two at most: sources differ by one, late at night, and by the day of value
 */
export function findMate(
  told: Told,
  [tied, free]: readonly [Iterable<Known>, Iterable<Known>],
  isOpen: (known: Known) => boolean,
  house: string,
  least: number,
  days: number,
): Known | undefined {
  let best: { one: Known; rank: number[] } | undefined
  const look = (one: Known): boolean => {
    if (one.told || !isNear(told, one, days) || !isOpen(one)) return false
    const like = likeness(told, one, house)
    if (like < (one.estado === 'abierto' ? least : 4)) return false
    const another = Number(isFromAnother(told, one))
    // Under its own number it is what pays somebody already.
    const first = like === 4 ? [-used(one), another] : [another, -used(one)]
    const rank = [-like, ...first, distance(told, one), one.id]
    const at = rank.findIndex((value, place) => value !== best?.rank[place])
    if (!best || Number(rank[at]) < Number(best.rank[at])) best = { one, rank }
    return true
  }
  for (const one of tied) look(one)
  const isTied = best !== undefined && likeness(told, best.one, house) > 1
  let nearest: Known | undefined
  for (const one of isTied ? [] : free) {
    if (nearest && used(one) <= used(nearest) && distance(told, one) >= distance(told, nearest)) continue
    if (!look(one) || isFromAnother(told, one)) continue
    // No other one is nearer where no time is told: those of its own day had their turn.
    if (told.en === null) break
    nearest = one
  }
  return best?.one
}

const isFromAnother = ({ banco_origen }: Told, { banco_origen: bank }: Known) =>
  bank !== '' && banco_origen !== '' && bank !== banco_origen

/** What of it pays somebody, or a person decided about. */
export const used = ({ unido, devuelto, ignorado }: StoredMovement) => unido + devuelto + ignorado

export const isNear = (told: Pick<Told, 'dia'>, one: Pick<Told, 'dia'>, days = 1): boolean =>
  one.dia === told.dia || (one.dia >= addDays(told.dia, -days) && one.dia <= addDays(told.dia, days))

/** 4 for one reference, 3 for one payer and a cut one, 2 for one payer, 1 where one of the two has no telling data, 0 for two payments. */
function likeness(told: Told, one: Known, house: string): number {
  const tails = [told.cola, one.cola].filter((cola) => cola.length >= 6)
  const payer = samePayer(told, one)
  if (isOneReference(told, one) || (payer !== false && one.dichos.some((said) => isNamed(told, said, payer)))) return 4
  const renumbered = told.moneda === 'VES' && [told, one].every(({ banco_origen }) => isRenumbered(banco_origen, house))
  if (payer === false || (tails.length === 2 && !renumbered)) return 0
  // Its notice has the receipt's number and the phone, its list another number and the document.
  if (payer === null && renumbered) return 1
  const digits = digitsOf(told, () => numbersOf(one))
  if (payer) return digits > 0 ? 3 : 2
  return (isNameless(told) || isNameless(one)) && digits >= 0 ? 1 : 0
}

/** A call may have the payer's number and its bank's own, and a list the one or the other. */
export function isOneReference(told: Traits, one: Traits): boolean {
  if (tailsAgree(told.cola, one.cola)) return true
  const [mine, its] = [otherTail(told), otherTail(one)]
  return tailsAgree(mine, one.cola) || tailsAgree(told.cola, its) || tailsAgree(mine, its)
}

/** Null when one of them does not name the payer. */
export function samePayer(told: Traits, one: Traits): boolean | null {
  const phones = told.telefono_origen !== '' && one.telefono_origen !== ''
  const documents = told.documento_origen !== '' && one.documento_origen !== ''
  if (!phones && !documents) return null
  return (
    (!phones || told.telefono_origen === one.telefono_origen) &&
    (!documents || told.documento_origen === one.documento_origen)
  )
}

/** Whether one telling names both by a reference, also cut, though each has a row. @param spent whether the other one is used */
export function isDouble(told: Told, mate: Known, other: Known, spent = false): boolean {
  if (other === mate || other.repetida_de !== null || used(other) > 0 !== spent || !isNear(told, other)) return false
  return isOneReference(told, other) || (samePayer(told, other) !== false && digitsOf(told, () => bothOf(other)) >= 6)
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

/** Whether a source has told it already: any under its number, or this one's list under the next. A list asks no notice for the payer. */
export const isTold = (told: Told, known: Known, list: boolean): boolean =>
  ((list && known.confianza === 'aviso') || samePayer(told, known) !== false) &&
  known.dichos.some((said) => isNumbered(told, said) || (list && said.propio && isRepeated(told, said)))

/** Whether somebody told it under that number and of no other payer, also days apart. */
const isNumbered = (told: Told, said: Told): boolean =>
  isOneReference(told, said) && isNear(told, said, FAR) && samePayer(told, said) !== false

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

/**
 * Marks rows that may repeat a payment of another file or source, if one of the two lost its reference or a part of it. Each movement
 * marks one row at most, the likest first. Where nothing distinguishes them, the number of marks is right, and the choice may not be.
 * @param rows all that are new
 * @param near movements of their amounts, with them
 */
export function markNameless(
  rows: readonly Known[],
  near: { all: Iterable<Known>; of: (told: Known) => Known[] },
  house: string,
): void {
  const taken = new Set([
    ...rows.map(({ repetida_de }) => repetida_de),
    ...[...near.all].filter(isToldHere).map(originalOf),
  ])
  const open = new Map<Known[], Known[]>()
  const alike = rows
    .filter(({ repetida_de }) => repetida_de === null)
    .map((row) => {
      const same = open.getOrInsertComputed(near.of(row), (all) => all.filter((one) => !taken.has(originalOf(one))))
      return { row, by: Map.groupBy(same, (one) => namelessLikeness(row, one, house)) }
    })
  const likenesses = new Set(alike.flatMap(({ by }) => [...by.keys()]))
  for (const likeness of [...likenesses].filter(Boolean).sort((a, b) => b - a))
    for (const { row, by } of alike) {
      const one = by.get(likeness)?.find((known) => row.repetida_de === null && !taken.has(originalOf(known)))
      if (!one) continue
      row.repetida_de = originalOf(one)
      taken.add(row.repetida_de)
    }
}

/** Whether the same list has it, or the same bank. */
export const isToldHere = (one: Known) => one.told && !one.otra_hoja

/**
 * 0 for two payments: a phone, a document or digits of the shorter reference differ. The longer one has to begin with a whole one. Where the
 * bank numbers a payment twice, lists are compared with lists, and notices with notices; where there are none, nothing differs. Files of one
 * bank agree on the day, so rows of two days have to share a payer or digits too.
 */
function namelessLikeness(told: StoredMovement, one: Known, house: string): number {
  if (!isNear(told, one, FAR)) return 0
  // A decision was about that payment, and one with a reference is another.
  if (!one.told && one.estado !== 'abierto' && told.cola.length >= 6) return 0
  const twice = isRenumbered(told.banco_origen, house) && isRenumbered(one.banco_origen, house)
  const isLike = ({ propio, lista }: Telling) => (told.confianza === 'aviso' ? propio : lista)
  const numbers = () => (twice ? one.dichos.filter(isLike).flatMap(bothOf) : numbersOf(one))
  const digits = digitsOf(told, numbers)
  const payer = samePayer(told, one)
  if (digits < 0 || payer === false) return 0
  // Its day may be that of value where both share a payer and digits.
  if (!isNear(told, one) && !(payer && digits > 0)) return 0
  const shared = digits + (payer ? 9 : 0)
  const day = told.dia === one.dia
  // Notices without payer and number are of one price.
  const isOfOnePrice = () => one.confianza === 'aviso' && !(twice && !numbers().some(isSaid))
  if (shared === 0 && one.told && (!day || isOfOnePrice())) return 0
  return (
    1 +
    10 * shared +
    (day ? 5 : 0) +
    SHOWN.filter((name) => told[name] === one[name]).length +
    Number(told.en === one.en)
  )
}

/** All numbers that were told of a movement. */
const numbersOf = (one: Known) => [one, ...one.dichos].flatMap(bothOf)

/** The numbers of one telling: none, one or two. */
export const bothOf = (one: Told): Numbered[] =>
  [one, { referencia: one.referencia_otra, cola: otherTail(one) }].filter(isSaid)

type Numbered = Pick<Told, 'referencia' | 'cola'>

const isSaid = ({ referencia }: Numbered) => referencia !== ''

/** Digits that a telling shares with one of those numbers; -1 where they are of two payments. */
function digitsOf(told: Told, numbers: () => readonly Numbered[]): number {
  const mine = bothOf(told)
  const others = mine.length === 0 ? [] : numbers().filter(isSaid)
  const shared = others.flatMap((number) => mine.map((own) => sharedDigits(own, number)))
  return shared.length === 0 ? 0 : Math.max(...shared)
}

/** Digits that two numbers share, where the shorter is the other one cut; -1 where they are two. */
function sharedDigits(one: Numbered, other: Numbered): number {
  const isShort = frontOf(one.referencia).length <= frontOf(other.referencia).length
  const [short, long] = isShort ? [one, other] : [other, one]
  const cut = frontOf(long.referencia).startsWith(frontOf(short.referencia))
  if (short.cola.length >= 6 && !cut && !tailsAgree(short.cola, long.cola)) return -1
  return `${long.cola} ${long.referencia}`.includes(short.cola) ? short.cola.length : -1
}
