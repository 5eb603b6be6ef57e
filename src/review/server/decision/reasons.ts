import { appendEntry } from '#journal/server/append-entry.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Reasons } from '../../contract.ts'
import { CANNED_REASONS } from '../../reasons.ts'

/** Reasons that are offered to who rejects: the owner's, or the product's until he has written some. */
export async function readReasons(ctx: Ctx): Promise<Reasons> {
  const rows = await ctx.db.read.selectFrom('review_reasons').select('texto').orderBy('orden').execute()
  return { motivos: rows.length > 0 ? rows.map((row) => row.texto) : [...CANNED_REASONS] }
}

/** Replaces them all. */
export async function changeReasons(ctx: Ctx, { motivos }: Reasons, actor: string): Promise<void> {
  const antes = await readReasons(ctx)
  await ctx.db.write('revision', async (tx) => {
    await tx.deleteFrom('review_reasons').execute()
    await tx
      .insertInto('review_reasons')
      .values(motivos.map((texto, orden) => ({ orden, texto })))
      .execute()
    await appendEntry(tx, {
      ambito: 'sitio',
      en: ctx.clock.now(),
      actor,
      accion: 'motivos de rechazo cambiados',
      datos: { antes: antes.motivos, ahora: motivos },
    })
  })
}
