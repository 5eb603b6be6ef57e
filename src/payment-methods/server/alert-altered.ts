import { createHash } from 'node:crypto'
import { alertOwners } from '#operators/server/account/alert-owners.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSite } from '#site/server/read-site.ts'
import { type AlteredMethod, findAltered } from './find-altered.ts'

/**
 * Looks whether where buyers pay is what the panel wrote down, and tells every owner of what is not: one mail for each
 * alteration, however often it is looked at. Whoever can write the database could send buyers to another account.
 * @returns what differs now.
 */
export async function alertAltered(ctx: Ctx): Promise<AlteredMethod[]> {
  const altered = await ctx.db.consistent(findAltered)
  if (altered.length === 0) return altered
  const site = await readSite(ctx)
  await ctx.db.write('sitio', async (tx) => {
    for (const method of altered) {
      await alertOwners(ctx, tx, site, {
        clave: `cobro-alterado:${method.id}:${fingerprint(method)}`,
        titulo: `Alguien cambió «${method.titulo}» fuera del panel`,
        parrafos: [
          'Dónde pagan tus compradores no es lo que guarda el diario: se cambió en la base de datos y no desde el panel.',
          'Entra en Cobros, mira qué cambió y restaura los datos anotados. Mientras tanto, los compradores ven lo que está en la base de datos.',
        ],
      })
    }
  })
  for (const { id } of altered) ctx.log.error({ code: `metodo-${id}` }, 'payment method altered outside of the panel')
  return altered
}

function fingerprint({ row, recorded }: AlteredMethod): string {
  return createHash('sha256')
    .update(JSON.stringify([row, recorded]))
    .digest('hex')
    .slice(0, 16)
}
