import { createHash } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import { spendGuess } from '#operators/server/sign-in/spend-guess.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { seal, unseal } from '#platform/server/installation/sealed.ts'
import type { Written } from '../earlier-parts.ts'
import type { Unread } from '../sources/pull-adapter.ts'

/** A message, as it came. */
export interface Body {
  /** Its declared content type; empty without one. */
  tipo: string
  bytes: Buffer
  /** Query of its address, where a body came as well. */
  consulta?: string
}

export type ReceiptRow = Selectable<Tables['movement_receipts']>

export interface Kept {
  id: number
  /** It came before: nothing of it is kept again. */
  repetido: boolean
}

/**
 * Stores a message before anybody reads it: once this resolves, no crash loses it.
 * @param name identity of this payment, if it could be read already; else its bytes.
 * @throws AppError 429 DEMASIADOS_INTENTOS from a source that sends without end, and the errors of db.write; then it was not kept, and its sender is
 * told to come again.
 */
export async function keepReceipt(
  ctx: Pick<Ctx, 'db' | 'keys' | 'clock' | 'config'>,
  fuenteId: number,
  body: Body,
  name: string | null,
): Promise<Kept> {
  const row = receiptOf(ctx, fuenteId, body, name)
  const { recibido_en: now, sha256 } = row
  return ctx.db.write(`fuente:${fuenteId}`, async (tx) => {
    if (ctx.config.abuseLimits) await spendGuess(tx, 'fuente', String(fuenteId), now)
    const fresh = await tx
      .insertInto('movement_receipts')
      .values(row)
      .onConflict((conflict) => conflict.columns(['fuente_id', 'sha256']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (fresh) return { id: fresh.id, repetido: false }
    const known = await tx
      .updateTable('movement_receipts')
      .set((row) => ({ veces: row('veces', '+', 1) }))
      .where('fuente_id', '=', fuenteId)
      .where('sha256', '=', sha256)
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: known.id, repetido: true }
  })
}

/** A receipt that nobody has read, sealed in its row. */
export function receiptOf(ctx: Pick<Ctx, 'keys' | 'clock'>, fuenteId: number, body: Body, name: string | null) {
  const sha256 = createHash('sha256')
    .update(name ?? Buffer.concat([body.bytes, Buffer.from(body.consulta ?? '')]))
    .digest('base64url')
  const { tipo, bytes, ...rest } = body
  const content = JSON.stringify({ tipo, base64: bytes.toString('base64'), ...rest })
  return {
    fuente_id: fuenteId,
    recibido_en: ctx.clock.now(),
    sha256,
    cuerpo: seal(ctx.keys, placeOf(fuenteId, sha256), content),
    estado: 'pendiente',
    motivo: '',
    movimiento_id: null,
    decidido_por: '',
    decidido_por_id: null,
    decidido_en: null,
  } as const
}

/** @throws SealError when it was written with another key, or changed. */
export function openReceipt(
  { keys }: Pick<Ctx, 'keys'>,
  { fuente_id, sha256, cuerpo }: Pick<ReceiptRow, 'fuente_id' | 'sha256' | 'cuerpo'>,
): Body {
  const { base64, ...rest } = JSON.parse(unseal(keys, placeOf(fuente_id, sha256), cuerpo))
  return { ...rest, bytes: Buffer.from(base64, 'base64') }
}

function placeOf(fuenteId: number, sha256: string): string {
  return `movement_receipts ${fuenteId} ${sha256}`
}

/**
 * Keeps texts of a polled bank, sealed, once however often they are sent: rows that nobody can read, for a person, and the text of new
 * money, for disputes with the bank.
 */
export async function keepTexts(
  tx: Sql,
  ctx: Pick<Ctx, 'keys' | 'clock'>,
  fuenteId: number,
  { ilegibles, crudos }: { ilegibles: readonly Unread[]; crudos: readonly Written[] },
): Promise<void> {
  const of = (text: string, name: string | null) =>
    receiptOf(ctx, fuenteId, { tipo: 'text/plain', bytes: Buffer.from(text) }, name)
  const rows: Insertable<Tables['movement_receipts']>[] = [
    ...ilegibles.map(({ cuerpo, motivo }) => ({ ...of(cuerpo, null), estado: 'ilegible' as const, motivo })),
    ...crudos.map(({ movimiento_id, id_banco, crudo }) => ({
      ...of(crudo, id_banco),
      ...{ estado: 'leido' as const, movimiento_id },
    })),
  ]
  if (rows.length === 0) return
  await tx
    .insertInto('movement_receipts')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['fuente_id', 'sha256']).doNothing())
    .execute()
}
