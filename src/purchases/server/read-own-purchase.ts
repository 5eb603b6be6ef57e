import { readHistory } from '#journal/server/read-history.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { findReservation, numbersOf } from '#tickets/server/store.ts'
import type { OwnPurchase } from '../contract.ts'
import { findBySecret, type Purchase } from './store.ts'

/** Deeds of the journal that the buyer sees as steps. */
const STEPS: Record<string, OwnPurchase['pasos'][number]['paso']> = {
  'compra reportada': 'reportado',
  'compra corregida': 'corregido',
  'compra aprobada': 'confirmado',
  'compra rechazada': 'rechazado',
  'compra anulada': 'anulado',
}

/** One purchase for whoever has its secret. @throws AppError 404 */
export async function readOwnPurchase(ctx: Ctx, secreto: string): Promise<OwnPurchase> {
  const purchase = await findBySecret(ctx.db.read, secreto)
  if (!purchase) throw notFound('Esta compra no existe. Revisa que el enlace esté completo')
  const [raffle, reservation, numbers, history] = await Promise.all([
    findRaffle(ctx.db.read, purchase.rifa_id),
    findReservation(ctx.db.read, purchase.reserva_id),
    numbersOf(ctx.db.read, [purchase.reserva_id]),
    readHistory(ctx.db.read, purchase.id),
  ])
  if (!raffle || !reservation) throw notFound('Esta compra no existe')
  const until = correctableUntil(purchase, reservation.vence_en)
  const steps = history.flatMap((line) => {
    const paso = STEPS[line.accion]
    return paso ? [{ paso, en: new Date(line.en).toISOString() }] : []
  })
  return {
    codigo: purchase.codigo,
    estado: purchase.estado,
    rifa_id: purchase.rifa_id,
    titulo: raffle.titulo,
    fecha_sorteo: raffle.fecha,
    digitos: raffle.digitos,
    nombre: shortName(purchase.nombre),
    correo: maskAddress(purchase.correo),
    cantidad_tickets: purchase.cantidad_tickets,
    numeros: numbers.get(purchase.reserva_id) ?? [],
    metodo_pago: purchase.metodo_pago,
    referencia: purchase.referencia,
    monto: purchase.monto,
    monto_moneda: purchase.monto_moneda,
    motivo: purchase.motivo,
    corregible: purchase.estado === 'en revision' || purchase.estado === 'rechazado',
    corregible_hasta: until === null ? null : new Date(until).toISOString(),
    pasos: [{ paso: 'apartado', en: new Date(reservation.creado_en).toISOString() }, ...steps],
  }
}

/** Until when a rejected purchase keeps its tickets. */
function correctableUntil(purchase: Purchase, expiry: number | null): number | null {
  return purchase.estado === 'rechazado' ? expiry : null
}

/** `Carla M.` */
function shortName(nombre: string): string {
  const [first = '', second] = nombre.split(' ')
  return second ? `${first} ${second.charAt(0)}.` : first
}

/** `c•••@ejemplo.com` */
function maskAddress(correo: string): string {
  const [local = '', domain = ''] = correo.split('@')
  return `${local.charAt(0)}•••@${domain}`
}
