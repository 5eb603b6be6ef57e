import { readHistory } from '#journal/server/read-history.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { askedOf } from '#purchases/server/asked-of.ts'
import { findProof, requirePurchase } from '#purchases/server/store.ts'
import { areNumbersFixed, isOver } from '#raffles/server/settled.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { readQuote } from '#tickets/server/hold/describe-hold.ts'
import { findReservation, numbersOf } from '#tickets/server/store.ts'
import type { ReviewedPurchase } from '../contract.ts'
import { checkReport } from './check/check-purchase.ts'
import { undoableUntil } from './decision/undo-decision.ts'
import { describeProof } from './proof/show-proof.ts'
import { describeClaim, describeItem } from './queue/read-queue.ts'
import { findClaim, findUndrawable } from './store.ts'

/** One purchase with all that a decision needs. @param operatorId the caller, null for the command line. @throws AppError 404 */
export async function readPurchase(ctx: Ctx, id: number, operatorId: number | null = null): Promise<ReviewedPurchase> {
  const sql = ctx.db.read
  const purchase = await requirePurchase(sql, id)
  const [raffle, reservation, proof, undrawable, numbers, comprobaciones, history, claim, asked] = await Promise.all([
    findRaffle(sql, purchase.rifa_id),
    findReservation(sql, purchase.reserva_id),
    findProof(sql, purchase.comprobante),
    findUndrawable(sql, purchase.comprobante),
    numbersOf(sql, [purchase.reserva_id]),
    checkReport(sql, purchase),
    readHistory(sql, id),
    findClaim(sql, id, ctx.clock.now()),
    askedOf(sql, [purchase]),
  ])
  if (!raffle || !reservation) throw notFound('Esa compra no existe')
  const { precio, total_bs, total_usd, tasa, tasa_nombre, tasa_fecha } = readQuote(reservation)
  const now = ctx.clock.now()
  const numeros_fijos = areNumbersFixed(raffle, now)
  const revisa = claim ? describeClaim(claim, operatorId) : null
  return {
    ...describeItem(purchase, comprobaciones, revisa),
    estado: purchase.estado,
    rifa_titulo: raffle.titulo,
    cedula: purchase.cedula,
    telefono: purchase.telefono,
    correo: purchase.correo,
    referencia: purchase.referencia,
    fecha: purchase.fecha,
    seleccion: reservation.elegidos === 1 ? 'manual' : 'automatica',
    numeros: numbers.get(purchase.reserva_id) ?? [],
    precio,
    total_bs,
    total_usd,
    tasa,
    tasa_nombre,
    tasa_fecha,
    tasa_verificada: purchase.tasa_verificada === 1,
    motivo: purchase.motivo,
    pagado_a: purchase.pagado_a,
    comprobante: proof ? describeProof(id, proof, undrawable) : null,
    comprobaciones,
    historia: history.map(({ en, ...line }) => ({ ...line, en: new Date(en).toISOString() })),
    numeros_fijos,
    en_venta: !isOver(raffle, now),
    pide: asked.get(id) ?? null,
    falsa: purchase.falsa === 1,
    gracia_segundos: raffle.gracia_segundos,
    deshacible_hasta: undoableUntil(purchase, reservation, numeros_fijos, now),
  }
}
