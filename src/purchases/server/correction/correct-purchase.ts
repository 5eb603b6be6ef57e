import { BUYER } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { after, dayInCaracas, type Instant } from '#platform/clock.ts'
import { isRefusal, notFound, refusal, refuseFields } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { randomId } from '#platform/server/random.ts'
import { isOver, refuseFrozen } from '#raffles/server/settled.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { readQuote } from '#tickets/server/hold/describe-hold.ts'
import { openRaffle } from '#tickets/server/path/open-raffle.ts'
import type { RaffleState } from '#tickets/server/path/raffle-state.ts'
import { onSale } from '#tickets/server/raffle-on-sale.ts'
import type { Client } from '#tickets/server/shares/client-mark.ts'
import type { Reservation } from '#tickets/server/store.ts'
import { reserveReported } from '#tickets/server/waiting/reserve-reported.ts'
import { maskReference, referenceEnding, referenceKey } from '../../reference.ts'
import { checkPayer, checkPurchase, PAYER_FIELDS, type PayerFields, readPayer, readPaymentDate } from '../../rules.ts'
import { supersedeDecisionMails } from '../mail/mail-turns.ts'
import { rewritePayment } from '../payment/payment-store.ts'
import { dropProof } from '../report/find-reported.ts'
import type { ReceivedProof } from '../report/receive-form.ts'
import { refuseDuplicates, registerOnce } from '../report/refuse-duplicates.ts'
import {
  findBySecret,
  findProof,
  insertProofs,
  lockRow,
  type Purchase,
  proofRow,
  UNDECIDED,
  updateTogether,
} from '../store.ts'
import { type ClaimedUntil, requireTurn } from './correction-turn.ts'

export interface Correction {
  referencia?: string
  /** Day of the payment. */
  fecha?: string
  /** New data of the payer; an empty text removes the old. */
  pagador?: Partial<PayerFields>
  proof: ReceivedProof | null
  /** The connection that it comes from; null where nobody counts. */
  client?: Client | null
}

/**
 * The buyer corrects the reference, the day or the proof on the private page and sends the report again. Tickets that went
 * back on sale meanwhile are taken again, at the price of that time, or it waits for them. A correction that changes nothing leaves
 * everything as it is. Of several proofs only the file of the last is kept.
 * @throws AppError 404, 409 ESTADO_NO_PERMITE | LA_REVISAN_AHORA | REGISTRO_DUPLICADO | RIFA_CERRADA | RIFA_CONGELADA | RIFA_PAUSADA, 422, 429
 * CORRECCIONES_SEGUIDAS
 */
export async function correctPurchase(
  ctx: Ctx,
  secreto: string,
  correction: Correction,
  claimedUntil: ClaimedUntil,
): Promise<void> {
  const { proof } = correction
  let replaced: string | null
  try {
    const known = await findBySecret(ctx.db.read, secreto)
    if (!known) throw notFound('Esta compra no existe')
    checkCorrection(ctx, known, correction)
    // Checked before the file is made durable too: a correction that will be refused costs the disk nothing.
    if (await changesNothing(ctx.db.read, known, correction)) {
      await proof?.file.discard()
      return
    }
    await requireTurn(ctx.db.read, known, ctx.clock.now(), claimedUntil)
    await proof?.file.commit()
    const token = randomId(ctx.random)
    replaced = await ctx.db.write(`rifa:${known.rifa_id}`, (tx) =>
      correct(tx, ctx.clock.now(), known, correction, { token, claimedUntil }),
    )
  } catch (error) {
    await proof?.file.discard()
    if (proof && isRefusal(error)) await dropProof(ctx, proof.id)
    throw error
  }
  // After the commit: the sweeper removes files that a crash leaves here (sweep-proofs.ts).
  for (const id of new Set([replaced, proof?.id])) if (id) await dropProof(ctx, id)
}

/**
 * Whether nothing would be different, as in a second sending after a lost answer.
 * @throws AppError 422 DATOS_INVALIDOS where it was rejected: sent again as it was, it would only seem to be sent.
 */
async function changesNothing(
  sql: Sql,
  purchase: Purchase,
  { referencia, fecha, pagador, proof }: Correction,
): Promise<boolean> {
  if (referencia !== undefined && referencia !== purchase.referencia) return false
  if (fecha !== undefined && fecha !== purchase.fecha) return false
  if (saysOtherPayer(purchase, pagador)) return false
  if (proof && proof.sha256 !== (await findProof(sql, purchase.comprobante))?.sha256) return false
  if (purchase.falsa === 1) return false
  if (purchase.estado !== 'rechazado') return true
  throw refusal('DATOS_INVALIDOS', {
    error: 'No cambiaste nada',
    details: 'Cambia la referencia, la fecha, quién pagó o el comprobante antes de enviar.',
    campos: {},
  })
}

/** The stored data of the payer, with the new ones. */
function payerNow(purchase: Purchase, said: Correction['pagador'] = {}): PayerFields {
  const read = readPayer(said, purchase)
  const kept = (field: keyof PayerFields) => (said[field] === undefined ? purchase[field] : read[field])
  return {
    pagador_banco: kept('pagador_banco'),
    pagador_telefono: kept('pagador_telefono'),
    pagador_cedula: kept('pagador_cedula'),
  }
}

function saysOtherPayer(purchase: Purchase, said: Correction['pagador']): boolean {
  const now = payerNow(purchase, said)
  return PAYER_FIELDS.some((field) => now[field] !== purchase[field])
}

