import type { Movement } from '../movement.ts'
import { otherTail } from '../movement-tail.ts'
import { isApart, type Known, nearKey } from './same-movement.ts'

type Told = Movement & { cola: string }

/** Movements by what may tie a telling to them, so that a day of one price is not compared with itself. */
export class KnownIndex {
  readonly all: Known[] = []
  readonly #by = new Map<string, Set<Known>>()

  /** @param house four digits of the account's bank, or empty */
  keep(known: Known, house: string): void {
    this.all.push(known)
    const kinds = (isApart(known, house) ? [''] : ['', '?']).map((kind) => kind + kindOf(known))
    const cuts = known.dichos.flatMap(({ referencia }) => [`whole ${referencia}`, ...cutsOf(referencia, 'cut')])
    const traits = [...kinds, ...cuts, ...[known, ...known.dichos].flatMap(traitsOf)]
    for (const trait of traits) this.#by.getOrInsertComputed(`${nearKey(known)} ${trait}`, () => new Set()).add(known)
  }

  /** Those of its amount with its number, also cut, or its payer, or of which neither is known, by their ids. */
  of(told: Told, house: string): Known[] {
    const letters = [...kindOf(told)]
    const unlike = ['', 't', 'd', 'td'].filter((kind) => !letters.some((letter) => kind.includes(letter)))
    const kinds = unlike.map((kind) => (isApart(told, house) ? '?' : '') + kind)
    const traits = [...kinds, ...traitsOf(told), `cut ${told.referencia}`, ...cutsOf(told.referencia, 'whole')]
    const found = traits.flatMap((trait) => [...(this.#by.get(`${nearKey(told)} ${trait}`) ?? [])])
    return [...new Set(found)].sort((a, b) => a.id - b.id)
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
const cutsOf = (number: string, name: string) =>
  Array.from({ length: Math.max(0, number.length - 6) }, (_, at) => `${name} ${number.slice(0, 6 + at)}`)
