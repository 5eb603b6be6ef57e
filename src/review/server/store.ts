import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf, isOneOf } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { Purchase } from '#purchases/server/store.ts'
import type { ProofMarks } from './schema.ts'

/** Result of a look at one proof. */
export interface Likeness {
  mark: ProofMarks
  /** Purchases with the same picture. */
  same: number[]
}

export type UnmarkedProof = Pick<Tables['proofs'], 'id' | 'compra_id' | 'tipo'>
export type CaptureRow = Awaited<ReturnType<typeof listCaptures>>[number]

/** Proofs and the features of their pictures; `rasgos` is null while nobody has looked for them. */
function selectProofs(sql: Sql) {
  return sql
    .selectFrom('proofs')
    .leftJoin('proof_marks', 'proof_marks.comprobante', 'proofs.id')
    .select(['proofs.id', 'proofs.compra_id', 'proofs.tipo', 'proof_marks.rasgos'])
}

/** Proofs of those in review that nobody has looked at, oldest first. */
export function listUnmarkedProofs(sql: Sql, limit: number): Promise<UnmarkedProof[]> {
  return selectProofs(sql)
    .innerJoin('purchases', 'purchases.comprobante', 'proofs.id')
    .where('purchases.estado', '=', 'en revision')
    .where('proof_marks.rasgos', 'is', null)
    .orderBy('purchases.en_revision_desde')
    .limit(limit)
    .execute()
}

/** Proofs of purchases up to that id, newest first, decided or not. */
export function listOlderProofs(sql: Sql, upTo: number, limit: number) {
  return selectProofs(sql)
    .where('proofs.compra_id', '<=', upTo)
    .orderBy('proofs.compra_id', 'desc')
    .limit(limit)
    .execute()
}

/** Captures that were looked at after that place, in the order in which they were. */
export function listCaptures(
  sql: Sql,
  { visto_en, comprobante }: { visto_en: Instant | number; comprobante: string },
  limit: number,
) {
  return sql
    .selectFrom('proof_marks')
    .select(['comprobante', 'compra_id', 'rasgos', 'visto_en'])
    .where((row) => row(row.refTuple('visto_en', 'comprobante'), '>', row.tuple(visto_en as Instant, comprobante)))
    .where('rasgos', '<>', '')
    .orderBy('visto_en')
    .orderBy('comprobante')
    .limit(limit)
    .$narrowType<{ rasgos: string }>()
    .execute()
}

