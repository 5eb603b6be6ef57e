import type { Selectable, Updateable } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import type { IdempotencyTable, ProofsTable, PurchasesTable, UniqueRegistrationsTable } from './schema.ts'
import { count, countOver, normalColumns } from './search-index.ts'

export type Purchase = Selectable<PurchasesTable>
export type Proof = Selectable<ProofsTable>

/** What a new purchase has none of yet. */
type Later = 'id' | 'correcciones' | 'corregida_en' | 'falsa'

export type NewPurchase = Omit<Purchase, Later | 'nombre_normal' | 'correo_normal'>

const addPurchase = prepared<Omit<Purchase, Later>>([
  'codigo',
  'secreto',
  'rifa_id',
  'reserva_id',
  'apartado',
  'estado',
  'version',
  'nombre',
  'cedula',
  'telefono',
  'correo',
  'referencia',
  'referencia_normal',
  'referencia_final',
  'fecha',
  'metodo_pago',
  'comprobante',
  'cantidad_tickets',
  'total',
  'moneda',
  'monto',
  'monto_moneda',
  'pagado_a',
  'metodo_ofrecido',
  'tasa_verificada',
  'tarde',
  'terminos_version',
  'motivo',
  'creado_en',
  'en_revision_desde',
  'decidido_en',
  'decidido_por',
  'vendida_por',
  'cliente',
  'nombre_normal',
  'correo_normal',
])((sql, row) =>
  sql
    .insertInto('purchases')
    .values(row)
    .onConflict((conflict) => conflict.column('codigo').doNothing())
    .returning('id'),
)

/**
 * Whoever inserts one also makes it be found and counted (search-index.ts).
 * @returns its id, or null when another purchase has the code.
 */
export async function insertPurchase(tx: Sql, purchase: NewPurchase): Promise<number | null> {
  return (await addPurchase(tx, { ...purchase, ...normalColumns(purchase) }))[0]?.id ?? null
}

/** The caller holds the raffle's lock when the state changes: it is counted out of the old one and into the new. */
export async function updatePurchase(tx: Sql, id: number, changes: Updateable<PurchasesTable>): Promise<void> {
  const { estado } = changes
  const before = estado === undefined ? undefined : await findPurchase(tx, id)
  await tx.updateTable('purchases').set(changes).where('id', '=', id).execute()
  if (!before || estado === undefined || before.estado === estado) return
  await Promise.all([count(tx, before, -1), count(tx, { ...before, estado }, 1)])
}

/** Decides purchases that are in review all together. The caller holds their raffle's lock. */
export async function updateInReview(
  tx: Sql,
  purchases: readonly Purchase[],
  changes: Updateable<PurchasesTable> & Pick<Purchase, 'estado'>,
): Promise<void> {
  await tx
    .updateTable('purchases')
    .set(changes)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where(
      'id',
      'in',
      purchases.map(({ id }) => id),
    )
    .execute()
  await countOver(tx, purchases, changes.estado)
}

export function findPurchase(sql: Sql, id: number): Promise<Purchase | undefined> {
  return sql.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function listByIds(sql: Sql, ids: readonly number[]): Promise<Purchase[]> {
  return ids.length === 0 ? [] : sql.selectFrom('purchases').selectAll().where('id', 'in', ids).execute()
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

/** Purchases of the same person, newest first. */
export function listOfPerson(sql: Sql, cedula: string, limit: number): Promise<Purchase[]> {
  return sql
    .selectFrom('purchases')
    .selectAll()
    .where('cedula', '=', cedula)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
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

/** Purchases whose reference ends alike, newest first: candidates for being the same payment. */
export function listWithReferenceEnd(sql: Sql, referencia_final: string, limit: number): Promise<Purchase[]> {
  return sql
    .selectFrom('purchases')
    .selectAll()
    .where('referencia_final', '=', referencia_final)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const addProof = prepared<ProofsTable>(['id', 'compra_id', 'nombre', 'tipo', 'bytes', 'sha256', 'creado_en'])(
  (sql, row) => sql.insertInto('proofs').values(row),
)

export async function insertProof(tx: Sql, proof: ProofsTable): Promise<void> {
  await addProof(tx, proof)
}

export function findProof(sql: Sql, id: string): Promise<Proof | undefined> {
  return sql.selectFrom('proofs').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findRegistration(
  tx: Sql,
  rifa_id: number,
  campo: UniqueRegistrationsTable['campo'],
  valor: string,
): Promise<{ compra_id: number } | undefined> {
  return tx
    .selectFrom('unique_registrations')
    .select('compra_id')
    .where('rifa_id', '=', rifa_id)
    .where('campo', '=', campo)
    .where('valor', '=', valor)
    .executeTakeFirst()
}

export async function insertRegistrations(tx: Sql, rows: UniqueRegistrationsTable[]): Promise<void> {
  await tx.insertInto('unique_registrations').values(rows).execute()
}

export async function deleteRegistrations(tx: Sql, ...compras: number[]): Promise<void> {
  await tx.deleteFrom('unique_registrations').where('compra_id', 'in', compras).execute()
}

const byKey = prepared<{ clave: string }>(['clave'])((sql, { clave }) =>
  sql.selectFrom('idempotency').selectAll().where('clave', '=', clave),
)

export async function findAnswer(sql: Sql, clave: string): Promise<IdempotencyTable | undefined> {
  return (await byKey(sql, { clave }))[0]
}

const addAnswer = prepared<IdempotencyTable>(['clave', 'huella', 'respuesta', 'creado_en'])((sql, row) =>
  sql.insertInto('idempotency').values(row),
)

export async function insertAnswer(tx: Sql, answer: IdempotencyTable): Promise<void> {
  await addAnswer(tx, answer)
}
