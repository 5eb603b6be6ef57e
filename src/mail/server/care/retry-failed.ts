import { appendEntry } from '#journal/server/append-entry.ts'
import type { Ctx } from '#platform/server/context.ts'
import { wakeMail } from '../delivery/start-delivery.ts'

/**
 * Sends every mail again that was given up, but those whose address does not exist.
 * @returns how many.
 */
export async function retryFailed(ctx: Ctx, actor: string): Promise<number> {
  const now = ctx.clock.now()
  const count = await ctx.db.write('correo', async (tx) => {
    const rows = await tx
      .updateTable('outbox')
      .set((row) => ({
        estado: 'pendiente' as const,
        intentos: 0,
        reenvios: row('reenvios', '+', 1),
        proximo_en: now,
        ultimo_error: '',
      }))
      .where('estado', '=', 'fallido')
      .where('arrendado_hasta', '<=', now)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('mail_suppressions as lista')
              .select('lista.correo')
              .where((each) => each(each.fn<string>('lower', ['outbox.para']), '=', each.ref('lista.correo'))),
          ),
        ),
      )
      .returning('id')
      .execute()
    if (rows.length > 0) {
      const datos = { cuantos: rows.length, correos: rows.slice(0, 100).map(({ id }) => id) }
      await appendEntry(tx, { ambito: 'sitio', en: now, actor, accion: 'correos fallidos reenviados', datos })
    }
    return rows.length
  })
  wakeMail(ctx)
  return count
}
