import type { ExpressionBuilder } from 'kysely'
import { after, type Instant } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { insertRows, isOneOf } from '#platform/server/db/many.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { namesOf, type Row } from '#platform/server/db/table.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { MailState, OutboxQuery } from '../contract.ts'
import { LEASE, outbox } from './schema.ts'

export type OutboxRow = Row<typeof outbox>

const FREE = 0 as Instant
const COUNTED = 10_000

export type NewOutboxRow = Omit<OutboxRow, 'id'>

const { id: _, ...OF_NEW } = namesOf(outbox)
const addMail = prepared<NewOutboxRow>(OF_NEW)((sql, row) =>
  sql
    .insertInto('outbox')
    .values(row)
    .onConflict((conflict) => conflict.column('clave').doNothing()),
)

/** Writes a mail unless its key is there already. */
export async function insertMail(tx: Sql, row: NewOutboxRow): Promise<void> {
  await addMail(tx, row)
}

/** Writes mails whose keys are new. */
export const insertMails = insertRows(outbox)

/**
 * Takes back a mail that nobody has begun to send. A lease that expired counts as begun: it may have left.
 * @returns true when it had not begun to leave: it never will. False when it has left, may have, or never was.
 */
export async function cancelMail(tx: Sql, clave: string): Promise<boolean> {
  const row = await tx
    .updateTable('outbox')
    .set({ estado: 'cancelado' })
    .where('clave', '=', clave)
    .where('estado', '=', 'pendiente')
    .where('arrendado_hasta', '=', FREE)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Marks the mails of those purchases with such keys as no longer true: waiting and failed ones never leave, one that is just leaving is not
 * tried again, and a sent one is not sent again.
 * @param keysLike with `%` for anything.
 */
export async function supersedeMails(
  tx: Sql,
  purchaseIds: readonly number[],
  keysLike: string,
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set((row) => ({
      superado: 1,
      estado: row
        .case()
        .when('estado', '=', 'enviado')
        .then(row.ref('estado'))
        .when(row.and([row('estado', '=', 'pendiente'), row('arrendado_hasta', '>', now)]))
        .then(row.ref('estado'))
        .else('cancelado' as const)
        .end(),
    }))
    .where(isOneOf(tx, 'compra_id', purchaseIds))
    .where('clave', 'like', keysLike)
    .where('superado', '=', 0)
    .execute()
}

/** Whether something is due that nobody is sending. */
export async function anyDue(sql: Sql, now: Instant): Promise<boolean> {
  const row = await sql
    .selectFrom('outbox')
    .select('id')
    .where('estado', '=', 'pendiente')
    .where('proximo_en', '<=', now)
    .where('arrendado_hasta', '<=', now)
    .where('detenido', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Leases due mails, oldest first. The conditions are repeated in the update: PostgreSQL checks them again for a row that another process has
 * just claimed, so nobody gets it twice. A superseded mail of the same purchase may still be under way: the newer one waits for it,
 * so that the truth arrives last.
 * @param of copies of letters to many, or all other mails, which go first.
 */
export function claimDue(
  tx: Sql,
  now: Instant,
  most: number,
  of: 'cartas' | 'propios' = 'propios',
): Promise<OutboxRow[]> {
  return tx
    .updateTable('outbox')
    .set((row) => ({ arrendado_hasta: after(now, LEASE), intentos: row('intentos', '+', 1) }))
    .where('estado', '=', 'pendiente')
    .where('arrendado_hasta', '<=', now)
    .where('detenido', '=', 0)
    .where('id', 'in', (query) =>
      query
        .selectFrom('outbox')
        .select('id')
        .where('estado', '=', 'pendiente')
        .where('proximo_en', '<=', now)
        .where('arrendado_hasta', '<=', now)
        .where('carta_id', of === 'cartas' ? 'is not' : 'is', null)
        .where('detenido', '=', 0)
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('outbox as antes')
                .select('antes.id')
                .whereRef('antes.compra_id', '=', 'outbox.compra_id')
                .where('antes.superado', '=', 1)
                .where('antes.estado', '=', 'pendiente')
                .where('antes.arrendado_hasta', '>', now),
            ),
          ),
        )
        .orderBy('proximo_en')
        .orderBy('id')
        .limit(most),
    )
    .returningAll()
    .execute()
}

