import { sql as raw, type SelectQueryBuilder } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { Purchase } from '../store.ts'

/** Columns that compare a purchase with another that shares something with it. */
export const ALIKE = ['id', 'codigo', 'estado', 'metodo_pago', 'referencia'] as const
export type Alike = Pick<Purchase, (typeof ALIKE)[number]>

type Found = Alike & { valor: string }

/**
 * For each value, the newest purchases that have it, newest first, in one statement however many values are asked.
 * @param limit of each value.
 */
export function listNewestWith(
  sql: Sql,
  column: 'referencia_final' | 'cedula',
  values: readonly string[],
  limit: number,
): Promise<Map<string, Alike[]>> {
  return eachOf(sql, values, (value) =>
    sql
      .selectFrom('purchases')
      .select(ALIKE)
      .select((row) => row.ref(column).as('valor'))
      .where(column, '=', value)
      .orderBy('id', 'desc')
      .limit(limit),
  )
}

/** For each hash, purchases that were sent that file, byte by byte: the confirmed ones before all, then the newest. */
export function listNewestWithFile(sql: Sql, hashes: readonly string[], limit: number): Promise<Map<string, Alike[]>> {
  return eachOf(sql, hashes, (hash) =>
    sql
      .selectFrom('purchases')
      .select(ALIKE)
      .select((row) => row.cast<string>(row.val(hash), 'text').as('valor'))
      .where('id', 'in', (row) => row.selectFrom('proofs').select('compra_id').where('sha256', '=', hash))
      .orderBy((row) => row.case().when('estado', '=', 'confirmado').then(0).else(1).end())
      .orderBy('id', 'desc')
      .limit(limit),
  )
}

/** For each window of a payment, the newest purchases that are not confirmed and may be of it, newest first (payment-tails.ts). */
export async function listNewestWithWindow(
  sql: Sql,
  windows: readonly string[],
  limit: number,
): Promise<Map<string, Alike[]>> {
  if (windows.length === 0) return new Map()
  const found: Found[] = await sql
    .selectFrom((from) =>
      from
        .selectFrom('payment_windows')
        .select(['ventana', 'compra_id'])
        .select(raw<number>`row_number() over (partition by ventana order by compra_id desc)`.as('lugar'))
        .where('ventana', 'in', windows)
        .where('confirmada', '=', 0)
        .as('r'),
    )
    .innerJoin('purchases', 'purchases.id', 'r.compra_id')
    .select(ALIKE.map((column) => `purchases.${column}` as const))
    .select('r.ventana as valor')
    .where('lugar', '<=', limit)
    .orderBy('purchases.id', 'desc')
    .execute()
  return Map.groupBy(found, ({ valor }) => valor)
}

/** A limit belongs to its value: each is a branch of its own. */
async function eachOf(
  sql: Sql,
  values: readonly string[],
  newest: (value: string) => SelectQueryBuilder<Tables, 'purchases', Found>,
): Promise<Map<string, Alike[]>> {
  const branches = [...new Set(values)].map((value) =>
    sql.selectFrom(newest(value).as('r')).select([...ALIKE, 'valor']),
  )
  const [first, ...rest] = branches
  if (!first) return new Map()
  const found: Found[] = await rest.reduce((all, one) => all.unionAll(one), first).execute()
  found.sort((a, b) => b.id - a.id)
  return Map.groupBy(found, ({ valor }) => valor)
}
