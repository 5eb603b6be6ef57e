import { noteWritten } from '#journal/server/testing/note-written.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { SourceKind } from '../../../movement.ts'
import { type SourceRow, sealSecrets } from '../sources/source-store.ts'

/** A polled source of account 1, as an owner has added it. @param more differences, such as for one that calls. */
export async function addAskedSource(
  ctx: Pick<Ctx, 'db' | 'keys' | 'clock'>,
  fuente: SourceKind,
  ajustes: Record<string, string>,
  secretos: Record<string, string>,
  more: Partial<SourceRow> = {},
): Promise<void> {
  await ctx.db.write('sitio', async (tx) => {
    await tx
      .insertInto('movement_sources')
      .values({
        id: 1,
        metodo_id: 1,
        fuente,
        via: 'lectura',
        nombre: 'Caja',
        ajustes: JSON.stringify(ajustes),
        secreto: sealSecrets(ctx.keys, 1, secretos),
        token_hash: null,
        activa: 1,
        version: 1,
        creada_en: ctx.clock.now(),
        creada_por: 'Ana',
        cursor: null,
        leido_hasta: null,
        ultimo_en: null,
        causa: null,
        causa_en: null,
        proximo_en: null,
        ...more,
      })
      .execute()
    await noteWritten(tx, { movement_sources: [more.id ?? 1] })
  })
}
