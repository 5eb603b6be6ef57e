import { createHash } from 'node:crypto'
import { type Actor, BUYER } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { enqueueMail } from '#mail/server/enqueue-mail.ts'
import { readChangedWords } from '#mail/server/texts/mail-texts.ts'
import { METHOD_TITLES } from '#payment-methods/methods.ts'
import { listMethods } from '#payment-methods/server/list-methods.ts'
import type { Instant } from '#platform/clock.ts'
import { AppError, isRefusal, notFound } from '#platform/errors.ts'
import type { Money } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { type Randomness, randomId } from '#platform/server/random.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { readSite } from '#site/server/read-site.ts'
import { makeQuote } from '#tickets/quote.ts'
import { readQuote } from '#tickets/server/hold/describe-hold.ts'
import { quoteRate } from '#tickets/server/quote-rate.ts'
import { refuseFree } from '#tickets/server/refuse-free.ts'
import type { Client } from '#tickets/server/shares/client-mark.ts'
import { findByToken, lockStock } from '#tickets/server/store.ts'
import type { PurchaseAnswer } from '../../contract.ts'
import { referenceEnding, referenceKey } from '../../reference.ts'
import { receivedMail } from '../mail/received-mail.ts'
import { receivedMailKey, receivedMailTurn, waitOfConnection } from '../mail/received-mail-turn.ts'
import { writePayment } from '../payment/payment-store.ts'
import { purchaseLink } from '../public-origin.ts'
import { addWords, countPurchase } from '../search/search-index.ts'
import {
  findAnswer,
  findPurchase,
  insertAnswer,
  insertProof,
  insertPurchase,
  type NewPurchase,
  type Proof,
  UNDECIDED,
} from '../store.ts'
import { answerWithHold, answerWithSecret, describeReport, dropProof } from './find-reported.ts'
import { checkMethod, owedAmount } from './owed-amount.ts'
import type { Report } from './read-report.ts'
import type { ReceivedProof } from './receive-form.ts'
import { refuseDuplicates, registerOnce } from './refuse-duplicates.ts'
import { checkTotal, isTotal, newPurchaseCode, reserveForReport } from './reserve-for-report.ts'

/** The key that a client made when its form opened, and what its body was. */
export interface Idempotency {
  clave: string
  huella: string
}

/** An operator who sells by hand, for whom the buyer did not report himself. */
export interface Seller extends Actor {
  /** Whether the mail that says that the payment waits is left out: the one with the numbers follows at once. */
  callado: boolean
}

/** The same body has the same fingerprint, whatever the order of its parts. */
export function fingerprint(fields: Record<string, string>, proof: { sha256: string } | null): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([sorted, proof?.sha256 ?? null]))
    .digest('hex')
}

/**
 * A visitor reports that he paid, or an operator for him. His hold becomes a reservation that waits for the review; without one the tickets are
 * taken now. The proof is durable before the row that names it, and everything else is one transaction: the reservation, the
 * purchase, the mail, the line of the journal and the answer that a retry will get.
 * @param client whose connection it comes from (client-mark.ts); null where nobody counts.
 * @throws AppError 404, 409 COTIZACION_CAMBIO (with `cotizacion`) | NUMERO_TOMADO | REGISTRO_DUPLICADO |
 * RIFA_CERRADA | SELECCION_NO_PERMITIDA | 422 CLAVE_REUTILIZADA | APARTADO_DISTINTO | METODO_NO_OFRECIDO
 */
