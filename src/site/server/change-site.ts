import { appendEntry } from '#journal/server/append-entry.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { SiteChanges } from '../contract.ts'

/** Changes the given settings and no other, with a line in the journal. */
export async function changeSite(ctx: Ctx, changes: SiteChanges, actor: string): Promise<void> {
  const rows = Object.entries(changes)
    .filter(([, valor]) => valor !== undefined)
    .map(([clave, valor]) => ({ clave, valor: JSON.stringify(valor) }))
  if (rows.length === 0) return
  await ctx.db.write('sitio', async (tx) => {
    await tx
      .insertInto('site_settings')
      .values(rows)
      .onConflict((conflict) => conflict.column('clave').doUpdateSet((row) => ({ valor: row.ref('excluded.valor') })))
      .execute()
    await appendEntry(tx, {
      ambito: 'sitio',
      en: ctx.clock.now(),
      actor,
      accion: 'ajustes del sitio cambiados',
      datos: changes,
    })
  })
  ctx.snapshots.forget('')
}
