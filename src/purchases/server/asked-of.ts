import type { Deed } from '#journal/deeds.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { type AskedFor, askedFor } from '../contract.ts'
import type { Purchase } from './store.ts'

/** Deeds that reject. */
const REJECTED: Deed[] = ['compra rechazada', 'compra rechazada por falsa', 'compra fuera de la lista']

/**
 * The correction that each buyer was asked for by the rejection in force, as the journal has it.
 * @returns by the id of the purchase; without those whose payment was refused
 */
export async function askedOf(
  sql: Sql,
  purchases: readonly Pick<Purchase, 'id' | 'estado'>[],
): Promise<Map<number, AskedFor>> {
  const rejected = purchases.filter(({ estado }) => estado === 'rechazado').map(({ id }) => id)
  if (rejected.length === 0) return new Map()
  const lines = await sql
    .selectFrom('journal')
    .select(['compra_id', 'datos'])
    .where('compra_id', 'in', rejected)
    .where('accion', 'in', REJECTED)
    .orderBy('id')
    .execute()
  const last = new Map(
    lines.map(({ compra_id, datos }) => [Number(compra_id), JSON.parse(datos) as { pide?: unknown }]),
  )
  return new Map(
    [...last].flatMap(([id, { pide }]) => (pide === undefined ? [] : [[id, askedFor.parse(pide)] as const])),
  )
}
