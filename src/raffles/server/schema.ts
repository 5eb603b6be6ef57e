import { type Generated, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { Money, Rate } from '#platform/money.ts'
import {
  bigint,
  check,
  creating,
  initially,
  integer,
  orNull,
  smallCounter,
  text,
} from '#platform/server/db/create-table.ts'
import type { Currency, RaffleState, Selection } from '../contract.ts'
import { createImages, dropWork } from './images/image-schema.ts'

export interface RafflesTable {
  id: Generated<number>
  titulo: string
  /** Sanitised HTML. */
  descripcion: string
  premio: string
  precio: Money
  moneda: Currency
  /** Day of the draw in Caracas, or empty. */
  fecha: string
  /** The raffle's own rate, or null for the one in force. */
  tasa_usd: Rate | null
  total_numeros: number
  digitos: number
  seleccion: Selection
  registro_unico: number
  gracia_segundos: number
  minimo: Generated<number>
  maximo: Generated<number>
  /** Per cent of all tickets that may wait unpaid or unverified at once. */
  tope_sin_verificar: Generated<number | null>
  /** Céntimos that a payment in bolívares gets at most, so that its amount is no other's; null for none. */
  centimos_unicos: Generated<number | null>
  /** 1 where near amounts are as good as exact. */
  acepta_cercanos: Generated<number>
  estado: RaffleState
  /** When its sale ended; null before, and where that was not kept yet. */
  cerrada_en: Generated<Instant | null>
  /** When it was put away; null while it is in the panel's list. */
  archivada_en: Generated<Instant | null>
  /** Of what an operator edits: grows with every save. */
  version: Generated<number>
  /** Made by the form that created it, so that sending it twice makes one raffle. */
  clave_creacion: Generated<string | null>
  /** Of what that form asked for: the same key with something else makes none. Null where it was made before this was kept. */
  huella_creacion: Generated<string | null>
  /** JSON of RaffleImage, the main picture; it and `galeria` follow the rows of raffle_images. */
  imagen: string | null
  /** JSON of the other pictures, in their order. */
  galeria: Generated<string>
  numero_ganador: string
  ganador: string
  creada_en: Instant
  /** SHA-256 of the text of its rule (draw/rule.ts); null while nothing but an operator ends it. */
  regla_sha256: string | null
  /** By its rule: hours after the close in which what waits may be decided. */
  revision_horas: number | null
  /** By its rule: when its sale ends at the latest. */
  cierra_en: Instant | null
  /** By its rule: with how many confirmed numbers its sale ends. */
  cierra_con: number | null
  /** When its list was frozen: from then on nothing of who takes part changes. */
  congelada_en: Instant | null
  /** Since when it waits, after a copy was put back, for somebody to compare what came in since; null while nothing waits. */
  restaurada_en: Instant | null
  /** The raffle that it was copied from; null of one that was begun anew. */
  copia_de: number | null
}

type OfRules = 'regla_sha256' | 'revision_horas' | 'cierra_en' | 'cierra_con' | 'congelada_en' | 'restaurada_en'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    raffles: RafflesTable
  }
}

export const rafflesSchema = [
  creating('2026-11-22-08-raffles', async (creator) => {
    await creator.table<'raffles', OfRules | 'centimos_unicos' | 'acepta_cercanos' | 'copia_de'>('raffles', {
      id: smallCounter,
      titulo: text,
      descripcion: text,
      premio: text,
      precio: text,
      moneda: text,
      fecha: text,
      tasa_usd: orNull(text),
      total_numeros: check(integer, sql`total_numeros > 0`),
      digitos: integer,
      seleccion: text,
      registro_unico: integer,
      gracia_segundos: integer,
      minimo: initially(integer, 2),
      maximo: initially(integer, 100),
      tope_sin_verificar: orNull(integer),
      estado: text,
      cerrada_en: orNull(bigint),
      archivada_en: orNull(bigint),
      version: initially(integer, 1),
      clave_creacion: orNull(text),
      huella_creacion: orNull(text),
      imagen: orNull(text),
      galeria: initially(text, '[]'),
      numero_ganador: text,
      ganador: text,
      creada_en: bigint,
    })
    await creator.uniqueIndex('raffles_created_once', 'raffles', ['clave_creacion'])
    await createImages(creator)
  }),
  creating('2026-11-23-04-close', ({ columns }) =>
    columns('raffles', {
      regla_sha256: orNull(text),
      revision_horas: orNull(integer),
      cierra_en: orNull(bigint),
      cierra_con: orNull(integer),
      // What is frozen was closed by its rule, and is not opened again.
      congelada_en: check(
        orNull(bigint),
        sql`congelada_en is null or (regla_sha256 is not null and cerrada_en is not null and estado in ('cerrada', 'sorteada'))`,
      ),
    }),
  ),
  creating('2026-11-23-15-restored', ({ columns }) => columns('raffles', { restaurada_en: orNull(bigint) })),
  creating('2026-11-23-25-raffle-cents', ({ columns }) => columns('raffles', { centimos_unicos: orNull(integer) })),
  creating('2026-11-27-20-near-amounts', ({ columns }) =>
    columns('raffles', { acepta_cercanos: initially(integer, 0) }),
  ),
  creating('2026-11-27-60-copies', ({ columns }) => columns('raffles', { copia_de: orNull(integer) })),
  creating('2026-11-27-93-pictures', dropWork),
]
