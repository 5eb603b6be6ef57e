import { readHistory } from '#journal/server/read-history.ts'
import { describeLines } from '#mail/server/describe-mail.ts'
import { notFound } from '#platform/errors.ts'
import { moneyOfCents } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { raffleState } from '#raffles/contract.ts'
import { findRaffle, listRaffles } from '#raffles/server/store.ts'
import { readQuote } from '#tickets/server/hold/describe-hold.ts'
import { findReservation, numbersOf } from '#tickets/server/store.ts'
import type { PurchaseSheet, SharedTrait } from '../../panel-contract.ts'
import { compareTails, paymentClass, paymentTails } from '../../payment-tails.ts'
import { endAlike } from '../../reference.ts'
import { foldAddress } from '../../search-text.ts'
import { askedOf } from '../asked-of.ts'
import { findBlocks } from '../blocked/blocked-people.ts'
import { describePurchase, payerText } from '../describe-purchase.ts'
import { describeNotes } from '../notes.ts'
import { listWithPayment } from '../payment/payment-store.ts'
import { findProof, listWithSame, listWithWord, type Purchase, requirePurchase } from '../store.ts'

const MAILS = 50
const OTHERS = 20

/** Titles of all raffles: an operator has tens of them. */
export async function raffleTitles(sql: Sql): Promise<Map<number, string>> {
  return new Map((await listRaffles(sql, raffleState.options)).map(({ id, titulo }) => [id, titulo]))
}

/** One purchase with all that the panel knows of it. @throws AppError 404 */
export async function readSheet(ctx: Ctx, id: number): Promise<PurchaseSheet> {
  const sql = ctx.db.read
  const purchase = await requirePurchase(sql, id)
  const [titles, raffle, reservation, proof, numbers, history, mails, others, blocks] = await Promise.all([
    raffleTitles(sql),
    findRaffle(sql, purchase.rifa_id),
    findReservation(sql, purchase.reserva_id),
    findProof(sql, purchase.comprobante),
    numbersOf(sql, [purchase.reserva_id]),
    readHistory(sql, id),
    sql.selectFrom('outbox').selectAll().where('compra_id', '=', id).orderBy('id', 'desc').limit(MAILS).execute(),
    findOthers(sql, purchase),
    findBlocks(sql, [purchase]),
  ])
  if (!raffle || !reservation) throw notFound('Esa compra no existe')
  const asked = await askedOf(sql, [purchase, ...others.map(({ other }) => other)])
  const until = purchase.estado === 'rechazado' ? reservation.vence_en : null
  const block = blocks(purchase)
  return {
    ...describePurchase(purchase, titles, asked),
    bloqueo: block
      ? { id: block.id, motivo: block.motivo, por: block.por, en: new Date(block.en).toISOString() }
      : null,
    telefono: purchase.telefono,
    correo: purchase.correo,
    rifa_estado: raffle.estado,
    fecha: purchase.fecha,
    version: purchase.version,
    motivo: purchase.motivo,
    falsa: purchase.falsa === 1,
    decidido_por: purchase.decidido_por,
    decidido_en: iso(purchase.decidido_en),
    numeros: numbers.get(purchase.reserva_id) ?? [],
    elegidos: reservation.elegidos === 1,
    en_espera: reservation.estado === 'en espera',
    hasta: until !== null && until > ctx.clock.now() ? iso(until) : null,
    cotizacion: readQuote(reservation),
    centimos_unicos: purchase.centimos_unicos === 0 ? null : moneyOfCents(BigInt(purchase.centimos_unicos)),
    pagador: payerText(purchase),
    pagado_a: purchase.pagado_a,
    terminos_version: purchase.terminos_version,
    comprobante: proof ? { nombre: proof.nombre, bytes: proof.bytes, sha256: proof.sha256 } : null,
    correos: await describeLines(ctx, mails),
    historia: history.map(({ en, ...line }) => ({ ...line, en: new Date(en).toISOString() })),
    notas: await describeNotes(sql, id),
    otras: others.map(({ other, comparte }) => ({ ...describePurchase(other, titles, asked), comparte })),
  }
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** Other purchases of the same person, phone, mail or payment, newest first. */
async function findOthers(sql: Sql, purchase: Purchase): Promise<{ other: Purchase; comparte: SharedTrait[] }[]> {
  // An erased buyer shares nothing known with other purchases.
  if (purchase.cedula === '') return []
  const correo = foldAddress(purchase.correo)
  const groups = await Promise.all([
    listWithSame(sql, 'cedula', purchase.cedula, OTHERS + 1),
    listWithWord(sql, purchase.telefono, OTHERS + 1),
    listWithWord(sql, correo, OTHERS + 1),
    listWithSame(sql, 'referencia_final', purchase.referencia_final, 100),
    listWithPayment(sql, purchase, 100),
  ])
  const found = new Map(groups.flat().map((other) => [other.id, other]))
  found.delete(purchase.id)
  return [...found.values()]
    .map((other) => ({ other, comparte: inCommon(purchase, other) }))
    .filter(({ comparte }) => comparte.length > 0)
    .sort((a, b) => b.other.id - a.other.id)
    .slice(0, OTHERS)
}

function inCommon(one: Purchase, other: Purchase): SharedTrait[] {
  const shared: [SharedTrait, boolean][] = [
    ['cedula', one.cedula === other.cedula],
    ['telefono', one.telefono === other.telefono],
    ['correo', one.correo_normal === other.correo_normal],
    ['referencia', sharesPayment(one, other)],
  ]
  return shared.filter(([, same]) => same).map(([trait]) => trait)
}

function sharesPayment(one: Purchase, other: Purchase): boolean {
  const tails = (of: Purchase) => paymentTails(of.referencia, of.metodo_pago)
  return (
    compareTails(tails(one), tails(other)) !== null ||
    (paymentClass(one.metodo_pago) === paymentClass(other.metodo_pago) && endAlike(one.referencia, other.referencia))
  )
}
