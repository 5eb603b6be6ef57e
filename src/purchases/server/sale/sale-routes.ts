import type { FastifyInstance } from 'fastify'
import { signedIn } from '#access/server/guard.ts'
import { listMethods } from '#payment-methods/server/list-methods.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { listRaffles } from '#raffles/server/store.ts'
import { quoteRate } from '#tickets/server/quote-rate.ts'
import { readAvailability } from '#tickets/server/read-availability.ts'
import { type SaleChoices, saleChoices, saleForm, soldByHand } from '../../sale-contract.ts'
import { readKey, stillRunning } from '../report/read-key.ts'
import { readReport } from '../report/read-report.ts'
import { receiveForm } from '../report/receive-form.ts'
import { fingerprint } from '../report/report-purchase.ts'
import { type Approve, sellByHand } from './sell-by-hand.ts'

/** Selling by hand, for who may judge payments. @param approve of the room that judges. */
export function saleRoutes(app: FastifyInstance, ctx: Ctx, approve: Approve): void {
  const tag = 'panel'
  /** Keys whose first request is still being served by this process. */
  const running = new Set<string>()

  app.get(
    '/api/panel/compras/nueva',
    { schema: describe({ tag, summary: 'Lo que se puede vender a mano', answers: { 200: saleChoices } }) },
    async (request): Promise<SaleChoices> => {
      await signedIn(ctx, request, 'dueno', 'revisor')
      const [raffles, methods] = await Promise.all([listRaffles(ctx.db.read, ['publicada']), listMethods(ctx)])
      return {
        rifas: await Promise.all(
          raffles.map(async (raffle) => ({
            id: raffle.id,
            titulo: raffle.titulo,
            precio: raffle.precio,
            moneda: raffle.moneda,
            seleccion: raffle.seleccion,
            minimo: raffle.minimo,
            maximo: raffle.maximo,
            total_numeros: raffle.total_numeros,
            libres: (await readAvailability(ctx, raffle.id))?.data.rifa.numeros_disponibles ?? 0,
            tasa: (await quoteRate(ctx, raffle))?.tasa ?? null,
          })),
        ),
        metodos: methods
          .filter(({ paginas }) => paginas.length > 0)
          .map(({ tipo, titulo, moneda, precio_por_boleto }) => ({ tipo, titulo, moneda, precio_por_boleto })),
      }
    },
  )

  app.post(
    '/api/panel/compras/nueva',
    {
      schema: describe({
        tag,
        summary: 'Vender a mano: por teléfono o en efectivo',
        form: true,
        body: saleForm,
        answers: { 201: soldByHand },
      }),
    },
    async (request, reply) => {
      const operator = await signedIn(ctx, request, 'dueno', 'revisor')
      const clave = readKey(request, 'required')
      if (running.has(clave)) throw stillRunning()
      running.add(clave)
      try {
        const { fields, proof } = await receiveForm(ctx, request)
        try {
          const cash = (fields['metodo_pago'] ?? '') === ''
          const picked = (fields['numeros_seleccionados'] ?? '') !== ''
          const report = readReport(ctx, fields, picked, cash ? ['correo', 'referencia'] : ['correo'])
          // Somebody else's key is another one: his answer names his buyer.
          const idempotency = { clave: `mano:${operator.id}:${clave}`, huella: fingerprint(fields, proof) }
          const sale = { report, proof, confirmar: fields['confirmar'] === '1', idempotency }
          return reply.code(201).send(await sellByHand(ctx, sale, operator, approve))
        } catch (error) {
          await proof?.file.discard()
          throw error
        }
      } finally {
        running.delete(clave)
      }
    },
  )
}
