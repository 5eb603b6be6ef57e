import type { Actor } from '#journal/actor.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Reasons } from '../../contract.ts'
import { CANNED_REASONS, REFUND_REASON } from '../../reasons.ts'
import { worstNow } from '../check/check-purchase.ts'

/** Reasons offered for a rejection: the owner's, or the product's until the owner has written some. */
export async function readReasons(sql: Sql): Promise<Reasons> {
  const rows = await sql.selectFrom('review_reasons').select('texto').orderBy('orden').execute()
  return { motivos: rows.length > 0 ? rows.map((row) => row.texto) : [...CANNED_REASONS] }
}

/** Whether a reason is to the letter one that the owner or the product wrote. Any other may send a buyer's money elsewhere. */
export async function isOffered(sql: Sql, motivo: string): Promise<boolean> {
  return [REFUND_REASON, ...CANNED_REASONS, ...(await readReasons(sql)).motivos].includes(motivo)
}

/** Replaces them all. */
export async function changeReasons(ctx: Ctx, { motivos }: Reasons, actor: Actor): Promise<void> {
  const antes = await readReasons(ctx.db.read)
  await ctx.db.write('revision', async (tx) => {
    const before = await tx.deleteFrom('review_reasons').returning('orden').execute()
    await tx
      .insertInto('review_reasons')
      .values(motivos.map((texto, orden) => ({ orden, texto })))
      .execute()
    const datos = { antes: antes.motivos, ahora: motivos }
    const rows = { review_reasons: [...new Set([...before.map(({ orden }) => orden), ...motivos.keys()])] }
    await noteInSite(tx, ctx.clock.now(), actor, 'motivos de rechazo cambiados', datos, rows)
  })
}

/**
 * An approval against a grave check needs a reason, from whatever page or program: the checks are made again
 * here.
 * @throws AppError 422 MOTIVO_NECESARIO
 */
export async function requireReason(ctx: Ctx, purchaseId: number, motivo: string | undefined): Promise<void> {
  if (motivo !== undefined || (await worstNow(ctx, purchaseId)) !== 'grave') return
  throw refusal('MOTIVO_NECESARIO', {
    details: 'Una comprobación dice que algo está mal. Escribe por qué la apruebas: queda en el diario.',
    campos: { motivo: 'Escribe por qué lo apruebas.' },
  })
}
