import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import { listMethods } from '#payment-methods/server/list-methods.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listRaffles } from '#raffles/server/store.ts'
import { quoteRate } from '#tickets/server/raffle-on-sale.ts'
import { readAvailability } from '#tickets/server/read-availability.ts'
import { SALE_CALLS } from '../../calls.ts'
import { saleChoices, saleForm } from '../../sale-contract.ts'
import { readReport } from '../report/read-report.ts'
import { oncePerKey, readKey, receiveForm } from '../report/receive-form.ts'
import { SOLD } from '../report/report-group.ts'
import { fingerprint } from '../report/report-purchase.ts'
import { readOwnSale, readOwnSales } from './own-sales.ts'
import { type Approve, sellByHand } from './sell-by-hand.ts'

/** Selling by hand. @param approve of the room that judges. */
export function saleRoutes(app: FastifyInstance, ctx: Ctx, approve: Approve): void {
  const once = oncePerKey()

  serve(app, ctx, SALE_CALLS, {
    'GET /api/panel/compras/nueva': async () => {
      const [all, methods] = await Promise.all([
        listRaffles(ctx.db.read, ['publicada', 'pausada', 'cerrada']),
        listMethods(ctx),
      ])
      const raffles = all.filter(({ estado, restaurada_en }) => estado === 'publicada' || restaurada_en !== null)
      return saleChoices.parse({
        rifas: await Promise.all(
          raffles.map(async (raffle) => ({
            ...raffle,
            libres: (await readAvailability(ctx, raffle.id))?.data.rifa.numeros_disponibles ?? 0,
            tasa: (await quoteRate(ctx, raffle))?.tasa ?? null,
          })),
        ),
        metodos: methods.filter(({ paginas }) => paginas.length > 0),
      })
    },
    'POST /api/panel/compras/nueva': async ({ operator, request }) => {
      const clave = readKey(request)
      if (clave === null) throw refusal('CLAVE_INVALIDA')
      return once(clave, async () => {
        const { fields, proof } = await receiveForm(ctx, request)
        try {
          const cash = (fields['metodo_pago'] ?? '') === ''
          const confirmar = fields['confirmar'] === '1'
          // A vendor holds cash, but sees no account: only somebody who sees the account confirms money there.
          if (operator.rol === 'vendedor' && confirmar && !cash) throw refusal('SOLO_EFECTIVO')
          const picked = (fields['numeros_seleccionados'] ?? '') !== ''
          const report = readReport(ctx, fields, picked, cash ? ['correo', 'referencia'] : ['correo'])
          // A key is per operator: the answer of another one names another buyer.
          const idempotency = { clave: `${SOLD}${operator.id}:${clave}`, huella: fingerprint(fields, proof) }
          const efectivo = saleForm.shape.moneda_efectivo.safeParse(fields['moneda_efectivo']).data || undefined
          const sale = { report, proof, confirmar, efectivo, idempotency }
          return await sellByHand(ctx, sale, operator, approve)
        } catch (error) {
          await proof?.file.discard()
          throw error
        }
      })
    },
    'GET /api/panel/ventas': ({ operator, query }) => readOwnSales(ctx, operator.id, query.despues),
    'GET /api/panel/ventas/:id': ({ operator, params }) => readOwnSale(ctx, operator.id, params.id),
  })
}
