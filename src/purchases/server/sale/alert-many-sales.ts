import type { Actor } from '#journal/actor.ts'
import { footOfChange, tellOwners } from '#operators/server/account/alert-owners.ts'
import { after, dayInCaracas, startOfDay } from '#platform/clock.ts'
import { formatCount, formatMoney, sumMoney } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'

/** Tickets that one person sells by hand in a day before the owners get a mail, and again for each as many. */
const EVERY = 50

/** Sales that wait longer than this for their confirmation are few, and read by nobody here. */
const WAITED_AT_MOST = 30 * 86_400_000

/**
 * Only the seller saw that money. Once one person has sold many tickets by hand in a day, every owner gets a mail, and another
 * for each fifty more. Sales count that the seller confirmed, at once or later, or left in review, where nobody else can buy them,
 * under whatever name the seller had. The sales themselves are in the journal.
 * @param purchaseId the sale confirmed or left in review just now.
 */
export async function alertManySales(ctx: Ctx, operator: Actor, purchaseId: number): Promise<void> {
  // The console and rules sell nothing.
  if (operator.id === null) return
  const { read } = ctx.db
  const last = await read
    .selectFrom('purchases')
    .select('vendida_por_id')
    .where('id', '=', purchaseId)
    .executeTakeFirst()
  if (last?.vendida_por_id !== operator.id) return
  const day = dayInCaracas(ctx.clock.now())
  const since = startOfDay(day)
  const sold = await read
    .selectFrom('purchases')
    .select(['cantidad_tickets', 'total', 'moneda', 'estado'])
    .where('creado_en', '>=', after(since, -WAITED_AT_MOST))
    .where('vendida_por_id', '=', operator.id)
    .where((row) =>
      row.or([
        row.and([
          row('estado', '=', 'confirmado'),
          row('decidido_por_id', '=', operator.id),
          row('decidido_en', '>=', since),
        ]),
        row.and([row('estado', '=', 'en revision'), row('creado_en', '>=', since)]),
      ]),
    )
    .execute()
  const ticketsOf = (those: typeof sold) => those.reduce((sum, { cantidad_tickets }) => sum + cantidad_tickets, 0)
  const tickets = ticketsOf(sold)
  const waiting = ticketsOf(sold.filter(({ estado }) => estado === 'en revision'))
  const step = Math.floor(tickets / EVERY)
  if (step === 0) return
  const sums = [...Map.groupBy(sold, ({ moneda }) => moneda)].map(([moneda, those]) =>
    formatMoney(sumMoney(those.map(({ total }) => total)), moneda),
  )
  await tellOwners(
    ctx,
    {
      clave: `ventas-a-mano:${operator.id}:${day}:${step}`,
      titulo: `${operator.nombre} vendió ${formatCount(tickets)} boletos a mano hoy`,
      parrafos: [
        'Los vendió una sola persona, sin un reporte del comprador. Compara lo cobrado con lo que entregó, y mira lo que dejó en revisión: nadie más puede comprar esos boletos.',
      ],
      datos: [
        ['Ventas', formatCount(sold.length)],
        ['Boletos', formatCount(tickets)],
        ['Boletos en revisión', formatCount(waiting)],
        ['Total', sums.join(' y ')],
      ],
    },
    footOfChange,
  )
}
