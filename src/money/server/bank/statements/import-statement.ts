import type { Actor } from '#journal/actor.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { type AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { MOVEMENTS_LANE, recordMovements } from '../record-movements.ts'
import { openStatement, toldOf } from './open-statement.ts'
import { statementWarnings } from './other-account.ts'
import { SeenRows, wordOf } from './preview-statement.ts'
import type { ReadHead } from './reading/answer.ts'
import type { ReadFile } from './reading/start-reading.ts'
import type { ChosenFile } from './receive-statement.ts'
import { rememberMap } from './statement-store.ts'

/**
 * Imports a statement: its new rows become movements. It pauses after each part of some hundred rows, so that
 * sales do not wait; one whose process ends in the middle is imported again and adds the rest. So do two at once.
 * @returns the import as it is stored, with the warnings of a preview.
 * @throws AppError as openStatement, 422 EXTRACTO_SIN_COLUMNAS
 */
export async function importStatement(ctx: Ctx, file: ChosenFile, actor: Actor, reading?: ReadFile) {
  const { method, sha256, cuenta, read } = await openStatement(ctx, file, reading)
  const { head } = read
  if (!head.mapa) throw refusal('EXTRACTO_SIN_COLUMNAS')
  const seen = new SeenRows()
  for (const rows of read.parts()) seen.add(rows)
  if (seen.all + head.rechazados === 0) throw head.omitidas.length > 0 ? allApart(head) : refusal('EXTRACTO_VACIO')
  const lane = MOVEMENTS_LANE
  const { avisos, duda } = await statementWarnings(ctx.db.read, method, head, cuenta, seen.some, sha256)
  const begun = await ctx.db.write(lane, (tx) =>
    tx
      .insertInto('statement_imports')
      .values({
        metodo_id: method.id,
        archivo: file.nombre,
        sha256,
        formato: head.formato.titulo,
        leidos: seen.count + head.rechazados,
        rechazados: head.rechazados,
        omitidos: head.omitidos,
        desde: seen.desde,
        hasta: seen.hasta,
        leido_hasta: seen.readUntil(ctx.clock.now()),
        por: actor.nombre,
        por_id: actor.id,
        empezado_en: ctx.clock.now(),
        terminado_en: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const word = wordOf(method.id, sha256, head, ctx)
  for (const rows of read.parts())
    await ctx.db.write(lane, async (tx) => {
      const told = rows.map((row) => toldOf(row, method))
      const recorded = await recordMovements(tx, word, told)
      await tx
        .updateTable('statement_imports')
        .set((row) => ({
          nuevos: row('nuevos', '+', recorded.nuevos.length),
          repetidos: row('repetidos', '+', recorded.repetidos),
          conocidos: row('conocidos', '+', recorded.conocidos),
          posibles: row('posibles', '+', recorded.posibles),
          hechos: row('hechos', '+', rows.filter(({ deshace }) => !deshace).length),
        }))
        .where('id', '=', begun.id)
        .execute()
    })
  return ctx.db.write(lane, async (tx) => {
    const now = ctx.clock.now()
    const done = await tx
      .updateTable('statement_imports')
      .set({ terminado_en: now })
      .where('id', '=', begun.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (head.mapa && head.mapa_de === 'persona' && head.huella !== '')
      await rememberMap(tx, { metodo_id: method.id, huella: head.huella, mapa: head.mapa, now })
    const { archivo, nuevos, repetidos, conocidos, rechazados } = done
    const datos = { metodo_id: method.id, archivo, sha256, nuevos, repetidos, conocidos, rechazados }
    await noteInSite(tx, now, actor, 'extracto importado', datos)
    return { ...done, avisos, duda, rechazadas: head.rechazadas, ...seen.sums() }
  })
}

function allApart({ avisos, omitidas }: ReadHead): AppError {
  return refusal('EXTRACTO_TODO_APARTE', {
    details: `${avisos[0] ?? `Fila ${omitidas[0]?.fila}: ${omitidas[0]?.texto}.`} Elige otra cuenta u otro archivo. Nada se importó.`,
  })
}
