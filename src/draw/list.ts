import { numberText, placeOf } from '#raffles/digits.ts'
import type { DrawRule } from './rule.ts'

/** A confirmed number and the code of its owner, known only to them. */
export interface Ticket {
  numero: string
  codigo: string
}

/** A frozen list as a draw reads it, by place from 0: a phone has all of it in memory, the server reads the needed parts. */
export interface Tickets {
  count: number
  at(place: number): Promise<Ticket>
  /** Null of a number that is not in it. */
  placeOf(numero: string): Promise<number | null>
  placesOf(codigo: string): Promise<number[]>
}

/** @param tickets ascending. */
export function inMemory(tickets: readonly Ticket[]): Tickets {
  const places = new Map(tickets.map(({ numero }, place) => [numero, place]))
  return {
    count: tickets.length,
    at: async (place) => tickets[place] as Ticket,
    placeOf: async (numero) => places.get(numero) ?? null,
    placesOf: async (codigo) => tickets.flatMap((ticket, place) => (ticket.codigo === codigo ? [place] : [])),
  }
}

/** A phone reads a longer list only on demand. */
export const LONG_LIST = 100_000

/** The first line of a list. */
export interface ListHead {
  rifa: number
  /** SHA-256 of the rule's text, in hexadecimal. */
  regla: string
  /** When sales ended, as it is written in Caracas. */
  cierre: string
  cuenta: number
}

/** Letters and digits that are not mistaken for each other. */
export const CODE = /^[2-9B-DF-HJ-NP-TV-Z]{12}$/

export function headLine({ rifa, regla, cierre, cuenta }: ListHead): string {
  return `tombola-lista-1,${rifa},${regla},${cierre},${cuenta}\n`
}

export function ticketLine({ numero, codigo }: Ticket): string {
  return `${numero},${codigo}\n`
}

/**
 * Reads a frozen list to its last byte.
 * @param regla SHA-256 of the rule's text. @param cierre when sales ended.
 * @returns its numbers, ascending; null when it is not the list of that rule, or is not written as it has to be.
 */
export function readList(text: string, rule: DrawRule, regla: string, cierre: string): Ticket[] | null {
  const lines = text.split('\n')
  if (lines.pop() !== '') return null
  const [head, ...rest] = lines
  if (`${head}\n` !== headLine({ rifa: rule.rifa, regla, cierre, cuenta: rest.length })) return null
  let last = -1
  const tickets: Ticket[] = []
  for (const line of rest) {
    const [numero = '', codigo = '', more] = line.split(',')
    const place = placeOf(numero, rule.cifras, rule.numeros)
    if (place === null || place <= last || !CODE.test(codigo) || more !== undefined) return null
    last = place
    tickets.push({ numero: numberText(place, rule.cifras), codigo })
  }
  return tickets
}
