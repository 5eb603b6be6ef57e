import type { CalendarDate, Instant } from '#platform/clock.ts'
import { bigint, type Creator, integer, sortable, text } from '#platform/server/db/create-table.ts'
import type { PurchaseState } from '../../contract.ts'

/** What a purchase is found by, once for each word of its name, its mail and its phone, newest first for each. */
export interface PurchaseWordsTable {
  palabra: string
  creado_en: Instant
  compra_id: number
}

/**
 * How many purchases of a day are alike in what they are filtered by, and what they come to: counting a million rows would
 * take longer than a person waits. Changed in the transaction that changes a purchase, under its raffle's lock.
 */
export interface PurchaseCountsTable {
  rifa_id: number
  estado: PurchaseState
  /** Empty where the purchase names none. */
  metodo_pago: string
  tasa_verificada: number
  vendida_por: string
  moneda: 'USD' | 'VES'
  /** Day in Caracas on which it was reported. */
  dia: CalendarDate
  cuantas: number
  /** Sum of `total` in the smallest unit of `moneda`. */
  centimos: number
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    purchase_words: PurchaseWordsTable
    purchase_counts: PurchaseCountsTable
  }
}

/** What purchases are found and counted by (docs/decisions/020-search.md). */
export async function createSearch({ table, index }: Creator): Promise<void> {
  await table(
    'purchase_words',
    { palabra: sortable, creado_en: bigint, compra_id: bigint },
    (words) => words.addPrimaryKeyConstraint('purchase_words_newest', ['palabra', 'creado_en', 'compra_id']),
    { withoutRowid: true },
  )
  await table(
    'purchase_counts',
    {
      rifa_id: integer,
      estado: text,
      metodo_pago: text,
      tasa_verificada: integer,
      vendida_por: text,
      moneda: text,
      dia: text,
      cuantas: integer,
      centimos: bigint,
    },
    (counts) =>
      counts.addPrimaryKeyConstraint('purchase_counts_alike', [
        'rifa_id',
        'estado',
        'metodo_pago',
        'tasa_verificada',
        'vendida_por',
        'moneda',
        'dia',
      ]),
  )
  // The home asks for the days up to today.
  await index('purchase_counts_by_day', 'purchase_counts', ['dia'])
  await index('purchases_newest', 'purchases', ['creado_en', 'id'])
  await index('purchases_alike', 'purchases', [
    'rifa_id',
    'estado',
    'metodo_pago',
    'tasa_verificada',
    'vendida_por',
    'creado_en',
    'id',
  ])
}
