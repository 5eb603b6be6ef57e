import { after, type Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { DAY, type Lately, PORTION } from '../pace.ts'
import type { MailContent } from './delivery/render.ts'
import type { OutboxRow } from './store.ts'

/** The outbox's part of letters to many. The letters themselves and their readers are in a room below. */

/** A copy as it leaves, which may differ from the written one by its reader's later changes. */
export interface FreshCopy {
  /** Key of the person at the new address, if the copy goes to another one than it was written for. */
  clave?: string
  para_nombre: string
  asunto: string
  texto: string
  contenido: MailContent
}

/**
 * Checks copies again in the transaction that claims them.
 * @returns for each id its current form, or the reason why it does not leave, in words for an operator. A missing id waits until its letter
 * continues.
 */
export type Recheck = (tx: Sql, copies: readonly OutboxRow[]) => Promise<ReadonlyMap<number, FreshCopy | string>>

/** Mails sent recently, and those leaving at this moment. */
export async function readLately(sql: Sql, now: Instant): Promise<Lately> {
  const portion = after(now, -PORTION)
  const [sent, leaving] = await Promise.all([
    sql
      .selectFrom('outbox')
      .select((row) => [
        row.fn.countAll<number>().as('todos'),
        row.fn.count<number>(row.case().when('enviado_en', '>', portion).then(row.ref('carta_id')).end()).as('tanda'),
      ])
      .where('estado', '=', 'enviado')
      .where('enviado_en', '>', after(now, -DAY))
      .executeTakeFirstOrThrow(),
    sql
      .selectFrom('outbox')
      .select((row) => row.fn.countAll<number>().as('cuantas'))
      .where('carta_id', 'is not', null)
      .where('estado', '=', 'pendiente')
      .where('arrendado_hasta', '>', now)
      .executeTakeFirstOrThrow(),
  ])
  const more = Number(leaving.cuantas)
  return { todos: Number(sent.todos) + more, tanda: Number(sent.tanda) + more }
}

/** Holds back the unsent copies of a letter, or lets them go on. A copy that is just leaving may still leave. */
export async function holdCopies(tx: Sql, carta_id: number, detenido: 0 | 1): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ detenido })
    .where('carta_id', '=', carta_id)
    .where('estado', 'in', ['pendiente', 'fallido'])
    .execute()
}

/** Counts of some letters, by state. */
type Tally<State extends string> = Map<number, Partial<Record<State, number>>>

/** How many copies, or people, of each of some letters are in each state. */
export async function tally<Name extends 'outbox' | 'letter_people'>(
  sql: Sql,
  table: Name,
  letters: number[],
): Promise<Tally<Tables[Name]['estado']>> {
  const counts: Tally<Tables[Name]['estado']> = new Map(letters.map((id) => [id, {}]))
  if (letters.length === 0) return counts
  const rows = await sql
    .selectFrom(table as 'outbox')
    .select((row) => ['carta_id', 'estado', row.fn.countAll<number>().as('cuantas')])
    .where(isOneOf(sql, 'carta_id', letters))
    .groupBy(['carta_id', 'estado'])
    .execute()
  for (const { carta_id, estado, cuantas } of rows) {
    const known = counts.get(Number(carta_id))
    counts.set(Number(carta_id), { ...known, [estado]: Number(cuantas) })
  }
  return counts
}

/** Holds back copies that were claimed, of a letter that is about to be stopped. */
export async function holdClaimed(tx: Sql, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ detenido: 1, arrendado_hasta: 0 as Instant })
    .where(isOneOf(tx, 'id', ids))
    .execute()
}

/** Takes back mails that were claimed: they do not leave, and not again. @param why for an operator. */
export async function takeBack(tx: Sql, ids: readonly number[], why: string): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ estado: 'cancelado', superado: 1, arrendado_hasta: 0 as Instant, ultimo_error: why })
    .where(isOneOf(tx, 'id', ids))
    .where('estado', '=', 'pendiente')
    .execute()
}

/** Rewrites a copy. @returns the row that leaves. */
export async function rewriteCopy(
  tx: Sql,
  row: OutboxRow,
  { contenido, clave = row.clave, ...fresh }: FreshCopy,
): Promise<OutboxRow> {
  const changed = { clave, ...fresh, contenido: JSON.stringify(contenido) }
  const { para_nombre, asunto, texto } = row
  const before = { clave: row.clave, para_nombre, asunto, texto, contenido: row.contenido }
  if (JSON.stringify(before) === JSON.stringify(changed)) return row
  await tx.updateTable('outbox').set(changed).where('id', '=', row.id).execute()
  return { ...row, ...changed }
}