export async function reportPurchase(
  ctx: Ctx,
  report: Report,
  proof: ReceivedProof | null,
  idempotency: Idempotency | null,
  seller: Seller | null = null,
  client: Client | null = null,
): Promise<PurchaseAnswer> {
  const [site, textos, methods, known] = await Promise.all([
    readSite(ctx),
    readChangedWords(ctx),
    listMethods(ctx),
    findRaffle(ctx.db.read, report.rifa_id),
  ])
  if (!known) {
    await proof?.file.discard()
    throw notFound('Esta rifa no existe')
  }
  const rate = await quoteRate(ctx, known)
  const secreto = randomId(ctx.random)
  const token = randomId(ctx.random)
  await proof?.file.commit()

  const wait = report.cliente === undefined || seller ? 0 : waitOfConnection(ctx, report.cliente)
  const run = async (tx: Sql): Promise<PurchaseAnswer> => {
    const stock = await lockStock(tx, known)
    // Sent together, PostgreSQL answers them in one round trip; the lock above orders them after every other report.
    const [done, earlier, reported, raffle = known, hold, turn] = await Promise.all([
      answerWithSecret(tx, secreto),
      idempotency && findAnswer(tx, idempotency.clave),
      answerWithHold(tx, report.apartado),
      findRaffle(tx, known.id),
      report.apartado === null ? undefined : findByToken(tx, report.apartado),
      // What an operator sells is told at once: he knows whom he writes to.
      seller ? ctx.clock.now() : receivedMailTurn(tx, report.correo, wait, ctx.clock.now()),
    ])
    // Its own commit got through and the answer did not: it runs again.
    if (done) return done
    if (earlier && earlier.huella === idempotency?.huella) return JSON.parse(earlier.respuesta) as PurchaseAnswer
    if (earlier && !(await isStillIt(tx, report, reported, earlier.respuesta))) throw usedKey()
    if (reported) return reported
    if (!seller) checkMethod(report, methods)

    const now = ctx.clock.now()
    const fresh = makeQuote(raffle, report.cantidad_tickets, rate)
    const { reservation, late } = await reserveForReport(tx, stock, raffle, report, hold, {
      token,
      now,
      fresh,
      client,
      byHand: seller !== null,
    })
    const quote = readQuote(reservation)
    // Before anything is said of who takes part: only who sends a whole report with the right total is told.
    checkTotal(report.total, quote)
    await refuseDuplicates(tx, raffle, report, seller ? 'operador' : { cliente: report.cliente ?? null })

    const owed = owedAmount(quote, report, methods)
    refuseFree(quote, owed.monto)
    const purchase: Omit<NewPurchase, 'codigo'> = {
      secreto,
      apartado: hold?.rifa_id === raffle.id ? hold.token : null,
      rifa_id: raffle.id,
      reserva_id: reservation.id,
      estado: 'en revision',
      version: 1,
      nombre: report.nombre,
      cedula: report.cedula,
      telefono: report.telefono,
      correo: report.correo,
      referencia: report.referencia,
      referencia_normal: referenceKey(report.referencia),
      referencia_final: referenceEnding(report.referencia),
      fecha: report.fecha,
      metodo_pago: report.metodo_pago,
      comprobante: proof?.id ?? '',
      cantidad_tickets: report.cantidad_tickets,
      total: quote.total as Money,
      moneda: quote.moneda,
      ...owed,
      tasa_verificada: quote.tasa_verificada && !report.tasa_no_verificada ? 1 : 0,
      tarde: late && !seller ? 1 : 0,
      terminos_version: report.terminos || site.terminos_version,
      motivo: '',
      creado_en: now,
      en_revision_desde: now,
      ...UNDECIDED,
      vendida_por: seller?.nombre ?? '',
      vendida_por_id: seller?.id ?? null,
      cliente: report.cliente ?? null,
    }
    const { id, codigo } = await insertWithCode(tx, ctx.random, purchase)
    const answer = describeReport({ ...purchase, id, codigo }, reservation)
    const [isFirst] = await Promise.all([
      idempotency === null || insertAnswer(tx, { ...idempotency, respuesta: JSON.stringify(answer), creado_en: now }),
      addWords(tx, purchase, id),
      writePayment(tx, id, report),
      countPurchase(tx, purchase, 1),
      registerOnce(tx, raffle, id, report),
      proof && insertProof(tx, proofRow(proof, id, now)),
      report.correo !== '' &&
        !seller?.callado &&
        enqueueMail(tx, {
          clave: receivedMailKey(id),
          para: report.correo,
          para_nombre: report.nombre,
          ...receivedMail({
            site,
            textos,
            raffle,
            report,
            codigo,
            owed,
            enlace: purchaseLink(ctx, secreto),
            en_espera: answer.en_espera,
          }),
          compra_id: id,
          creado_en: now,
          enviar_desde: turn,
        }),
      appendEntry(tx, {
        ambito: `rifa:${raffle.id}`,
        en: now,
        actor: seller ?? BUYER,
        accion: seller ? 'compra vendida a mano' : 'compra reportada',
        rifa_id: raffle.id,
        compra_id: id,
        datos: {
          codigo,
          cantidad_tickets: report.cantidad_tickets,
          total: quote.total,
          moneda: quote.moneda,
          ...owed,
          metodo_pago: report.metodo_pago === null ? null : METHOD_TITLES[report.metodo_pago],
          referencia: report.referencia,
          comprobante_sha256: proof?.sha256 ?? null,
          sin_apartado: late && !seller,
        },
      }),
    ])
    // Another process used the key meanwhile, for another raffle: this one's lock does not hold it.
    if (!isFirst) throw usedKey()
    return answer
  }

  try {
    const answer = await ctx.db.write(`rifa:${report.rifa_id}`, run)
    // A retry brought the proof again; the first one is kept.
    if (proof && answer.secreto !== secreto) await dropProof(ctx, proof.id)
    return answer
  } catch (error) {
    if (proof && isRefusal(error)) await dropProof(ctx, proof.id)
    throw error
  }
}

function proofRow({ id, nombre, tipo, bytes, sha256 }: ReceivedProof, compra_id: number, creado_en: Instant): Proof {
  return { id, compra_id, nombre, tipo, bytes, sha256, creado_en }
}

/**
 * Whether a form that came with a used key still reports what the key was used for: the same hold, raffle, tickets, total and
 * reference. Then who lost the answer and corrected his name is told what was received.
 */
async function isStillIt(
  tx: Sql,
  report: Report,
  reported: PurchaseAnswer | null,
  respuesta: string,
): Promise<boolean> {
  const first = JSON.parse(respuesta) as PurchaseAnswer
  if (reported?.id !== first.id || report.rifa_id !== first.rifa_id) return false
  if (report.cantidad_tickets !== first.cantidad_tickets || !isTotal(report.total, first.cotizacion)) return false
  const purchase = await findPurchase(tx, first.id)
  return purchase?.referencia_normal === referenceKey(report.referencia)
}

function usedKey(): AppError {
  return new AppError(
    422,
    'CLAVE_REUTILIZADA',
    'Esta solicitud ya se usó',
    'Ya recibimos una compra con esta clave y otros datos. Recarga la página y vuelve a intentarlo.',
  )
}

/** Codes are short, so two may be equal: then another one is taken. */
async function insertWithCode(
  tx: Sql,
  random: Randomness,
  purchase: Omit<NewPurchase, 'codigo'>,
): Promise<{ id: number; codigo: string }> {
  for (;;) {
    const codigo = newPurchaseCode(random)
    const id = await insertPurchase(tx, { ...purchase, codigo })
    if (id !== null) return { id, codigo }
  }
}
