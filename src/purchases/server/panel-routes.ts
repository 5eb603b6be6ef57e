import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Role } from '#access/contract.ts'
import { signedIn } from '#access/server/guard.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import { pathId } from '#platform/whole-number.ts'
import { normaliseCedula } from '../cedula.ts'
import {
  contactChange,
  personSummary,
  purchaseRaffles,
  purchaseSheet,
  purchasesPage,
  purchasesQuery,
} from '../panel-contract.ts'
import { changeContact } from './correction/change-contact.ts'
import { describePurchase } from './describe-purchase.ts'
import { readPerson } from './report/read-person.ts'
import { countPurchases } from './search/count-purchases.ts'
import { listPurchases, readPlace, writePlace } from './search/list-purchases.ts'
import { searchedText } from './search/purchase-filter.ts'
import { raffleTitles, readSheet } from './search/read-sheet.ts'

const PAGE = 50
const READERS: Role[] = ['dueno', 'revisor', 'lector']
const params = z.object({ id: pathId })

/** Purchases and people in the panel. */
export function purchasePanelRoutes(app: FastifyInstance, ctx: Ctx): void {
  const tag = 'panel'

  app.get(
    '/api/panel/compras',
    {
      schema: describe({
        tag,
        summary: 'Compras, de la más nueva a la más vieja',
        query: purchasesQuery,
        answers: { 200: purchasesPage },
      }),
    },
    async (request) => {
      await signedIn(ctx, request, ...READERS)
      const { despues, ...filter } = parse(purchasesQuery, request.query)
      const sql = ctx.db.read
      const counted = despues === undefined && searchedText(filter) === null
      const [titles, { rows, next }, cuenta] = await Promise.all([
        raffleTitles(sql),
        listPurchases(sql, filter, despues === undefined ? null : readPlace(despues), PAGE),
        counted ? countPurchases(sql, filter) : null,
      ])
      return {
        compras: rows.map((row) => describePurchase(row, titles)),
        cuenta,
        siguiente: next === null ? null : writePlace(next),
      }
    },
  )

  app.get(
    '/api/panel/compras/rifas',
    { schema: describe({ tag, summary: 'Rifas, para filtrar', answers: { 200: purchaseRaffles } }) },
    async (request) => {
      await signedIn(ctx, request, ...READERS)
      const titles = await raffleTitles(ctx.db.read)
      return { rifas: [...titles].map(([id, titulo]) => ({ id, titulo })).sort((a, b) => b.id - a.id) }
    },
  )

  app.get(
    '/api/panel/compras/:id/ficha',
    { schema: describe({ tag, summary: 'Todo de una compra', params, answers: { 200: purchaseSheet } }) },
    async (request) => {
      await signedIn(ctx, request, ...READERS)
      return readSheet(ctx, purchaseId(request))
    },
  )

  app.put(
    '/api/panel/compras/:id/comprador',
    {
      schema: describe({
        tag,
        summary: 'Corregir los datos del comprador',
        params,
        body: contactChange,
        answers: { 200: purchaseSheet },
      }),
    },
    async (request) => {
      const operator = await signedIn(ctx, request, 'dueno', 'revisor')
      const id = purchaseId(request)
      await changeContact(ctx, id, parse(contactChange, request.body), operator)
      return readSheet(ctx, id)
    },
  )

  app.get(
    '/api/panel/personas/:cedula',
    {
      schema: describe({
        tag,
        summary: 'Lo que compró una persona',
        params: z.object({ cedula: z.string() }),
        answers: { 200: personSummary },
      }),
    },
    async (request) => {
      await signedIn(ctx, request, ...READERS)
      const cedula = normaliseCedula((request.params as { cedula: string }).cedula)
      if (cedula === null) throw notFound('Nadie con esa cédula ha comprado')
      return readPerson(ctx.db.read, cedula)
    },
  )
}

function purchaseId(request: FastifyRequest): number {
  const parsed = params.safeParse(request.params)
  if (!parsed.success) throw notFound('Esa compra no existe')
  return parsed.data.id
}
