import { alertOwners } from '#operators/server/account/alert-owners.ts'
import { formatInstant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { SiteSettings } from '#site/contract.ts'
import { compareMethods } from '../method-lines.ts'
import { describeMethod } from './list-methods.ts'
import type { MethodRow } from './store.ts'

/** Tells every owner, in the transaction of the change, what buyers saw and what they see now. */
export async function alertChange(
  ctx: Ctx,
  tx: Sql,
  site: SiteSettings,
  change: { actor: string; motivo: string; antes: MethodRow | null; ahora: MethodRow | null },
): Promise<void> {
  const { actor, motivo, antes, ahora } = change
  const method = ahora ?? antes
  if (!method) return
  await alertOwners(ctx, tx, site, {
    clave: `cobro:${method.id}:version:${method.version}:${ahora ? 'cambiado' : 'borrado'}`,
    titulo: `Cambió dónde te pagan por ${method.titulo}`,
    parrafos: [`${actor} lo cambió el ${formatInstant(ctx.clock.now())}.`, `Motivo: ${motivo}`],
    datos: compareMethods(antes && describeMethod(antes), ahora && describeMethod(ahora))
      .filter((line) => line.changed)
      .map(({ label, before, after }) => [label, `${before || 'nada'} → ${after || 'nada'}`] as const),
  })
}
