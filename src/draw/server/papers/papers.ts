import type { Actor } from '#journal/actor.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { noteDeed, requireRaffle } from '#raffles/server/store.ts'
import { NO_PAPERS, type PanelPapers, type PapersFields, type ShownPapers } from '../../contract.ts'
import { listNamedPictures, settlePictures } from '../images/named-pictures.ts'

/** The permit of a raffle and where its draw is shown live, from memory until they change. */
export function readPapers(ctx: Ctx, id: number): Promise<ShownPapers> {
  return ctx.snapshots.get(`rifa:${id}:papeles`, async () => {
    const { papeles } = await findPapers(ctx.db.read, id)
    const fotos = await listNamedPictures(ctx.db.read, id)
    const shown = fotos.find(({ sha256 }) => sha256 === papeles.permiso_imagen)
    return { value: { ...papeles, imagen: shown?.imagen ?? null } }
  })
}

/** The papers, for an owner to change. @throws AppError 404 */
export async function readPanelPapers(ctx: Ctx, id: number): Promise<PanelPapers> {
  await requireRaffle(ctx.db.read, id)
  return { ...(await findPapers(ctx.db.read, id)), fotos: await listNamedPictures(ctx.db.read, id) }
}

/**
 * Saves the papers, at any time: they name the permit, and decide nothing.
 * @throws AppError 404, 409 VERSION_VIEJA (with `version`), 422 DATOS_INVALIDOS for a missing picture
 */
export async function savePapers(
  ctx: Ctx,
  id: number,
  version: number,
  papeles: PapersFields,
  actor: Actor,
): Promise<void> {
  await ctx.db.write(`rifa:${id}`, async (tx) => {
    const raffle = await requireRaffle(tx, id)
    const before = await findPapers(tx, id)
    if (before.version !== version) {
      throw refusal('VERSION_VIEJA', { error: 'Otra persona cambió el permiso', version: before.version })
    }
    const row = { ...papeles, version: version + 1 }
    await tx
      .insertInto('draw_papers')
      .values({ rifa_id: id, ...row })
      .onConflict((conflict) => conflict.column('rifa_id').doUpdateSet(row))
      .execute()
    await settlePictures(tx, id, ctx.clock.now())
    await noteDeed({ tx, raffle, now: ctx.clock.now() }, actor, 'permiso de la rifa cambiado', {
      antes: before.papeles,
      ahora: papeles,
    })
  })
}

async function findPapers(sql: Sql, id: number): Promise<{ version: number; papeles: PapersFields }> {
  const row = await sql.selectFrom('draw_papers').selectAll().where('rifa_id', '=', id).executeTakeFirst()
  if (!row) return { version: 0, papeles: NO_PAPERS }
  const { rifa_id: _, version, ...papeles } = row
  return { version, papeles }
}
