import { stepOf } from '#draw/server/course.ts'
import { listSteps } from '#draw/server/store.ts'
import { tellPostponed } from '#draw/tell-outcome.ts'
import { hasMailServer } from '#mail/server/mail-server.ts'
import type { Ctx } from '#platform/server/context.ts'
import { requireRaffle } from '#raffles/server/store.ts'
import type { ToldByHand } from '../contract.ts'
import { statesOf } from './people.ts'

const PAGE = 100

/** Buyers that no mail reaches, each phone once. @param despues the last purchase of the page before. @throws AppError 404 */
export async function readByHand(ctx: Ctx, rifa_id: number, despues: number): Promise<ToldByHand> {
  const sql = ctx.db.read
  const raffle = await requireRaffle(sql, rifa_id)
  const of = sql
    .selectFrom('purchases')
    .where('rifa_id', '=', rifa_id)
    .where('estado', 'in', statesOf('todos'))
    .where('telefono', '!=', '')
    .$if(hasMailServer(ctx), (some) =>
      some.where(({ or, eb, selectFrom }) =>
        or([eb('correo_normal', '=', ''), eb('correo_normal', 'in', selectFrom('mail_suppressions').select('correo'))]),
      ),
    )
  const [all, rows, steps] = await Promise.all([
    of.select(({ fn }) => fn.count<number>('telefono').distinct().as('cuantos')).executeTakeFirstOrThrow(),
    sql
      .selectFrom('purchases')
      .select(['id', 'codigo', 'nombre', 'telefono'])
      .where('id', 'in', of.select(({ fn }) => fn.min('id').as('id')).groupBy('telefono'))
      .where('id', '>', despues)
      .orderBy('id')
      .limit(PAGE + 1)
      .execute(),
    listSteps(sql, rifa_id),
  ])
  const moved = steps.map((texto) => stepOf({ texto })).findLast(({ tipo }) => tipo === 'aplazado')
  const shown = rows.slice(0, PAGE)
  return {
    cuantos: Number(all.cuantos),
    personas: shown.map(({ id, ...person }) => ({ compra_id: id, ...person })),
    novedad: moved?.tipo === 'aplazado' ? tellPostponed(moved) : '',
    rifa: raffle.titulo,
    siguiente: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  }
}