export async function writeLikeness(tx: Sql, { mark, same }: Likeness): Promise<void> {
  const { rasgos, visto_en } = mark
  await tx
    .insertInto('proof_marks')
    .values(mark)
    .onConflict((conflict) => conflict.column('comprobante').doUpdateSet({ rasgos, visto_en }))
    .execute()
  if (same.length === 0) return
  await tx
    .insertInto('similar_proofs')
    .values(same.map((otra_compra_id) => ({ comprobante: mark.comprobante, otra_compra_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Pairs of purchases of which one's proof shows the same picture as the other's: `de` is one of the given ones. */
export async function listWithSimilarProof(sql: Sql, purchases: readonly Purchase[]) {
  const ids = idsOf(purchases)
  const [older, newer] = await Promise.all([
    sql
      .selectFrom('purchases as esta')
      .innerJoin('similar_proofs', 'similar_proofs.comprobante', 'esta.comprobante')
      .innerJoin('purchases as otra', 'otra.id', 'similar_proofs.otra_compra_id')
      .select(['esta.id as de', 'otra.id', 'otra.codigo', 'otra.estado'])
      .where('esta.id', 'in', ids)
      .execute(),
    sql
      .selectFrom('similar_proofs')
      .innerJoin('proofs', 'proofs.id', 'similar_proofs.comprobante')
      .innerJoin('purchases as otra', 'otra.id', 'proofs.compra_id')
      .select(['similar_proofs.otra_compra_id as de', 'otra.id', 'otra.codigo', 'otra.estado'])
      .whereRef('otra.comprobante', '=', 'similar_proofs.comprobante')
      .where('similar_proofs.otra_compra_id', 'in', ids)
      .execute(),
  ])
  return [...older, ...newer]
}

/** Which of those purchases wait for tickets and have none yet. */
export async function listWithoutTickets(sql: Sql, purchases: readonly Purchase[]): Promise<Set<number>> {
  if (purchases.length === 0) return new Set()
  const rows = await sql
    .selectFrom('purchases')
    .innerJoin('reservations', 'reservations.id', 'purchases.reserva_id')
    .select('purchases.id')
    .where('purchases.id', 'in', idsOf(purchases))
    .where('reservations.estado', '=', 'en espera')
    .execute()
  return new Set(idsOf(rows))
}

export function findUndrawable(sql: Sql, comprobante: string): Promise<Tables['undrawable_proofs'] | undefined> {
  return sql.selectFrom('undrawable_proofs').selectAll().where('comprobante', '=', comprobante).executeTakeFirst()
}

/** Writes down that a proof was not drawn, once more when it was not before either. */
export async function writeUndrawable(tx: Sql, failed: Omit<Tables['undrawable_proofs'], 'intentos'>): Promise<void> {
  await tx
    .insertInto('undrawable_proofs')
    .values({ ...failed, intentos: 1 })
    .onConflict((conflict) =>
      conflict.column('comprobante').doUpdateSet((row) => ({
        motivo: failed.motivo,
        intentos: row('undrawable_proofs.intentos', '+', 1),
        en: failed.en,
      })),
    )
    .execute()
}

export async function dropUndrawable(tx: Sql, comprobante: string): Promise<void> {
  await tx.deleteFrom('undrawable_proofs').where('comprobante', '=', comprobante).execute()
}

/** Claims that count. */
function liveClaims(sql: Sql, now: Instant) {
  return sql.selectFrom('review_claims').selectAll().where('hasta', '>', now)
}

/** The claim on the payment now, if any. */
export function findClaim(sql: Sql, compraId: number, now: Instant): Promise<Tables['review_claims'] | undefined> {
  return liveClaims(sql, now).where('compra_id', '=', compraId).executeTakeFirst()
}

/** Until when somebody judges the payment, or null when nobody does. */
export async function claimedUntil(sql: Sql, compraId: number, now: Instant): Promise<Instant | null> {
  return (await findClaim(sql, compraId, now))?.hasta ?? null
}

export function listClaims(sql: Sql, now: Instant): Promise<Tables['review_claims'][]> {
  return liveClaims(sql, now).execute()
}

/**
 * Claims the payment unless somebody else's claim still counts: one statement, so that of two reviewers one wins.
 * @returns whether the claim succeeded.
 */
export async function takeClaim(
  tx: Sql,
  claim: Tables['review_claims'],
  now: Instant,
  force: boolean,
): Promise<boolean> {
  const taken = await tx
    .insertInto('review_claims')
    .values(claim)
    .onConflict((conflict) =>
      conflict
        .column('compra_id')
        .doUpdateSet({ operador_id: claim.operador_id, nombre: claim.nombre, hasta: claim.hasta })
        .where((row) =>
          row.or([
            row('review_claims.operador_id', '=', claim.operador_id),
            row('review_claims.hasta', '<=', now),
            ...(force ? [row('review_claims.hasta', '>', now)] : []),
          ]),
        ),
    )
    .returning('compra_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function dropClaim(tx: Sql, compraId: number, operatorId: number): Promise<void> {
  await tx.deleteFrom('review_claims').where('compra_id', '=', compraId).where('operador_id', '=', operatorId).execute()
}

/** Drops claims that do not count. */
export async function dropOldClaims(tx: Sql, now: Instant): Promise<void> {
  await tx.deleteFrom('review_claims').where('hasta', '<=', now).execute()
}

/** Deletes features and likenesses of those purchases' proofs, and claims on them. */
export async function deleteMarksOf(tx: Sql, purchaseIds: readonly number[]): Promise<void> {
  const proofs = tx
    .selectFrom('proofs')
    .select('id')
    .where(isOneOf(tx, 'compra_id', purchaseIds))
  await tx
    .deleteFrom('similar_proofs')
    .where((row) => row.or([row('comprobante', 'in', proofs), isOneOf(tx, 'otra_compra_id', purchaseIds)]))
    .execute()
  for (const table of ['proof_marks', 'undrawable_proofs'] as const)
    await tx.deleteFrom(table).where('comprobante', 'in', proofs).execute()
  await tx
    .deleteFrom('review_claims')
    .where(isOneOf(tx, 'compra_id', purchaseIds))
    .execute()
}
