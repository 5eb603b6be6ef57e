import type { FastifyInstance } from 'fastify'
import { done, serve } from '#access/server/serve.ts'
import { startOfDay } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { BLOCK_CALLS, PANEL_PURCHASE_CALLS } from '../calls.ts'
import { blockPerson, listBlocked, unblockPerson } from './blocked/blocked-people.ts'
import { changeContact } from './correction/change-contact.ts'
import { addNote } from './notes.ts'
import { listSellers, readSellersDays } from './sale/own-sales.ts'
import { readPurchases } from './search/list-purchases.ts'
import { countPurchases, endOfDay, searchedText } from './search/purchase-filter.ts'
import { raffleTitles, readSheet } from './search/read-sheet.ts'

export function purchasePanelRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, BLOCK_CALLS, {
    'GET /api/panel/bloqueados': async () => ({ bloqueados: await listBlocked(ctx.db.read) }),
    'POST /api/panel/bloqueados': ({ body, operator }) => blockPerson(ctx, body, operator),
    'DELETE /api/panel/bloqueados/:id': ({ params, operator }) => unblockPerson(ctx, params.id, operator),
  })
  serve(app, ctx, PANEL_PURCHASE_CALLS, {
    'GET /api/panel/compras': async ({ query: { despues, ...filter } }) => {
      const sql = ctx.db.read
      const counted = despues === undefined && searchedText(filter) === null
      const [page, cuenta] = await Promise.all([
        readPurchases(sql, filter, despues),
        counted ? countPurchases(sql, filter) : null,
      ])
      return { ...page, cuenta }
    },
    'GET /api/panel/compras/rifas': async () => {
      const [titles, vendedores] = await Promise.all([raffleTitles(ctx.db.read), listSellers(ctx.db.read)])
      return { rifas: [...titles].map(([id, titulo]) => ({ id, titulo })).sort((a, b) => b.id - a.id), vendedores }
    },
    'GET /api/panel/compras/vendedores': async ({ query: { desde, hasta } }) => ({
      dias: await readSellersDays(ctx.db.read, startOfDay(desde), endOfDay(hasta)),
    }),
    'GET /api/panel/compras/:id/ficha': ({ params }) => readSheet(ctx, params.id),
    'PUT /api/panel/compras/:id/comprador': ({ params: { id }, body, operator }) =>
      done(changeContact(ctx, id, body, operator), () => readSheet(ctx, id)),
    'POST /api/panel/compras/:id/notas': ({ params: { id }, body, operator }) =>
      done(addNote(ctx, id, body.texto, operator), () => readSheet(ctx, id)),
  })
}
