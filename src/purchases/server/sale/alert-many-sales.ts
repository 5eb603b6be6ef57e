import type { Operator } from '#access/contract.ts'
import { alertOwners } from '#operators/server/account/alert-owners.ts'
import { after, dayInCaracas, startOfDay } from '#platform/clock.ts'
import { formatCount, formatMoney, sumMoney } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSite } from '#site/server/read-site.ts'

/** Tickets that one person sells and confirms by hand in a day before the owners hear of it, and again for each as many. */
const EVERY = 50

/** Sales that wait longer than this for their confirmation are few, and read by nobody here. */
const WAITED_AT_MOST = 30 * 86_400_000

/**
 * Nobody but he saw that money: once one person has confirmed many tickets in a day that he sold by hand himself, at once or later
 * and under whatever names he had, every owner gets a mail, and another for each fifty more. The sales themselves stand in the journal.
 * @param purchaseId what he confirmed just now.
 */
export async function alertManySales(ctx: Ctx, operator: Operator, purchaseId: number): Promise<void> {
  const { read } = ctx.db
  const confirmed = await read
    .selectFrom('purchases')
    .select('vendida_por_id')
    .where('id', '=', purchaseId)
    .executeTakeFirst()
  if (confirmed?.vendida_por_id !== operator.id) return
  const day = dayInCaracas(ctx.clock.now())
  const since = startOfDay(day)
  const sold = await read
    .selectFrom('purchases')
    .select(['cantidad_tickets', 'total', 'moneda'])
    .where('creado_en', '>=', after(since, -WAITED_AT_MOST))
    .where('decidido_en', '>=', since)
    .where('vendida_por_id', '=', operator.id)
    .where('decidido_por_id', '=', operator.id)
    .where('estado', '=', 'confirmado')
    .execute()
  const tickets = sold.reduce((sum, { cantidad_tickets }) => sum + cantidad_tickets, 0)
  const step = Math.floor(tickets / EVERY)
  if (step === 0) return
  const site = await readSite(ctx)
  const sums = [...Map.groupBy(sold, ({ moneda }) => moneda)].map(([moneda, those]) =>
    formatMoney(sumMoney(those.map(({ total }) => total)), moneda),
  )
  await ctx.db.write('sitio', (tx) =>
    alertOwners(ctx, tx, site, {
      clave: `ventas-a-mano:${operator.id}:${day}:${step}`,
      titulo: `${operator.nombre} vendió ${formatCount(tickets)} boletos a mano hoy`,
      parrafos: [
        'Los vendió y los confirmó la misma persona, sin un reporte del comprador. Compara lo cobrado con lo que entregó.',
      ],
      datos: [
        ['Ventas', formatCount(sold.length)],
        ['Boletos', formatCount(tickets)],
        ['Total', sums.join(' y ')],
      ],
    }),
  )
}
