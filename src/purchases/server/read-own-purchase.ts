import { z } from 'zod'
import type { Deed } from '#journal/deeds.ts'
import { type HistoryLine, readDeeds } from '#journal/server/read-history.ts'
import type { Instant } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isFrozen, isOver } from '#raffles/server/settled.ts'
import type { Reservation } from '#tickets/server/store.ts'
import type { OwnPurchase } from '../contract.ts'
import { maskReference } from '../reference.ts'
import { givenBack } from '../state-names.ts'
import { payerText, readAround } from './describe-purchase.ts'
import { evidenceFor } from './owner-code.ts'
import { shortName } from './search/short-name.ts'
import { findBySecret, type Purchase } from './store.ts'

/** Deeds of the journal that the buyer sees as steps. An undone decision takes its step with it. */
const STEPS: Record<string, OwnPurchase['pasos'][number]['paso']> = {
  'compra reportada': 'reportado',
  'compra vendida a mano': 'reportado',
  'compra corregida': 'corregido',
  'compra aprobada': 'confirmado',
  'compra rechazada': 'rechazado',
  'compra rechazada por falsa': 'rechazado',
  'compra anulada': 'anulado',
}

/** Nobody had decided when the list was frozen. */
const DROPPED: Deed = 'compra fuera de la lista'

/** When one that waited got its tickets. */
const SERVED: Deed = 'boletos encontrados'
const TAKEN_BACK = new Set(['aprobación deshecha', 'rechazo deshecho'])

/**
 * One purchase for any holder of its secret: links are forwarded, so it returns no more of the person and the payment than
 * the page needs.
 * @throws AppError 404
 */
export async function readOwnPurchase(ctx: Ctx, secreto: string): Promise<OwnPurchase> {
  const purchase = await findBySecret(ctx.db.read, secreto)
  if (!purchase) throw notFound('Esta compra no existe. Revisa que el enlace esté completo')
  const { raffle, reservation, numeros, historia, asked } = await readAround(ctx.db.read, purchase)
  const now = ctx.clock.now()
  const until = keptUntil(purchase, reservation, now)
  const sold = raffle.estado === 'publicada' && !isOver(raffle, now)
  const back = purchase.estado === 'anulado' || purchase.estado === 'rechazado' ? givenBack(historia) : null
  const correctable =
    back === null &&
    !isFrozen(raffle, now) &&
    (purchase.estado === 'en revision' ||
      // Without its own tickets it needs others, and only a raffle that is still sold has them.
      (purchase.estado === 'rechazado' && purchase.falsa === 0 && (until !== null || sold)))
  return {
    codigo: purchase.codigo,
    estado: purchase.estado,
    rifa_id: purchase.rifa_id,
    titulo: raffle.titulo,
    fecha_sorteo: raffle.fecha,
    con_regla: raffle.regla_sha256 !== null,
    aplazado: raffle.regla_sha256 === null || raffle.estado === 'sorteada' ? null : await readPostponed(ctx, raffle.id),
    digitos: raffle.digitos,
    nombre: shortName(purchase.nombre),
    correo: maskAddress(purchase.correo),
    datos_borrados: purchase.cedula === '',
    cantidad_tickets: purchase.cantidad_tickets,
    en_espera: reservation.estado === 'en espera' || waitedInVain(purchase, reservation),
    numeros,
    metodo_pago: purchase.metodo_pago,
    // Whole only while the buyer may have to find the mistake in it.
    referencia: correctable ? purchase.referencia : maskReference(purchase.referencia),
    monto: purchase.monto,
    monto_moneda: purchase.monto_moneda,
    otro_pagador: payerText(purchase) !== '',
    motivo: purchase.motivo,
    pide: asked.get(purchase.id) ?? null,
    corregible: correctable,
    corregible_hasta: until === null || !correctable ? null : new Date(until).toISOString(),
    no_encontrado: purchase.estado === 'rechazado' && purchase.falsa === 1,
    sin_decidir: purchase.estado === 'rechazado' && historia.some(({ accion }) => accion === DROPPED),
    prueba: purchase.estado === 'confirmado' ? evidenceFor(ctx, raffle, purchase) : null,
    devuelto: back,
    pasos: readSteps(reservation, historia, waitedInVain(purchase, reservation)),
  }
}

/** The last postponement. */
async function readPostponed(ctx: Ctx, rifa_id: number): Promise<OwnPurchase['aplazado']> {
  const lines = await readDeeds(ctx.db.read, ['cierre aplazado', 'sorteo aplazado'])
  const datos = lines.findLast((line) => line.rifa_id === rifa_id)?.datos
  return datos === undefined ? null : postponed.parse(datos)
}

/** Shapes of postponements in the journal. */
const moved = z.object({ antes: z.string(), ahora: z.string() })
const postponed = z
  .union([z.object({ cierre: moved, motivo: z.string() }), z.object({ sorteo: moved, motivo: z.string() })])
  .transform((said) =>
    'cierre' in said
      ? { que: 'cierre' as const, ...said.cierre, motivo: said.motivo }
      : { que: 'sorteo' as const, ...said.sorteo, motivo: said.motivo },
  )

/** It waited for tickets until it was rejected: it never had any. */
function waitedInVain({ estado }: Purchase, reservation: Reservation): boolean {
  return estado === 'rechazado' && reservation.estado === 'liberado'
}

function readSteps(
  { creado_en, estado, esperaba }: Reservation,
  history: readonly HistoryLine[],
  inVain: boolean,
): OwnPurchase['pasos'] {
  const served = history.find(({ accion }) => accion === SERVED)
  const held = { paso: 'apartado' as OwnPurchase['pasos'][number]['paso'], en: served?.en ?? (creado_en as number) }
  const steps = estado === 'en espera' || inVain || esperaba === 1 ? [] : [held]
  for (const { accion, en } of history) {
    const paso = accion === DROPPED ? 'rechazado' : STEPS[accion]
    if (paso) steps.push({ paso, en })
    else if (TAKEN_BACK.has(accion)) steps.pop()
  }
  // Tickets that were taken again for a correction are younger than the first report.
  steps.sort((one, other) => one.en - other.en)
  return steps.map(({ paso, en }) => ({ paso, en: new Date(en).toISOString() }))
}

/** Until when a rejected purchase keeps its tickets; null when they are on sale again, swept up or not. */
function keptUntil({ estado }: Purchase, { vence_en }: Reservation, now: Instant): Instant | null {
  return estado === 'rechazado' && vence_en !== null && vence_en > now ? vence_en : null
}

/** `c•••@ejemplo.com`; empty without an address. */
function maskAddress(correo: string): string {
  if (correo === '') return ''
  const [local = '', domain = ''] = correo.split('@')
  return `${local.charAt(0)}•••@${domain}`
}
