import { describeLines } from '#mail/server/describe-mail.ts'
import { moneyOfCents } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { raffleState } from '#raffles/contract.ts'
import { listRaffles } from '#raffles/server/store.ts'
import type { PurchaseSheet, SharedTrait } from '../../panel-contract.ts'
import { compareTails, paymentClass, paymentTails } from '../../payment-tails.ts'
import { endAlike } from '../../reference.ts'
import { foldAddress } from '../../search-text.ts'
import { askedOf } from '../asked-of.ts'
import { findBlocks } from '../blocked/blocked-people.ts'
import { describeDetail, describePurchase, payerText, readAround } from '../describe-purchase.ts'
import { describeNotes } from '../notes.ts'
import { listWithPayment } from '../payment/payment-store.ts'
import { listWithSame, listWithWord, type Purchase, requirePurchase } from '../store.ts'

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
  const [around, titles, mails, others, blocks] = await Promise.all([
    readAround(sql, purchase),
    raffleTitles(sql),
    sql.selectFrom('outbox').selectAll().where('compra_id', '=', id).orderBy('id', 'desc').limit(MAILS).execute(),
    findOthers(sql, purchase),
    findBlocks(sql, [purchase]),
  ])
  const asked = await askedOf(
    sql,
    others.map(({ other }) => other),
  )
  const until = purchase.estado === 'rechazado' ? around.reservation.vence_en : null
  const { block } = blocks(purchase)
  return {
    ...describeDetail(around),
    bloqueo: block
      ? { id: block.id, motivo: block.motivo, por: block.por, en: new Date(block.en).toISOString() }
      : null,
    rifa_estado: around.raffle.estado,
    decidido_por: purchase.decidido_por,
    hasta: until !== null && until > ctx.clock.now() ? new Date(until).toISOString() : null,
    centimos_unicos: purchase.centimos_unicos === 0 ? null : moneyOfCents(BigInt(purchase.centimos_unicos)),
    pagador: payerText(purchase),
    correos: await describeLines(ctx, mails),
    notas: await describeNotes(sql, id),
    otras: others.map(({ other, comparte }) => ({ ...describePurchase(other, titles, asked), comparte })),
  }
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