/** It has left, even if another process holds the lease meanwhile. */
export async function markSent(tx: Sql, row: OutboxRow, now: Instant): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({
      estado: 'enviado',
      enviado_en: now,
      arrendado_hasta: FREE,
      ultimo_error: '',
      ...(row.reservado === 1 ? { texto: '', html: '', contenido: null } : {}),
    })
    .where('id', '=', row.id)
    .where('reenvios', '=', row.reenvios)
    .execute()
}

/** It has not left: try again at `retryAt`, or never when null or no longer true. Nothing happens when another process has claimed it since. */
export async function markFailed(tx: Sql, row: OutboxRow, error: string, retryAt: Instant | null): Promise<void> {
  await tx
    .updateTable('outbox')
    .set((each) => ({
      arrendado_hasta: FREE,
      ultimo_error: error,
      ...(retryAt === null ? {} : { proximo_en: retryAt }),
      estado: each
        .case()
        .when('superado', '=', 1)
        .then('cancelado' as const)
        .else(retryAt === null ? ('fallido' as const) : ('pendiente' as const))
        .end(),
    }))
    .where('id', '=', row.id)
    .where('estado', '=', 'pendiente')
    .where('intentos', '=', row.intentos)
    .where('reenvios', '=', row.reenvios)
    .execute()
}

/** Puts failed and sent mails at the front again, with all their attempts. */
export const atFrontAgain = (now: Instant) => (row: ExpressionBuilder<Tables, 'outbox'>) => ({
  estado: 'pendiente' as const,
  intentos: 0,
  reenvios: row('reenvios', '+', 1),
  proximo_en: now,
  arrendado_hasta: FREE,
  enviado_en: null,
  ultimo_error: '',
})

/** Mails that may be sent again: each still helps somebody, its letter is not stopped, and it is not under way. */
export const updateUseful = (tx: Sql, now: Instant) =>
  tx
    .updateTable('outbox')
    .where('superado', '=', 0)
    .where('detenido', '=', 0)
    .where('arrendado_hasta', '<=', now)
    .where((row) => row.or([row('vence_en', 'is', null), row('vence_en', '>', now)]))

/** Puts a mail at the front again, unless somebody else did so since it was read. */
export async function markPendingAgain(tx: Sql, mail: OutboxRow, now: Instant): Promise<OutboxRow | undefined> {
  return updateUseful(tx, now)
    .set(atFrontAgain(now))
    .where('id', '=', mail.id)
    .where('reenvios', '=', mail.reenvios)
    .where('estado', '!=', 'cancelado')
    .where((row) => row.or([row('reservado', '=', 0), row('estado', '!=', 'enviado')]))
    .returningAll()
    .executeTakeFirst()
}

/** @throws AppError 404 */
export async function requireMail(sql: Sql, id: number): Promise<OutboxRow> {
  const row = await sql.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Ese correo no existe')
  return row
}

export type OutboxLine = Omit<OutboxRow, 'texto' | 'html' | 'contenido' | 'clave' | 'buzon' | 'carta_id' | 'vence_en'>

/** Newest first, without bodies. */
export function listMail(sql: Sql, query: OutboxQuery, most: number): Promise<OutboxLine[]> {
  let select = sql
    .selectFrom('outbox')
    .select(['id', 'para', 'para_nombre', 'asunto', 'compra_id', 'estado', 'intentos'])
    .select(['creado_en', 'proximo_en', 'arrendado_hasta', 'enviado_en', 'ultimo_error', 'reservado'])
    .select(['reenvios', 'superado', 'detenido'])
  if (query.estado) select = select.where('estado', '=', query.estado)
  if (query.despues) select = select.where('id', '<', query.despues)
  return select.orderBy('id', 'desc').limit(most).execute()
}

/** How many are in that state, counted no further than 10,000. */
export async function countMail(sql: Sql, state: MailState): Promise<number> {
  const { count } = await sql
    .selectFrom((query) =>
      query.selectFrom('outbox').select('id').where('estado', '=', state).limit(COUNTED).as('counted'),
    )
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes the mails about those purchases. */
export async function deleteMailsOf(tx: Sql, purchaseIds: readonly number[]): Promise<number> {
  const gone = await tx
    .deleteFrom('outbox')
    .where(isOneOf(tx, 'compra_id', purchaseIds))
    .returning('id')
    .execute()
  return gone.length
}
