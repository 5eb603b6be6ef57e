import { type Generated, sql } from 'kysely'
import type { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import {
  bigint,
  check,
  creating,
  integer,
  of,
  orNull,
  primary,
  smallCounter,
  text,
  unique,
} from '#platform/server/db/create-table.ts'
import type { letterAbout, letterState, letterTo } from '../contract.ts'

/** Letters to the buyers of a raffle, as they were when they were started. */
export interface LettersTable {
  id: Generated<number>
  /** Made by the form that started it: sending that twice starts one. */
  clave: string
  rifa_id: number
  /** Of the raffle, the words, to whom and the day: the same letter starts once a day, whoever sends it. */
  huella: string
  trata: z.infer<typeof letterAbout>
  a_quienes: z.infer<typeof letterTo>
  /** JSON of MailWords, with its braces. */
  textos: string
  /** JSON of Frozen: what the site and the raffle were called then. */
  marca: string
  /** Mails that the mail account lets leave in a day, as its owner said last. */
  al_dia: number
  /** The last day in Caracas on which it leaves; empty where it always helps. */
  hasta: string
  estado: z.infer<typeof letterState>
  /** Why it stopped by itself; empty otherwise. */
  motivo: string
  /** People to write to, counted when it was started. */
  personas: number
  /** The newest purchase of then: who buys later is not written to. */
  hasta_compra: number
  /** The last purchase that was looked at. */
  compra_id: number
  /** When a server last looked after it. */
  latido: Instant
  creada_en: Instant
  creada_por: string
  creada_por_id: number | null
  terminada_en: Instant | null
}

/** Who was reached by a letter, once each. */
export interface LetterPeopleTable {
  carta_id: number
  /** An address, as addresses are compared. */
  persona: string
  /** What names the person in the link with which he asks for no more: it is made of the address, and tells nothing of it. */
  ficha: string
  /** `mudada`: what was written to another address goes to this one, which its buyer corrected. */
  estado: 'escrita' | 'no_existe' | 'de_baja' | 'mudada'
}

/** Who asked for no more news. */
export interface LetterOptoutsTable {
  persona: string
  /** The letter of which he had enough. */
  carta_id: number
  en: Instant
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    letters: LettersTable
    letter_people: LetterPeopleTable
    letter_optouts: LetterOptoutsTable
  }
}

export const lettersSchema = [
  creating('2026-11-23-14-written-letters', async ({ table, index, uniqueIndex }) => {
    await table('letters', {
      id: smallCounter,
      clave: unique(text),
      rifa_id: of(integer, 'raffles.id'),
      huella: text,
      trata: check(text, sql`trata in ('compra', 'novedad')`),
      a_quienes: check(text, sql`a_quienes in ('confirmados', 'todos')`),
      textos: text,
      marca: text,
      al_dia: integer,
      hasta: text,
      estado: check(text, sql`estado in ('saliendo', 'detenida', 'terminada')`),
      motivo: text,
      personas: integer,
      hasta_compra: bigint,
      compra_id: bigint,
      latido: bigint,
      creada_en: bigint,
      creada_por: text,
      creada_por_id: orNull(integer),
      terminada_en: orNull(bigint),
    })
    await uniqueIndex('letters_once', 'letters', ['rifa_id', 'huella'])
    await index('letters_leaving', 'letters', ['id'], sql`estado = 'saliendo'`)
    await table(
      'letter_people',
      { carta_id: of(integer, 'letters.id'), persona: text, ficha: text, estado: text },
      (people) => people.addPrimaryKeyConstraint('letter_people_once', ['carta_id', 'persona']),
    )
    await index('letter_people_ficha', 'letter_people', ['ficha'])
    await table('letter_optouts', { persona: primary(text), carta_id: integer, en: bigint })
  }),
]
