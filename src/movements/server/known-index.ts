import type { Movement } from '../movement.ts'
import { otherTail } from '../movement-tail.ts'
import { isApart, type Known, nearKey } from './same-movement.ts'

type Told = Movement & { cola: string }

/** Movements by what may tie a telling to them, so that a day of one price is not compared with itself. */
export class KnownIndex {
  readonly all = new Set<Known>()
  /** By amount, then by trait. */
  readonly #by = new Map<string, Map<string, Known[]>>()

  /** Also one with another telling than before. @param house four digits of the account's bank, or empty */
  keep(known: Known, house: string): void {
    this.all.add(known)
    const by = this.#by.getOrInsertComputed(nearKey(known), () => new Map())
    const put = (trait: string) => by.getOrInsertComputed(trait, () => []).push(known)
    const kind = kindOf(known)
    for (const trait of [kind, ...(isApart(known, house) ? [] : [`?${kind}`]), ...traitsOf(known)]) put(trait)
    for (const said of known.dichos) {
      const cuts = cutsOf(said.referencia).map((cut) => `cut ${cut}`)
      for (const trait of [...traitsOf(said), `whole ${said.referencia}`, ...cuts]) put(trait)
    }
  }

  /** Those of its amount with its number, also cut, or its payer, or of which neither is known, by their ids. */
  of(told: Told, house: string): Known[] {
    const letters = [...kindOf(told)]
    const unlike = ['', 't', 'd', 'td'].filter((kind) => !letters.some((letter) => kind.includes(letter)))
    const kinds = unlike.map((kind) => (isApart(told, house) ? '?' : '') + kind)
    const cuts = [`cut ${told.referencia}`, ...cutsOf(told.referencia).map((cut) => `whole ${cut}`)]
    const by = this.#by.get(nearKey(told))
    const found = new Set([...kinds, ...traitsOf(told), ...cuts].flatMap((trait) => by?.get(trait) ?? []))
    return [...found].sort((a, b) => a.id - b.id)
  }
}

/** Whether a payer's phone and document are said. */
const kindOf = ({ telefono_origen, documento_origen }: Told) => (telefono_origen && 't') + (documento_origen && 'd')

/** Its payer and the end of each number. */
function traitsOf(one: Told): string[] {
  const ends = [one.cola, otherTail(one)].map((cola) => cola && `=${cola.slice(-6)}`)
  return [one.telefono_origen, one.documento_origen, ...ends].filter(Boolean)
}

/** A number without its end. */
const cutsOf = (number: string) =>
  Array.from({ length: Math.max(0, number.length - 6) }, (_, at) => number.slice(0, 6 + at))
