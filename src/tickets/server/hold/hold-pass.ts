import type { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { settle } from '../moves.ts'
import type { Taking } from '../reserve.ts'
import { isFlooded, reportsWait } from '../shares/pressure.ts'
import { insertReservation, type Reservation, type Stock } from '../store.ts'

/**
 * A hold without tickets, for a visitor for whom none can be set aside and who may pay all the same (docs/decisions/029-fair-shares.md):
 * when he reports, he goes before those who only set tickets aside. It costs no tickets, and no connection has more than its part of all
 * passes, so nobody can take them all. It is given
 * where he is not lured into paying for nothing: above his connection's share, or under a cap that reports have filled, while enough is
 * free, and while the raffle is flooded with holds that nobody reports.
 * @param refusal why he gets no hold.
 * @returns null when that stands.
 */
export async function passInstead(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  taking: Taking,
  refusal: AppError,
): Promise<Reservation | null> {
  const { cantidad, numeros, now } = taking
  const above = refusal.code === 'DEMASIADOS_APARTADOS'
  const capped = refusal.code === 'TOPE_SIN_VERIFICAR' && reportsWait(stock, raffle)
  const enough = (above || capped) && (await isEnough(tx, stock, taking))
  if (!enough && !(await isFlooded(tx, stock, now))) return null
  if (numeros !== null && (await areReported(tx, raffle, numeros))) return null
  const pass = await insertReservation(tx, {
    token: taking.token,
    rifa_id: raffle.id,
    cantidad,
    elegidos: 0,
    estado: 'pase',
    vence_en: taking.vence_en,
    renovado: 0,
    compra: 0,
    cotizacion: JSON.stringify(taking.cotizacion),
    cliente: taking.client?.cliente ?? null,
    red: taking.client?.red ?? null,
    pedidos: numeros === null ? null : JSON.stringify(numeros),
    reportado_en: null,
    trabajo: 0,
    creado_en: now,
  })
  stock.pases += cantidad
  await settle(tx, stock, raffle, now)
  return pass
}

/**
 * Whether there would be tickets for another pass: free ones, and those that networks hold which hold more than his, because his report
 * takes them. When all are promised, a network with less than its part of the passes gets one all the same.
 */
async function isEnough(tx: Sql, stock: Stock, { cantidad, client, now }: Taking): Promise<boolean> {
  const rows = await tx
    .selectFrom('reservations')
    .select((row) => ['red', 'estado', row.fn.sum<number>('cantidad').as('cantidad')])
    .where('rifa_id', '=', stock.rifa_id)
    .where('estado', 'in', ['apartado', 'pase'])
    .where('vence_en', '>', now)
    .groupBy(['red', 'estado'])
    .execute()
  const of = (estado: string) => rows.filter((row) => row.estado === estado && row.red !== null)
  const sum = (some: typeof rows) => some.reduce((all, row) => all + Number(row.cantidad), 0)
  const own = (some: typeof rows) => sum(some.filter(({ red }) => red === client?.red))
  const held = own(of('apartado'))
  const within = stock.libres + sum(of('apartado').filter((row) => Number(row.cantidad) > held))
  if (within - stock.pases >= cantidad) return true
  const others = of('pase').filter(({ red }) => red !== client?.red).length
  return client !== null && own(of('pase')) + cantidad <= within / (1 + others)
}

/** Whether some of the numbers are somebody's who reported: those stay his. */
async function areReported(tx: Sql, raffle: Raffle, numeros: string[]): Promise<boolean> {
  const found = await tx
    .selectFrom('tickets')
    .select('numero')
    .where('rifa_id', '=', raffle.id)
    .where('numero', 'in', numeros)
    .where('estado', '!=', 'apartado')
    .executeTakeFirst()
  return found !== undefined
}
