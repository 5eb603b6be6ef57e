import { type Generated, sql } from 'kysely'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import type { Rate } from '#platform/money.ts'
import {
  bigint,
  check,
  creating,
  integer,
  orNull,
  primary,
  smallCounter,
  text,
} from '#platform/server/db/create-table.ts'
import type { PublishedReference, RateReference } from '../contract.ts'

/** Every rate that was believed, never changed: of two for one day, the later row counts. */
export interface RatesTable {
  id: Generated<number>
  referencia: PublishedReference
  tasa: Rate
  fecha_valor: CalendarDate
  /** Host that it came from, or `operador`. */
  fuente: string
  obtenida_en: Instant
}

/** The operator's choice, one row. */
export interface RateSettingsTable {
  id: number
  referencia: RateReference
  fija: Rate | null
  fija_en: Instant | null
  /** Why the last reading was refused, for the panel; empty when it was believed. */
  aviso: string
  aviso_en: Instant | null
}

/** Readings that were not believed; the same one again only counts up. */
export interface RateRefusalsTable {
  id: Generated<number>
  codigo: string
  /** For the operator. */
  mensaje: string
  en: Instant
  ultima_en: Instant
  veces: number
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    rates: RatesTable
    rate_refusals: RateRefusalsTable
    rate_settings: RateSettingsTable
  }
}

export const ratesSchema = [
  creating('2026-11-22-05-rates', async ({ table, index, run }) => {
    await table('rates', {
      id: smallCounter,
      referencia: check(text, sql`referencia in ('bcv_euro', 'bcv_dolar')`),
      tasa: text,
      fecha_valor: text,
      fuente: text,
      obtenida_en: bigint,
    })
    await index('rates_day', 'rates', ['referencia', 'fecha_valor', 'id'])
    await table('rate_settings', {
      id: check(primary(integer), sql`id = 1`),
      referencia: check(text, sql`referencia in ('bcv_euro', 'bcv_dolar', 'fija')`),
      fija: orNull(text),
      fija_en: orNull(bigint),
      aviso: text,
      aviso_en: orNull(bigint),
    })
    await run(sql`insert into rate_settings (id, referencia, aviso) values (1, 'bcv_euro', '')`)
    await table('rate_refusals', {
      id: smallCounter,
      codigo: text,
      mensaje: text,
      en: bigint,
      ultima_en: bigint,
      veces: integer,
    })
  }),
]
