import type { Operator } from '#access/contract.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { PurchaseSheet } from '../panel-contract.ts'
import { requirePurchase } from './store.ts'

/** Notes that one purchase has. */
const MOST = 50

/**
 * Stores a note for the team: its buyer never reads it, and it changes nothing. The journal names the author and
 * leaves out the text: it keeps no text about a person.
 * @throws AppError 404, 409 DEMASIADAS_NOTAS
 */
export async function addNote(ctx: Ctx, id: number, texto: string, author: Operator): Promise<void> {
  const now = ctx.clock.now()
  const purchase = await requirePurchase(ctx.db.read, id)
  await ctx.db.write(`rifa:${purchase.rifa_id}`, async (tx) => {
    const notes = await listNotes(tx, id)
    const last = notes.at(-1)
    // Sent again after an answer that was lost.
    if (last?.texto === texto && last.autor_id === author.id) return
    if (notes.length >= MOST) {
      const text = `Una compra lleva ${MOST} notas como máximo.`
      throw refusal('DEMASIADAS_NOTAS', { details: text })
    }
    await tx
      .insertInto('purchase_notes')
      .values({ compra_id: id, texto, autor: author.nombre, autor_id: author.id, creado_en: now })
      .execute()
    await appendEntry(tx, {
      en: now,
      actor: author,
      accion: 'nota escrita',
      rifa_id: purchase.rifa_id,
      compra_id: id,
      datos: {},
    })
  })
}

export async function describeNotes(sql: Sql, id: number): Promise<PurchaseSheet['notas']> {
  const notes = await listNotes(sql, id)
  return notes.map(({ creado_en, autor_id: _, ...note }) => ({ ...note, en: new Date(creado_en).toISOString() }))
}

function listNotes(sql: Sql, id: number) {
  return sql
    .selectFrom('purchase_notes')
    .select(['id', 'texto', 'autor', 'autor_id', 'creado_en'])
    .where('compra_id', '=', id)
    .orderBy('id')
    .execute()
}
