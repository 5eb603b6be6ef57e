import { type AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { insertRows, isOneOf } from '#platform/server/db/many.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { namesOf } from '#platform/server/db/table.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { describeFailure } from '#platform/server/log.ts'
import type { Quote } from '#tickets/contract.ts'
import type { Reservation } from '#tickets/server/store.ts'
import type { PurchaseAnswer } from '../../contract.ts'
import { referenceKey } from '../../reference.ts'
import { findReported } from '../payment/payment-store.ts'
import { idempotency } from '../schema.ts'

const ANSWERED = [
  'purchases.id',
  'codigo',
  'secreto',
  'purchases.estado',
  'purchases.rifa_id',
  'cantidad_tickets',
  'apartado',
  'cedula',
  'referencia',
  'metodo_pago',
  'vendida_por_id',
  'purchases.creado_en',
] as const

type Answered = Pick<Tables['purchases'], 'codigo' | 'secreto' | 'estado' | 'rifa_id' | 'cantidad_tickets'> & {
  id: number
}

const withHolds = prepared<{ apartados: string[] }>({ apartados: true })((sql, { apartados }) =>
  sql
    .selectFrom('purchases')
    .innerJoin('reservations', 'reservations.id', 'purchases.reserva_id')
    .select([...ANSWERED, 'reservations.cotizacion', 'reservations.estado as reserva'])
    .where(isOneOf(sql, 'apartado', apartados)),
)

/** The answer to a report. */
export function describeReport(
  purchase: Answered,
  { cotizacion, estado: reserva }: Pick<Reservation, 'cotizacion' | 'estado'>,
): PurchaseAnswer {
  const { id, codigo, secreto, estado, rifa_id, cantidad_tickets } = purchase
  return {
    success: true,
    id,
    codigo,
    secreto,
    enlace: `/mi-compra#${secreto}`,
    estado,
    rifa_id,
    cantidad_tickets,
    en_espera: reserva === 'en espera',
    cotizacion: JSON.parse(cotizacion) as Quote,
  }
}

/** The report made with a hold: the holder of its token is the person who reported it. */
export interface WithHold extends Pick<Tables['purchases'], 'cedula' | 'referencia' | 'metodo_pago' | 'creado_en'> {
  answer: PurchaseAnswer
  /** The seller by hand: then the holder of the token is not its buyer, whose private link the answer holds. */
  vendida_por_id: number | null
}

/** By the tokens of their holds, as far as something was reported with them. */
export async function reportedWithHolds(sql: Sql, apartados: string[]): Promise<Map<string, WithHold>> {
  const rows = apartados.length === 0 ? [] : await withHolds(sql, { apartados })
  return new Map(
    rows.map((found) => [
      found.apartado ?? '',
      { answer: repeated(describeReport(found, { ...found, estado: found.reserva })), ...found },
    ]),
  )
}

/** The answer to a repeated report. */
export function repeated(answer: PurchaseAnswer): PurchaseAnswer {
  return { ...answer, repetida: true }
}

/** The buyer's report with a hold. @param apartado its token; null is none. */
export async function findWithHold(sql: Sql, apartado: string | null): Promise<WithHold | null> {
  const reported = apartado === null ? undefined : (await reportedWithHolds(sql, [apartado])).get(apartado)
  return reported?.vendida_por_id === null ? reported : null
}

/**
 * The answer to a report sent once more with its hold: other fields may be corrected, its payment and its person are the
 * same. An empty field is no difference.
 * @param otherwise error thrown instead, to sellers.
 * @throws AppError 409 APARTADO_YA_REPORTADO: another payment is not lost, because its buyer is told to report it by itself.
 */
export function answerAgain(
  first: WithHold,
  again: Pick<Tables['purchases'], 'cedula' | 'referencia' | 'metodo_pago'>,
  otherwise?: AppError,
): PurchaseAnswer {
  const { cedula, referencia, answer } = first
  const report = { ...again, cedula: again.cedula || cedula, referencia: again.referencia || referencia }
  const samePayment =
    referenceKey(report.referencia) === referenceKey(referencia) ||
    findReported([{ ...first, id: answer.id }], { ...report, cedula }) !== undefined
  if (report.cedula === cedula && samePayment) return answer
  if (otherwise) throw otherwise
  const what = report.cedula === cedula ? 'otra referencia' : 'otra cédula'
  throw refusal('APARTADO_YA_REPORTADO', {
    details: `Recibimos la compra ${answer.codigo}, y este reporte trae ${what}: no lo guardamos. Si es otro pago, cierra esta ventana, elige sus boletos y repórtalo. Si corriges el primero, escribe a soporte con ese código.`,
  })
}

/**
 * Which of those files are the proof in force of a purchase, queried again. Any other file may go: it was replaced, or no
 * row ever named it.
 */
export async function proofsInForce(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql
    .selectFrom('proofs')
    .innerJoin('purchases', 'purchases.id', 'proofs.compra_id')
    .select('proofs.id')
    .where('proofs.id', 'in', ids)
    .whereRef('purchases.comprobante', '=', 'proofs.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Removes a proof that nobody needs, and no other: it may be in force by now. If the database cannot answer, the file stays for the
 * sweeper.
 */
export async function dropProof(ctx: Ctx, id: string): Promise<void> {
  try {
    if (!(await proofsInForce(ctx.db.read, [id])).has(id)) await ctx.files.remove(id)
  } catch (error) {
    ctx.log.warn({ failure: describeFailure(error) }, 'a proof that is not needed stays until the sweeper comes')
  }
}

const byKeys = prepared<{ claves: string[] }>({ claves: true })((sql, { claves }) =>
  sql
    .selectFrom('idempotency')
    .selectAll()
    .where(isOneOf(sql, 'clave', claves)),
)

/** The answers that were given for those keys, by key. */
export async function listAnswers(sql: Sql, claves: string[]): Promise<Map<string, Tables['idempotency']>> {
  const rows = claves.length === 0 ? [] : await byKeys(sql, { claves })
  return new Map(rows.map((row) => [row.clave, row]))
}

const addAnswer = prepared<Tables['idempotency']>(namesOf(idempotency))((sql, row) =>
  sql
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('clave'),
)

/** @returns whether the key was free: the second of two simultaneous ones has waited for the first one's commit. */
export async function insertAnswer(tx: Sql, answer: Tables['idempotency']): Promise<boolean> {
  return (await addAnswer(tx, answer)).length > 0
}

/** Answers for keys that nobody else can use meanwhile. */
export const insertAnswers = insertRows(idempotency)
