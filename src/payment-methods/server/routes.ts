import type { FastifyInstance } from 'fastify'
import { done, serve } from '#access/server/serve.ts'
import type { Actor } from '#journal/actor.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { hasMailServer } from '#mail/server/mail-server.ts'
import { listOwners } from '#operators/server/store.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { sendTagged, tagJson } from '#platform/server/http/etag.ts'
import { METHOD_CALLS, OFFER_CALLS } from '../calls.ts'
import { checkMethod } from '../check-method.ts'
import { keptData, type PanelMethod, type PanelMethods, recordedMethod } from '../contract.ts'
import { formOf } from '../method-forms.ts'
import { accountName } from '../methods.ts'
import { findAltered, lastRecords } from './find-altered.ts'
import { describeMethod, listOffered, withPages } from './list-methods.ts'
import { createMethod, deleteMethod, isDeletable, saveMethod } from './save-method.ts'
import { allMethods, changeRow } from './store.ts'

/** @param isInUse whether money that came in is of that account. */
export function paymentMethodRoutes(
  app: FastifyInstance,
  ctx: Ctx,
  countPaying: CountPaying,
  isInUse: (sql: Sql, id: number) => Promise<boolean>,
): void {
  const read = () => readPanelMethods(ctx, countPaying)

  serve(app, ctx, OFFER_CALLS, {
    'GET /api/rifas/metodo-pago': async ({ request, reply }) =>
      sendTagged(request, reply, tagJson(await listOffered(ctx))),
  })

  serve(app, ctx, METHOD_CALLS, {
    'GET /api/panel/metodos': read,
    'GET /api/panel/metodos/alterados': async () => {
      const altered = await ctx.db.consistent((sql) => findAltered(ctx, sql))
      return {
        alterados: altered.map(({ id, titulo, row }) => ({
          id,
          titulo: row ? accountName({ tipo: row.tipo, titulo }) : titulo,
        })),
      }
    },
    'POST /api/panel/metodos': ({ body, session }) => done(createMethod(ctx, body, session), read),
    'POST /api/panel/metodos/orden': ({ body, operator }) => done(orderMethods(ctx, body.ids, operator), read),
    'POST /api/panel/metodos/:id': ({ params, body, session }) => done(saveMethod(ctx, params.id, body, session), read),
    'DELETE /api/panel/metodos/:id': ({ params, body, operator }) =>
      done(deleteMethod(ctx, params.id, body.version, operator, isInUse), read),
  })
}

/**
 * Puts the methods into that order, on both pages.
 * @param ids every method once.
 * @throws AppError 409 VERSION_VIEJA when the list is another one by now
 */
async function orderMethods(ctx: Ctx, ids: readonly number[], actor: Actor): Promise<void> {
  await ctx.db.write('sitio', async (tx) => {
    const before = (await allMethods(tx)).map((row) => row.id)
    const same = before.length === ids.length && before.every((id) => ids.includes(id))
    if (!same) {
      throw refusal('VERSION_VIEJA', {
        error: 'La lista cambió',
        details: 'Otra persona agregó o borró un método. Mírala de nuevo.',
      })
    }
    if (before.every((id, index) => id === ids[index])) return
    // The version of a method is of its data: an edit in progress is not lost to a move.
    for (const [index, id] of ids.entries()) await changeRow(tx, id, { orden: index + 1 })
    const datos = { antes: before, ahora: ids }
    const rows = { payment_methods: ids }
    await noteInSite(tx, ctx.clock.now(), actor, 'orden de los métodos de pago cambiado', datos, rows)
  })
}

/** Visitors who are paying now: tickets are a room below this one, so the composition passes the count in. */
type CountPaying = (sql: Sql) => Promise<number>

/** Every method as owners see it, as it was at one instant. */
function readPanelMethods(ctx: Ctx, countPaying: CountPaying): Promise<PanelMethods> {
  return ctx.db.consistent(async (sql) => {
    const [rows, records, altered] = [await allMethods(sql), await lastRecords(sql), await findAltered(ctx, sql)]
    const owners = !hasMailServer(ctx) ? [] : await listOwners(sql)
    return {
      metodos: rows.map((row): PanelMethod => {
        const method = describeMethod(row)
        const forma = formOf(row)
        const record = records.get(row.id)
        const change = altered.find(({ id }) => id === row.id)
        return {
          ...method,
          forma,
          version: row.version,
          faltan: Object.values(checkMethod(forma, keptData.parse(method)).missing),
          borrable: isDeletable(row),
          cambiado_en: record ? new Date(record.en).toISOString() : null,
          cambiado_por: record?.actor ?? '',
          alterado: change ? { anotado: change.recorded && recordedMethod.parse(withPages(change.recorded)) } : null,
        }
      }),
      pagando: await countPaying(sql),
      avisados: owners.map(({ nombre }) => nombre),
    }
  })
}
