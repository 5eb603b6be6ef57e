import type { Movement } from '../../movement.ts'
import { frontOf } from '../../movement-tail.ts'
import { isRenumbered } from '../../renumbering.ts'
import { bothOf, isToldHere, type Known, nearKey, used } from './same-movement.ts'

type Told = Movement & { cola: string }

/** Movements by what may tie a telling to them, so that a day of one price is not compared with itself. */
export class KnownIndex {
  readonly all = new Set<Known>()
  /** By amount, then by trait. */
  readonly #by = new Map<string, Map<string, Set<Known>>>()
  /** What `of` found without a tie, until more is kept. */
  readonly #loose = new Map<string, Known[]>()
  readonly #house: string
  readonly #notices: boolean
  readonly #asked: Set<string>

  /**
   * @param known those that are kept already
   * @param told all tellings that will be asked about
   * @param house four digits of the account's bank, or empty
   * @param notices whether notices are told, which may be one again where a movement is told already
   */
  constructor(known: Known[], told: readonly Told[], house: string, notices: boolean) {
    this.#house = house
    this.#notices = notices
    this.#asked = new Set(told.flatMap((one) => [...tiesOf(one, 'cut', 'whole'), ...placesOf(one)]))
    for (const one of known.sort((a, b) => used(b) - used(a) || a.id - b.id)) this.keep(one)
  }

  /** Also one with another telling than before. */
  keep(known: Known): void {
    this.all.add(known)
    this.#loose.clear()
    const by = this.#by.getOrInsertComputed(nearKey(known), () => new Map())
    const kinds = KINDS.filter((kind) => ![...kind].some((letter) => kindOf(known).includes(letter)))
    const both = kinds.flatMap((kind) => [kind, `?${kind}`])
    const loose = this.#isNumbered(known) ? kinds : both
    for (const trait of both) by.get(`free ${trait}`)?.delete(known)
    const place = !known.told ? 'free' : this.#notices || !isToldHere(known) ? 'rest' : undefined
    const traits = [known, ...known.dichos].flatMap((said) => tiesOf(said, 'whole', 'cut'))
    if (place) traits.push(...loose.map((trait) => `${place} ${trait}`))
    for (const trait of traits) if (this.#asked.has(trait)) by.getOrInsertComputed(trait, () => new Set()).add(known)
  }

  /** Those of its amount with its number, also cut, or its payer, by their ids. */
  tied(told: Told): Known[] {
    return this.#find(told, tiesOf(told, 'cut', 'whole'))
  }

  /** The others that may be it and that its source has not told, as they are looked at: a number or a payer of the two is not known. */
  free(told: Told): Iterable<Known> {
    return this.#by.get(nearKey(told))?.get(`free ${looseOf(told)}`) ?? []
  }

  /** All that may be it, by their ids. */
  of(told: Told): Known[] {
    const key = `${nearKey(told)} ${looseOf(told)}`
    const loose = this.#loose.getOrInsertComputed(key, () => this.#find(told, placesOf(told)))
    const tied = this.tied(told)
    return tied.length === 0 ? loose : [...new Set([...tied, ...loose])].sort((a, b) => a.id - b.id)
  }

  #find(told: Told, traits: string[]): Known[] {
    const by = this.#by.get(nearKey(told))
    return [...new Set(traits.flatMap((trait) => [...(by?.get(trait) ?? [])]))].sort((a, b) => a.id - b.id)
  }

  /** Whether only a number ties another whole one to it. */
  #isNumbered(known: Known): boolean {
    const twice = isRenumbered(known.banco_origen, this.#house)
    const isListed = known.told && known.dichos.some(({ lista }) => lista)
    return [known, ...known.dichos].every(isWhole) && (isListed || !twice)
  }
}

/** Whether a payer's phone and document are said. */
const KINDS = ['', 't', 'd', 'td'] as const

const kindOf = ({ telefono_origen, documento_origen }: Told) => (telefono_origen && 't') + (documento_origen && 'd')

const looseOf = (told: Told) => (isWhole(told) ? '?' : '') + kindOf(told)

const placesOf = (told: Told) => ['free', 'rest'].map((place) => `${place} ${looseOf(told)}`)

/** By what others may be tied to it: its payer, the end of each number, all of it, and all of it without its end. */
const tiesOf = (one: Told, whole: string, cut: string): string[] => [
  ...[one.telefono_origen, one.documento_origen].filter(Boolean),
  ...bothOf(one).flatMap(({ referencia, cola }) => {
    const front = frontOf(referencia)
    const cuts = Array.from({ length: Math.max(0, front.length - 6) }, (_, at) => `${cut} ${front.slice(0, 6 + at)}`)
    return [...(cola === '' ? [] : [`=${cola.slice(-6)}`]), `${whole} ${front}`, ...cuts]
  }),
]

/** Whether no number of it may be a part of another. */
const isWhole = (one: Told) => one.cola.length >= 6 && bothOf(one).every(({ cola }) => cola.length >= 6)
