import { sql as raw, type Selectable, type Updateable } from 'kysely'
import type { Actor } from '#journal/actor.ts'
import type { Instant } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf, insertRows, isOneOf } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { proofs, purchases, uniqueRegistrations } from './schema.ts'
import { countOver, normalColumns } from './search/search-index.ts'

export type Purchase = Selectable<Tables['purchases']>
export type Proof = Selectable<Tables['proofs']>

/** A constant and no parameter: an engine takes the index of those in review only for what it can see. */
export const IN_REVIEW = raw<Purchase['estado']>`${raw.lit('en revision')}`

/** Columns that a new purchase does not have yet. */
type Later = 'correcciones' | 'corregida_en' | 'falsa'

export type NewPurchase = Omit<Purchase, Later | 'nombre_normal' | 'correo_normal'>

const addPurchases = insertRows(purchases)

/** The caller also makes them be found and counted (search-index.ts). */
export function insertPurchases(tx: Sql, purchases: readonly NewPurchase[]): Promise<void> {
  const later = { correcciones: 0, corregida_en: null, falsa: 0 }
  return addPurchases(
    tx,
    purchases.map((purchase) => ({ ...purchase, ...later, ...normalColumns(purchase) })),
  )
}

/** Which of those codes purchases have. */
export async function listCodes(tx: Sql, codes: readonly string[]): Promise<string[]> {
  const found = await tx
    .selectFrom('purchases')
    .select('codigo')
    .where(isOneOf(tx, 'codigo', codes))
    .execute()
  return found.map(({ codigo }) => codigo)
}

/** Columns of a decision: its operator and time. */
export function decidedBy({ id, nombre }: Actor, now: Instant) {
  return { decidido_en: now, decidido_por: nombre, decidido_por_id: id }
}

/** Of a purchase that waits for a decision, also again. */
export const UNDECIDED = { decidido_en: null, decidido_por: '', decidido_por_id: null }

/** Its state and version change by `updateTogether` alone. */
export async function updatePurchase(
  tx: Sql,
  id: number,
  changes: Omit<Updateable<Tables['purchases']>, 'estado' | 'version'>,
): Promise<void> {
  await tx.updateTable('purchases').set(changes).where('id', '=', id).execute()
}

/** Decides or corrects purchases: each is counted out of its state and into the new one. The caller holds their raffle's lock. */
export async function updateTogether(
  tx: Sql,
  purchases: readonly Purchase[],
  changes: Updateable<Tables['purchases']> & Pick<Purchase, 'estado'>,
): Promise<void> {
  await tx
    .updateTable('purchases')
    .set(changes)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where(isOneOf(tx, 'id', idsOf(purchases)))
    .execute()
  await countOver(tx, purchases, changes.estado)
}

export function findPurchase(sql: Sql, id: number): Promise<Purchase | undefined> {
  return sql.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst()
}

/** @throws AppError 404 */
export async function requirePurchase(sql: Sql, id: number): Promise<Purchase> {
  const purchase = await findPurchase(sql, id)
  if (!purchase) throw notFound('Esa compra no existe')
  return purchase
}

export async function listByIds(sql: Sql, ids: readonly number[]): Promise<Purchase[]> {
  return ids.length === 0
    ? []
    : sql
        .selectFrom('purchases')
        .selectAll()
        .where(isOneOf(sql, 'id', ids))
        .execute()
}

