import type { FastifyInstance } from 'fastify'
import { done, serve } from '#access/server/serve.ts'
import { startOfDay } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import { addMoney } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { BLOCK_CALLS, PANEL_PURCHASE_CALLS } from '../calls.ts'
import { normaliseCedula } from '../cedula.ts'
import type { PersonSummary } from '../panel-contract.ts'
import { blockPerson, listBlocked, unblockPerson } from './blocked/blocked-people.ts'
import { changeContact } from './correction/change-contact.ts'
import { addNote } from './notes.ts'
import { listSellers, readSellersDays } from './sale/own-sales.ts'
import { readPurchases } from './search/list-purchases.ts'
import { countPurchases, endOfDay, searchedText } from './search/purchase-filter.ts'
import { raffleTitles, readSheet } from './search/read-sheet.ts'
import { listWithSame } from './store.ts'

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
    'GET /api/panel/personas/:cedula': ({ params }) => {
      const cedula = normaliseCedula(params.cedula)
      if (cedula === null) throw notFound('Nadie con esa cédula ha comprado')
      return readPerson(ctx.db.read, cedula)
    },
  })
}

/** Purchases of one person that are looked at; nobody buys more often by hand. */
const MOST = 1_000

/** A person's purchases, by state and currency. @param cedula normalised. @throws AppError 404 for people who never bought. */
async function readPerson(sql: Sql, cedula: string): Promise<PersonSummary> {
  const purchases = await listWithSame(sql, 'cedula', cedula, MOST)
  if (purchases.length === 0) throw notFound('Nadie con esa cédula ha comprado')
  const groups = Map.groupBy(purchases, ({ estado, moneda }) => `${estado} ${moneda}`)
  const each = (field: 'nombre' | 'telefono' | 'correo') => [...new Set(purchases.map((one) => one[field]))].slice(0, 5)
  return {
    cedula,
    nombres: each('nombre'),
    telefonos: each('telefono'),
    correos: each('correo'),
    compras: [...groups.values()].flatMap((group) => {
      const [first, ...rest] = group
      if (!first) return []
      return {
        estado: first.estado,
        moneda: first.moneda,
        cuantas: group.length,
        boletos: group.reduce((sum, one) => sum + one.cantidad_tickets, 0),
        total: rest.reduce((sum, one) => addMoney(sum, one.total), first.total),
      }
    }),
  }
}