function checkCorrection(ctx: Ctx, known: Purchase, correction: Correction): void {
  const today = dayInCaracas(ctx.clock.now())
  const messages: Record<string, string> = {
    ...checkPurchase({ ...known, ...correction }, { today, metodo: known.metodo_pago }),
  }
  const { proof, referencia, fecha, pagador } = correction
  // Uncorrected fields were valid when they were sent; the day of a payment may be over seven days ago by now.
  for (const field of Object.keys(messages)) if (!(field in correction)) delete messages[field]
  Object.assign(messages, checkPayer(pagador ?? {}))
  refuseFields(messages, 'Revisa tus datos')
  if (proof === null && referencia === undefined && fecha === undefined && pagador === undefined) {
    throw refusal('DATOS_INVALIDOS', {
      error: 'Revisa tus datos',
      details: 'Corrige la referencia, la fecha, quién pagó o el comprobante.',
    })
  }
}

/** @returns the proof that was replaced, or null. */
async function correct(
  tx: Sql,
  now: Instant,
  known: Purchase,
  correction: Correction,
  { token, claimedUntil }: { token: string; claimedUntil: ClaimedUntil },
): Promise<string | null> {
  const { referencia, fecha, pagador, proof, client } = correction
  const before = await findRaffle(tx, known.rifa_id)
  if (!before) throw notFound('Esta compra no existe')
  const state = await openRaffle(tx, before, { ids: [known.reserva_id], reservations: 1 }, now)
  const { raffle } = state
  // Both behind a lock: of a simultaneous decision and correction the second sees the first, also from another process.
  const purchase = await lockRow(tx, known.id)
  if (!purchase) throw notFound('Esta compra no existe')
  // Sent twice: the second waited for the first.
  if (purchase.estado === 'en revision' && (await changesNothing(tx, purchase, correction))) return null
  await requireTurn(tx, purchase, now, claimedUntil)
  const written = referencia ?? purchase.referencia
  const day = fecha === undefined ? purchase.fecha : (readPaymentDate(fecha, dayInCaracas(now)) ?? purchase.fecha)
  const referencia_normal = referenceKey(written)
  const corrected = { ...purchase, referencia: written }
  const again = { token, client: client ?? null }
  const { id: reserva_id } = await state.settle(tx, () => reserveAgain(state, purchase, again))
  await state.save(tx)
  await refuseDuplicates(tx, raffle, corrected, { cliente: purchase.cliente }, purchase.id)
  if (purchase.estado === 'rechazado') await registerOnce(tx, raffle, purchase.id, purchase)
  await updateTogether(tx, [purchase], {
    estado: 'en revision',
    reserva_id,
    referencia: written,
    referencia_normal,
    referencia_final: referenceEnding(written),
    fecha: day,
    ...payerNow(purchase, pagador),
    comprobante: proof?.id ?? purchase.comprobante,
    motivo: '',
    en_revision_desde: purchase.estado === 'rechazado' ? now : purchase.en_revision_desde,
    ...UNDECIDED,
    correcciones: purchase.correcciones + 1,
    corregida_en: now,
  })
  if (written !== purchase.referencia) await rewritePayment(tx, purchase.id, corrected)
  await supersedeDecisionMails(tx, [purchase.id], now)
  if (proof) await insertProofs(tx, [proofRow(proof, purchase.id, now)])
  await appendEntry(tx, {
    en: now,
    actor: BUYER,
    accion: 'compra corregida',
    rifa_id: raffle.id,
    compra_id: purchase.id,
    datos: {
      codigo: purchase.codigo,
      referencia: { antes: maskReference(purchase.referencia), ahora: maskReference(written) },
      fecha: { antes: purchase.fecha, ahora: day },
      ...(saysOtherPayer(purchase, pagador) && { pagador_nuevo: true }),
      comprobante_nuevo: proof !== null,
    },
  })
  return proof && purchase.comprobante !== '' ? purchase.comprobante : null
}

/** The days between a rejection and its correction do not count as waiting: waiting reports are served in that order (list-waiting.ts). */
function asIfItWaited(reservation: Reservation, { decidido_en }: Purchase, now: Instant): Reservation {
  const { reportado_en } = reservation
  if (reportado_en === null || decidido_en === null) return reservation
  return { ...reservation, reportado_en: after(now, -Math.max(0, decidido_en - reportado_en)) }
}

/** Its tickets, kept since the report or taken again. Returns the reservation. */
function reserveAgain(
  state: RaffleState,
  purchase: Purchase,
  again: { token: string; client: Client | null },
): Reservation {
  const { raffle, now } = state
  const reservation = state.reservation(purchase.reserva_id)
  refuseFrozen(raffle, now)
  if (reservation.estado === 'en espera') return reservation
  if (raffle.estado === 'sorteada') onSale(raffle, now)
  const over = reservation.vence_en !== null && reservation.vence_en <= now
  // Once the sale is over the promised time is the promised time, swept up or not.
  if (reservation.estado === 'en revision' && !(over && isOver(raffle, now))) {
    state.set(reservation, { vence_en: null })
    return reservation
  }
  onSale(raffle, now)
  const anew = reserveReported(state, {
    ...again,
    cantidad: purchase.cantidad_tickets,
    // One that waited until it was rejected keeps its place and its wanted numbers, as far as they can be had.
    over: reservation.estado === 'liberado' ? asIfItWaited(reservation, purchase, now) : null,
    // Numbers that were its own belong to others by now, or may; the buyer is told that new ones are drawn.
    numeros: null,
    cotizacion: readQuote(reservation),
    own: null,
  })
  // Nobody looks for it there any more (review/server/fakes/forget-connections.ts).
  state.set(reservation, { cliente: null, red: null })
  return anew
}
