import { wakeMail } from '#mail/server/delivery/start-delivery.ts'
import { alertOwners } from '#operators/server/account/alert-owners.ts'
import { dayInCaracas } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { sweepProofs } from '#purchases/server/sweep-proofs.ts'
import { readSite } from '#site/server/read-site.ts'

/** Sweeps the proofs, and tells every owner, once a day, when so many are unknown that nothing was touched. */
export async function watchProofs(ctx: Ctx): Promise<void> {
  const { stopped } = await sweepProofs(ctx)
  if (stopped === null) return
  ctx.log.error({ code: `${stopped.orphans}/${stopped.files}` }, 'too many proofs without a row: nothing was swept')
  const site = await readSite(ctx)
  await ctx.db.write('sitio', (tx) =>
    alertOwners(ctx, tx, site, {
      clave: `comprobantes-sin-compra:${dayInCaracas(ctx.clock.now())}`,
      titulo: 'Hay comprobantes que la base de datos no conoce',
      parrafos: [
        `De ${stopped.files} archivos, ${stopped.orphans} no son de ninguna compra. Suele pasar cuando se pone una base de datos más vieja que la carpeta de comprobantes. No tocamos ninguno.`,
        'Pide a quien cuida el servidor que compare la base de datos con el último respaldo.',
      ],
    }),
  )
  wakeMail(ctx)
}
