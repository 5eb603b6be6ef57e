import { dayInCaracas } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { insertRows, isOneOf } from '#platform/server/db/many.ts'
import { bigint, day, instant, integer, oneOf, sortable, table, text } from '#platform/server/db/table.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { PurchaseState } from '../../contract.ts'
import { foldAddress, foldWords } from '../../search-text.ts'

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

type Person = Pick<Tables['purchases'], 'nombre' | 'correo' | 'telefono'>

/** The columns of a purchase that are searched, from those that are read. */
export function normalColumns({ nombre, correo }: Pick<Person, 'nombre' | 'correo'>) {
  return { nombre_normal: foldWords(nombre).join(' '), correo_normal: foldAddress(correo) }
}

/** Words by which a purchase of that person is found. */
function wordsOf({ nombre, correo, telefono }: Person): string[] {
  return [...new Set([...foldWords(nombre), foldAddress(correo), telefono])].filter((word) => word !== '')
}

const insertWords = insertRows(purchaseWords)

type Found = Person & Pick<Tables['purchase_words'], 'creado_en'> & { id: number }

/** Makes new purchases be found by their persons. */
export async function addWords(tx: Sql, purchases: readonly Found[]): Promise<void> {
  await insertWords(
    tx,
    purchases.flatMap((one) =>
      wordsOf(one).map((palabra) => ({ palabra, creado_en: one.creado_en, compra_id: one.id })),
    ),
  )
}

/** Makes a purchase be found by nothing of its person. */
export async function dropWords(tx: Sql, before: Found): Promise<void> {
  await tx
    .deleteFrom('purchase_words')
    .where(isOneOf(tx, 'palabra', wordsOf(before)))
    .where('creado_en', '=', before.creado_en)
    .where('compra_id', '=', before.id)
    .execute()
}

/** Makes a purchase be found by its person's current data. */
export async function changeWords(tx: Sql, before: Found, now: Person): Promise<void> {
  await dropWords(tx, before)
  await addWords(tx, [{ ...now, creado_en: before.creado_en, id: before.id }])
}

/** Columns by which a purchase is counted. */
export type Counted = Pick<
  Tables['purchases'],
  'rifa_id' | 'estado' | 'metodo_pago' | 'tasa_verificada' | 'vendida_por' | 'moneda' | 'creado_en' | 'total'
>

const addCounts = insertRows(
  purchaseCounts,
  `on conflict (rifa_id, estado, metodo_pago, tasa_verificada, vendida_por, moneda, dia) do update
   set cuantas = purchase_counts.cuantas + excluded.cuantas, centimos = purchase_counts.centimos + excluded.centimos`,
)

/** Counts new purchases in. The caller holds their raffles' locks. */
export function countNew(tx: Sql, purchases: readonly Counted[]): Promise<void> {
  return addToCounts(
    tx,
    purchases.map((purchase) => countRow(purchase, 1)),
  )
}

/** Counts purchases over into another state. The caller holds the raffles' locks. */
export function countOver(tx: Sql, purchases: readonly Counted[], estado: Counted['estado']): Promise<void> {
  return addToCounts(
    tx,
    purchases.flatMap((purchase) => [countRow(purchase, -1), countRow({ ...purchase, estado }, 1)]),
  )
}

/** Each kind of those that are alike once. */
async function addToCounts(tx: Sql, rows: readonly Tables['purchase_counts'][]): Promise<void> {
  const kinds = new Map<string, Tables['purchase_counts']>()
  for (const { cuantas, centimos, ...kind } of rows) {
    const key = JSON.stringify(kind)
    const known = kinds.get(key)
    kinds.set(key, { ...kind, cuantas: cuantas + (known?.cuantas ?? 0), centimos: centimos + (known?.centimos ?? 0) })
  }
  await addCounts(tx, [...kinds.values()])
}

function countRow(purchase: Counted, by: 1 | -1): Tables['purchase_counts'] {
  const { rifa_id, estado, tasa_verificada, vendida_por, moneda } = purchase
  return {
    rifa_id,
    estado,
    metodo_pago: purchase.metodo_pago ?? '',
    tasa_verificada,
    vendida_por,
    moneda,
    dia: dayInCaracas(purchase.creado_en),
    cuantas: by,
    centimos: by * Number(purchase.total.replace('.', '')),
  }
}
