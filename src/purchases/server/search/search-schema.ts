import { bigint, day, instant, integer, oneOf, sortable, table, text } from '#platform/server/db/table.ts'
import type { PurchaseState } from '../../contract.ts'

/** Words by which a purchase is found, once for each word of its name, its mail and its phone, newest first for each. */
export const purchaseWords = table(
  'purchase_words',
  {
    palabra: sortable(),
    creado_en: instant(),
    compra_id: bigint(),
  },
  {
    primaryKey: { purchase_words_newest: ['palabra', 'creado_en', 'compra_id'] },
    withoutRowid: true,
  },
)

/**
 * Count and sum of the purchases of a day that are alike in all filters: counting a million rows would take
 * longer than a person waits. Changed in the transaction that changes a purchase, under its raffle's lock.
 */
export const purchaseCounts = table(
  'purchase_counts',
  {
    rifa_id: integer(),
    estado: text<PurchaseState>(),
    /** Empty where the purchase names none. */
    metodo_pago: text(),
    tasa_verificada: integer(),
    vendida_por: text(),
    moneda: oneOf(['USD', 'VES']),
    /** Day in Caracas on which it was reported. */
    dia: day(),
    cuantas: integer(),
    /** Sum of `total` in the smallest unit of `moneda`. */
    centimos: bigint(),
  },
  {
    primaryKey: {
      purchase_counts_alike: ['rifa_id', 'estado', 'metodo_pago', 'tasa_verificada', 'vendida_por', 'moneda', 'dia'],
    },
    indexes: {
      // The home asks for the days up to today.
      purchase_counts_by_day: ['dia'],
    },
  },
)

/** Tables by which purchases are found and counted (docs/decisions/020-search.md). */
export const searchTables = [purchaseWords, purchaseCounts] as const
