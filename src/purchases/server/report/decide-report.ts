import { BUYER } from '#journal/actor.ts'
import type { NewEntry } from '#journal/server/append-entry.ts'
import type { NewMail } from '#mail/server/enqueue-mail.ts'
import type { PaymentMethod } from '#payment-methods/contract.ts'
import { FORM_RULES } from '#payment-methods/method-forms.ts'
import { METHOD_NAMES } from '#payment-methods/methods.ts'
import { paymentRows } from '#payment-methods/payment-rows.ts'
import { after, type Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import { centsOf, type Money } from '#platform/money.ts'
import type { Quote } from '#tickets/contract.ts'
import { readQuote } from '#tickets/server/hold/describe-hold.ts'
import type { RaffleState } from '#tickets/server/path/raffle-state.ts'
import { refuseFree } from '#tickets/server/raffle-on-sale.ts'
import { keepReported, takeTickets } from '#tickets/server/reserve.ts'
import type { Reservation } from '#tickets/server/store.ts'
import { reserveReported } from '#tickets/server/waiting/reserve-reported.ts'
import type { PurchaseAnswer } from '../../contract.ts'
import { owedSum, ownCents } from '../../owed-sum.ts'
import { maskReference, referenceEnding, referenceKey } from '../../reference.ts'
import { NO_PAYER } from '../../rules.ts'
import { receivedMailKey } from '../mail/mail-turns.ts'
import { RECEIVED, RECEIVED_WAITING, reportMail } from '../mail/received-mail.ts'
import { type NewPurchase, proofRow, UNDECIDED } from '../store.ts'
import { answerAgain, describeReport, repeated } from './find-reported.ts'
import type { Report } from './read-report.ts'
import { addEarlier, checkDuplicates } from './refuse-duplicates.ts'
import { type ReportGroup, type Reporting, SOLD } from './report-group.ts'
import { type Asked, askTickets, checkTotal, isTotal, newPurchaseCode } from './reserve-for-report.ts'

const NONE = '0.00' as Money

/** The amount that the visitor has to pay, and where. Without a method it is Bs., or the money in which an operator took cash. */
function owedAmount(
  quote: Quote,
  { metodo_pago: kind, metodo_id }: Pick<Report, 'metodo_pago' | 'metodo_id'>,
  methods: PaymentMethod[],
  cash: 'USD' | 'VES' = 'VES',
): Pick<NewPurchase, 'monto' | 'monto_moneda' | 'pagado_a' | 'metodo_ofrecido' | 'metodo_id' | 'centimos_unicos'> {
  const ofKind = methods.filter(({ tipo }) => tipo === kind)
  // The account shown to the buyer stays, even if that method was switched off or replaced during the payment.
  const method = ofKind.find(({ id }) => id === metodo_id) ?? ofKind.find(({ paginas }) => paginas.length > 0)
  const money = method ?? { moneda: kind === null ? cash : FORM_RULES[kind].moneda, precio_por_boleto: null }
  return {
    monto: owedSum(money, quote),
    monto_moneda: money.moneda,
    pagado_a: kind === null ? null : method ? accountOf(method) : '',
    metodo_ofrecido: kind === null ? null : method && method.paginas.length > 0 ? 1 : 0,
    metodo_id: method?.id ?? null,
    centimos_unicos: Number(centsOf((method && ownCents(method, quote)) ?? NONE)),
  }
}

/**
 * A method that no page offers was shown to nobody, unless it was switched off during the payment: then the report names its id.
 * @throws AppError 422 METODO_NO_OFRECIDO
 */
function checkMethod(
  { metodo_pago: kind, metodo_id }: Pick<Report, 'metodo_pago' | 'metodo_id'>,
  methods: PaymentMethod[],
): void {
  if (kind === null) return
  const ofKind = methods.filter(({ tipo }) => tipo === kind)
  if (ofKind.some(({ id, paginas }) => id === metodo_id || paginas.length > 0)) return
  const text = `Aquí no se recibe ${METHOD_NAMES[kind]}. Elige uno de los métodos que ofrece la página.`
  throw refusal('METODO_NO_OFRECIDO', { details: text, campos: { metodo_pago: text } })
}

/** Text that tells one account from another of its kind. */
function accountOf(method: PaymentMethod): string {
  return paymentRows({ ...method, cedula: '', nombre: '' })
    .map(({ shown }) => shown)
    .join(' · ')
}

/**
 * Gives a report its tickets, or a place in the line, in memory alone.
 * @throws AppError 422 METODO_NO_OFRECIDO, what `askTickets` and `checkReport` throw, and to sellers what `takeTickets` throws.
 */
export function decideReport(group: ReportGroup, reporting: Reporting) {
  const { report, seller, methods } = reporting
  if (!seller) checkMethod(report, methods)
  const { tickets } = group
  const asked = askTickets(tickets, reporting)
  const reservation = reserve(tickets, asked, seller !== null)
  checkReport(group, reporting, readQuote(reservation))
  // Late: without tickets that were held for it.
  return { reservation, late: asked.late }
}

/**
 * A visitor's report is accepted also when there are no tickets, and waits for them; a sale by hand is refused then, because its
 * buyer is present.
 */
function reserve(state: RaffleState, asked: Asked, byHand: boolean): Reservation {
  if ('hold' in asked) return keepReported(state, asked.hold)
  const { taking, promised, over } = asked
  return byHand ? takeTickets(state, taking) : reserveReported(state, { ...taking, own: promised, over })
}

/**
 * The answer that was given to this very report before, if there was one.
 * @throws AppError 422 CLAVE_REUTILIZADA, 409 APARTADO_YA_REPORTADO
 */
export function answerGiven(group: ReportGroup, { report, idempotency, seller }: Reporting): PurchaseAnswer | null {
  const withHold = report.apartado === null ? undefined : group.withHold.get(report.apartado)
  const earlier = idempotency && group.answers.get(idempotency.clave)
  if (earlier) {
    // A visitor who sends the key of a sale by hand does not get its answer, for the same reason as with its hold.
    if (!seller && earlier.clave.startsWith(SOLD)) throw refusal('CLAVE_REUTILIZADA')
    const first = JSON.parse(earlier.respuesta) as PurchaseAnswer
    if (earlier.huella === idempotency.huella) return first
    // A buyer who lost the answer and corrected the name gets the answer about the first report.
    const still =
      withHold?.answer.id === first.id &&
      report.rifa_id === first.rifa_id &&
      report.cantidad_tickets === first.cantidad_tickets &&
      isTotal(report.total, first.cotizacion) &&
      referenceKey(withHold.referencia) === referenceKey(report.referencia)
    if (!still) throw refusal('CLAVE_REUTILIZADA')
  }
  if (withHold && !seller && withHold.vendida_por_id !== null) throw refusal('CLAVE_REUTILIZADA')
  return withHold ? answerAgain(withHold, report, seller ? refusal('CLAVE_REUTILIZADA') : undefined) : null
}

/**
 * Whether the report may be accepted at that price.
 * @throws AppError 409 COTIZACION_CAMBIO | REGISTRO_DUPLICADO | MONTO_EN_CERO, and PERSONA_BLOQUEADA to sellers at once
 */
function checkReport(group: ReportGroup, { report, seller, methods }: Reporting, quote: Quote): void {
  const { raffle } = group.tickets
  // Before any answer tells of other participants: only a whole report with the right total may learn of them.
  checkTotal(report.total, quote)
  checkDuplicates(group.earlier, raffle, report, seller ? 'operador' : { cliente: report.cliente ?? null })
  refuseFree(quote, owedAmount(quote, report, methods, seller?.efectivo).monto)
  // Last: only a sale that would succeed reveals that somebody is blocked.
  if (seller?.callado && group.blocks(report).block) throw refusal('PERSONA_BLOQUEADA')
}

/** Notes what the report leaves, for those behind it and for `writeReports`. @returns its answer. */
export function record(
  group: ReportGroup,
  reporting: Reporting,
  { reservation, late }: ReturnType<typeof decideReport>,
): PurchaseAnswer {
  const { proof, idempotency } = reporting
  const { now, raffle } = group.tickets
  const purchase = purchaseOf(group, reporting, late, reservation)
  const answer = describeReport(purchase, reservation)
  const kept = idempotency && { ...idempotency, respuesta: JSON.stringify(answer), creado_en: now }
  if (kept) group.answers.set(kept.clave, kept)
  const { apartado } = purchase
  if (apartado !== null) group.withHold.set(apartado, { ...purchase, answer: repeated(answer) })
  addEarlier(group.earlier, raffle, purchase)
  group.made.push({
    purchase,
    proof: proof && proofRow(proof, purchase.id, now),
    answer: kept,
    mail: mailOf(group, reporting, purchase, answer.en_espera),
    entry: entryOf(group, reporting, purchase),
  })
  return answer
}

function purchaseOf(
  group: ReportGroup,
  { ctx, report, proof, seller, site, methods, secreto, ...names }: Reporting,
  late: boolean,
  reservation: Reservation,
): NewPurchase {
  const { now, raffle } = group.tickets
  const quote = readQuote(reservation)
  const hold = report.apartado === null ? undefined : group.tickets.withToken(report.apartado)
  let { codigo } = names
  while (group.codes.has(codigo)) codigo = newPurchaseCode(ctx.random)
  group.codes.add(codigo)
  const id = group.ids.shift()
  if (id === undefined) throw new Error('more purchases than the group asked for')
  return {
    id,
    codigo,
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
    ...owedAmount(quote, report, methods, seller?.efectivo),
    ...(report.pagador ?? NO_PAYER),
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
}

function mailOf(
  { tickets: { now, raffle }, turns }: ReportGroup,
  { ctx, seller, site, textos, wait }: Reporting,
  purchase: NewPurchase,
  en_espera: boolean,
): NewMail | null {
  const { id, correo } = purchase
  if (correo === '' || seller?.callado) return null
  // By hand too: nobody has seen that money, and anybody's address may be on it.
  const enviar_desde = Math.max(turns.next(correo), after(now, wait)) as Instant
  turns.add(correo, enviar_desde)
  const kind = en_espera ? RECEIVED_WAITING : RECEIVED
  const at = { clave: receivedMailKey(id), creado_en: now, enviar_desde }
  return reportMail(kind, { ctx, site, textos, raffle, purchase }, at)
}

function entryOf(
  { tickets: { now, raffle } }: ReportGroup,
  { report, seller }: Reporting,
  purchase: NewPurchase,
): NewEntry {
  const { id, codigo, total, moneda, monto, monto_moneda, pagado_a, metodo_ofrecido, tarde } = purchase
  return {
    en: now,
    actor: seller ?? BUYER,
    accion: seller ? 'compra vendida a mano' : 'compra reportada',
    rifa_id: raffle.id,
    compra_id: id,
    datos: {
      codigo,
      cantidad_tickets: report.cantidad_tickets,
      total,
      moneda,
      monto,
      monto_moneda,
      pagado_a,
      metodo_ofrecido,
      metodo_pago: report.metodo_pago === null ? null : METHOD_NAMES[report.metodo_pago],
      referencia: maskReference(report.referencia),
      sin_apartado: tarde === 1,
    },
  }
}
