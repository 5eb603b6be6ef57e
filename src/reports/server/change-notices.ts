import type { Operator } from '#access/contract.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Notices } from '../calls.ts'

export async function readNotices(sql: Sql, operatorId: number): Promise<Notices> {
  const row = await sql
    .selectFrom('report_notices')
    .select('cada_minutos')
    .where('operador_id', '=', operatorId)
    .executeTakeFirst()
  return { correo_cada: (row?.cada_minutos ?? null) as Notices['correo_cada'] }
}

/** Turns the operator's mails about new payments on, off, or more or less frequent. Only later reports count. */
export function changeNotices(ctx: Ctx, operator: Operator, { correo_cada }: Notices): Promise<void> {
  return ctx.db.write('operadores', async (tx) => {
    const before = await readNotices(tx, operator.id)
    if (before.correo_cada === correo_cada) return
    const now = ctx.clock.now()
    if (correo_cada === null) {
      await tx.deleteFrom('report_notices').where('operador_id', '=', operator.id).execute()
    } else {
      const row = { operador_id: operator.id, cada_minutos: correo_cada, avisado_en: 0 as Instant, visto_hasta: now }
      await tx
        .insertInto('report_notices')
        .values(row)
        .onConflict((conflict) => conflict.column('operador_id').doUpdateSet({ cada_minutos: correo_cada }))
        .execute()
    }
    await appendEntry(tx, {
      ambito: 'sitio',
      en: now,
      actor: operator,
      accion: 'avisos de pagos cambiados',
      datos: { operador_id: operator.id, antes: before, ahora: { correo_cada } },
    })
  })
}
