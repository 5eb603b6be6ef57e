import type { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { settle } from './moves.ts'
import { isFlooded, reportsWait } from './pressure.ts'
import type { Taking } from './reserve.ts'
import { insertReservation, type Reservation, type Stock } from './store.ts'

/**
 * A hold without tickets, for a visitor for whom none can be set aside and who may pay all the same (docs/decisions/029-fair-shares.md):
 * when he reports, he goes before those who only set tickets aside. It costs no tickets, so nobody can take them all. It is given
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
  // What was wrong with his wish stays wrong: numbers that do not exist cannot be paid for either.
  if (refusal.status === 422) return null
  const above = refusal.code === 'DEMASIADOS_APARTADOS'
  const capped = refusal.code === 'TOPE_SIN_VERIFICAR' && reportsWait(stock, raffle)
  const enough = stock.libres - stock.pases >= cantidad
  if (!(enough && (above || capped)) && !(await isFlooded(tx, stock, now))) return null
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
    cliente: null,
    red: null,
    pedidos: numeros === null ? null : JSON.stringify(numeros),
    reportado_en: null,
    creado_en: now,
  })
  stock.pases += cantidad
  await settle(tx, stock, raffle, now)
  return pass
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