/** The purchase, and nobody else changes it until the commit: an update that changes nothing locks the row on PostgreSQL. */
export function lockRow(tx: Sql, id: number): Promise<Purchase | undefined> {
  return tx
    .updateTable('purchases')
    .set((row) => ({ version: row.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export function findBySecret(sql: Sql, secreto: string): Promise<Purchase | undefined> {
  return sql.selectFrom('purchases').selectAll().where('secreto', '=', secreto).executeTakeFirst()
}

/** Purchases of the same person, or whose reference ends alike, newest first. */
export function listWithSame(
  sql: Sql,
  column: 'cedula' | 'referencia_final',
  value: string,
  limit: number,
): Promise<Purchase[]> {
  return sql.selectFrom('purchases').selectAll().where(column, '=', value).orderBy('id', 'desc').limit(limit).execute()
}

/** Purchases that are found by that word, a whole mail or phone among them, newest first. */
export function listWithWord(sql: Sql, palabra: string, limit: number): Promise<Purchase[]> {
  return sql
    .selectFrom('purchase_words')
    .innerJoin('purchases', 'purchases.id', 'purchase_words.compra_id')
    .selectAll('purchases')
    .where('palabra', '=', palabra)
    .orderBy('purchase_words.creado_en', 'desc')
    .orderBy('purchase_words.compra_id', 'desc')
    .limit(limit)
    .execute()
}

/** Each by three values: those of a flood are more alike than an operator can look at. */
const MOST_REGISTERED = 30

/** The row of a proof that arrived. */
export function proofRow(
  { id, nombre, tipo, bytes, sha256 }: Omit<Proof, 'compra_id' | 'creado_en'>,
  compra_id: number,
  creado_en: Instant,
) {
  return { id, compra_id, nombre, tipo, bytes, sha256, creado_en }
}

export const insertProofs = insertRows(proofs)

export function findProof(sql: Sql, id: string): Promise<Proof | undefined> {
  return sql.selectFrom('proofs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A registration of the same person: its field and its purchase. */
export type Registered = Pick<Tables['unique_registrations'], 'campo' | 'valor' | 'turno' | 'compra_id'> &
  Pick<Purchase, 'cliente' | 'codigo' | 'estado'>

/** Purchases of the raffle that are in review or confirmed and share one of those values, confirmed ones first. */
export function listRegistered(
  tx: Sql,
  rifa_id: number,
  person: readonly Pick<Tables['unique_registrations'], 'campo' | 'valor'>[],
  exceptId: number,
): Promise<Registered[]> {
  return tx
    .selectFrom('unique_registrations as r')
    .innerJoin('purchases', 'purchases.id', 'r.compra_id')
    .select(['r.campo', 'r.valor', 'r.turno', 'r.compra_id', 'cliente', 'codigo', 'estado'])
    .where('r.rifa_id', '=', rifa_id)
    .where('r.compra_id', '!=', exceptId)
    .where((row) =>
      row.or(person.map(({ campo, valor }) => row.and([row('campo', '=', campo), row('valor', '=', valor)]))),
    )
    .orderBy('r.turno')
    .limit(MOST_REGISTERED)
    .execute()
}

/** Of those purchases, which others of their raffle name the same person, and by which field; confirmed ones first. */
export function listSamePeople(sql: Sql, ids: readonly number[]) {
  return sql
    .selectFrom('unique_registrations as r')
    .innerJoin('unique_registrations as o', (join) =>
      join
        .onRef('o.rifa_id', '=', 'r.rifa_id')
        .onRef('o.campo', '=', 'r.campo')
        .onRef('o.valor', '=', 'r.valor')
        .onRef('o.compra_id', '!=', 'r.compra_id'),
    )
    .innerJoin('purchases as p', 'p.id', 'o.compra_id')
    .select(['r.compra_id as de', 'o.campo', 'p.id', 'p.codigo', 'p.estado'])
    .where('r.compra_id', 'in', ids)
    .orderBy('o.turno')
    .limit(MOST_REGISTERED * ids.length)
    .execute()
}

export async function isRegistered(tx: Sql, compra_id: number): Promise<boolean> {
  return (await listRegisteredAmong(tx, [compra_id])).length > 0
}

/** Which of those purchases are registered. */
export async function listRegisteredAmong(tx: Sql, compras: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('unique_registrations')
    .select('compra_id')
    .distinct()
    .where(isOneOf(tx, 'compra_id', compras))
    .execute()
  return rows.map(({ compra_id }) => compra_id)
}

export const insertRegistrations = insertRows(uniqueRegistrations)

export async function deleteRegistrations(tx: Sql, ...compras: number[]): Promise<void> {
  await tx.deleteFrom('unique_registrations').where('compra_id', 'in', compras).execute()
}
