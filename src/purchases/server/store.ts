import type { Insertable, Selectable, Updateable } from 'kysely'
import type { MethodKind } from '#payment-methods/methods.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { IdempotencyTable, ProofsTable, PurchasesTable, UniqueRegistrationsTable } from './schema.ts'

export type Purchase = Selectable<PurchasesTable>
export type Proof = Selectable<ProofsTable>

export async function insertPurchase(tx: Sql, purchase: Insertable<PurchasesTable>): Promise<number> {
  const { id } = await tx.insertInto('purchases').values(purchase).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updatePurchase(tx: Sql, id: number, changes: Updateable<PurchasesTable>): Promise<void> {
  await tx.updateTable('purchases').set(changes).where('id', '=', id).execute()
}

export function findPurchase(sql: Sql, id: number): Promise<Purchase | undefined> {
  return sql.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findBySecret(sql: Sql, secreto: string): Promise<Purchase | undefined> {
  return sql.selectFrom('purchases').selectAll().where('secreto', '=', secreto).executeTakeFirst()
}

export async function isCodeTaken(sql: Sql, codigo: string): Promise<boolean> {
  return (await sql.selectFrom('purchases').select('id').where('codigo', '=', codigo).executeTakeFirst()) !== undefined
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

/** The person's purchase with that very payment that is in review or confirmed. */
export function findSamePayment(
  tx: Sql,
  payment: { cedula: string; metodo_pago: MethodKind | null; referencia_normal: string },
  exceptId: number,
): Promise<{ id: number } | undefined> {
  return tx
    .selectFrom('purchases')
    .select('id')
    .where('cedula', '=', payment.cedula)
    .where('referencia_normal', '=', payment.referencia_normal)
    .where('metodo_pago', payment.metodo_pago === null ? 'is' : '=', payment.metodo_pago)
    .where('estado', 'in', ['en revision', 'confirmado'])
    .where('id', '!=', exceptId)
    .executeTakeFirst()
}

export async function insertProof(tx: Sql, proof: Insertable<ProofsTable>): Promise<void> {
  await tx.insertInto('proofs').values(proof).execute()
}

export function findProof(sql: Sql, id: string): Promise<Proof | undefined> {
  return sql.selectFrom('proofs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Purchases that were sent the same file, byte by byte. */
export function listWithSameProof(sql: Sql, sha256: string, exceptId: number): Promise<Purchase[]> {
  return sql
    .selectFrom('purchases')
    .selectAll('purchases')
    .where('purchases.id', '!=', exceptId)
    .where('purchases.id', 'in', (proofs) =>
      proofs.selectFrom('proofs').select('compra_id').where('sha256', '=', sha256),
    )
    .orderBy('purchases.id', 'desc')
    .limit(20)
    .execute()
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

export async function deleteRegistrations(tx: Sql, compraId: number): Promise<void> {
  await tx.deleteFrom('unique_registrations').where('compra_id', '=', compraId).execute()
}

/** Claims the payment for the purchase; false when another purchase has it. */
export async function claimReference(
  tx: Sql,
  metodo_pago: string,
  referencia: string,
  compra_id: number,
): Promise<boolean> {
  const claimed = await tx
    .insertInto('confirmed_references')
    .values({ metodo_pago, referencia, compra_id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('compra_id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function freeReference(tx: Sql, compraId: number): Promise<void> {
  await tx.deleteFrom('confirmed_references').where('compra_id', '=', compraId).execute()
}

export function findAnswer(sql: Sql, clave: string): Promise<Selectable<IdempotencyTable> | undefined> {
  return sql.selectFrom('idempotency').selectAll().where('clave', '=', clave).executeTakeFirst()
}

export async function insertAnswer(tx: Sql, answer: IdempotencyTable): Promise<void> {
  await tx.insertInto('idempotency').values(answer).execute()
}
