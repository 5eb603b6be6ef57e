import { CONSOLE } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import type { Ctx } from '#platform/server/context.ts'
import { IN_STORE } from '#platform/server/installation/installation.ts'

/** Writes down that proofs and pictures are elsewhere from now on: in the bucket, or in the data folder. @param count of files. */
export function writeFilesMoved(ctx: Ctx, toStore: boolean, count: number): Promise<void> {
  return ctx.db.write('instalacion', async (tx) => {
    await appendEntry(tx, {
      ambito: 'sitio',
      en: ctx.clock.now(),
      actor: CONSOLE,
      accion: 'archivos mudados',
      datos: { archivos: count, destino: toStore ? 'S3' : 'carpeta' },
    })
    await tx
      .updateTable('installation')
      .set({ archivos: toStore ? IN_STORE : null })
      .execute()
  })
}
