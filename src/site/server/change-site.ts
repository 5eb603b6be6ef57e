import { appendEntry } from '#journal/server/append-entry.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { SiteChanges } from '../contract.ts'
import { readSite } from './read-site.ts'

/**
 * Changes the given settings and no other, with a line in the journal. Other terms are a new version of them, unless the
 * operator names one: each purchase keeps the version that its buyer accepted.
 */
export async function changeSite(ctx: Ctx, asked: SiteChanges, actor: string): Promise<void> {
  const changes = { ...(await nextVersion(ctx, asked)), ...asked }
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

async function nextVersion(ctx: Ctx, asked: SiteChanges): Promise<SiteChanges> {
  if (asked.terminos === undefined) return {}
  const { terminos, terminos_version } = await readSite(ctx)
  if (JSON.stringify(terminos) === JSON.stringify(asked.terminos)) return {}
  const number = Number(terminos_version)
  return { terminos_version: Number.isSafeInteger(number) ? String(number + 1) : `${terminos_version}+`.slice(0, 20) }
}
