import { readHistory } from '#journal/server/read-history.ts'
import { bankText } from '#payment-methods/banks.ts'
import { notFound } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { findRaffle, type Raffle } from '#raffles/server/store.ts'
import { readQuote } from '#tickets/server/hold/describe-hold.ts'
import { findReservation, numbersOf } from '#tickets/server/store.ts'
import { formatCedula } from '../cedula.ts'
import type { AskedFor } from '../contract.ts'
import { type PurchaseDetail, type PurchaseLine, purchaseDetail, purchaseLine } from '../panel-contract.ts'
import type { PayerFields } from '../rules.ts'
import { askedOf } from './asked-of.ts'
import type { Purchase } from './store.ts'

/** A line of the panel's lists. @param titles of raffles, by id. @param asked what buyers are to correct, by id of the purchase. */
export function describePurchase(
  purchase: Purchase,
  titles: ReadonlyMap<number, Raffle['titulo']>,
  asked: ReadonlyMap<number, AskedFor>,
): PurchaseLine {
  return purchaseLine.parse({
    ...purchase,
    rifa_titulo: titles.get(purchase.rifa_id) ?? '',
    pide: asked.get(purchase.id) ?? null,
    tasa_verificada: purchase.tasa_verificada === 1,
    creado_en: new Date(purchase.creado_en).toISOString(),
  })
}

/** A purchase with its raffle and all that is read of it elsewhere. @throws AppError 404 */
export async function readAround(sql: Sql, purchase: Purchase) {
  const [raffle, reservation, numbers, historia, asked] = await Promise.all([
    findRaffle(sql, purchase.rifa_id),
    findReservation(sql, purchase.reserva_id),
    numbersOf(sql, [purchase.reserva_id]),
    readHistory(sql, purchase.id),
    askedOf(sql, [purchase]),
  ])
  if (!raffle || !reservation) throw notFound('Esa compra no existe')
  return { purchase, raffle, reservation, numeros: numbers.get(purchase.reserva_id) ?? [], historia, asked }
}

/** What desk and sheet show of it. */
export function describeDetail(around: Awaited<ReturnType<typeof readAround>>): PurchaseDetail {
  const { purchase, raffle, reservation, numeros, historia, asked } = around
  return purchaseDetail.parse({
    ...purchase,
    ...describePurchase(purchase, new Map([[raffle.id, raffle.titulo]]), asked),
    falsa: purchase.falsa === 1,
    numeros,
    elegidos: reservation.elegidos === 1,
    en_espera: reservation.estado === 'en espera',
    cotizacion: readQuote(reservation),
    historia: historia.map(({ en, ...line }) => ({ ...line, en: new Date(en).toISOString() })),
  })
}

/** The reported payer, for a person: `0134 Banesco · 0412-000-1122 · V-12.345.678`; empty where the buyer paid. */
export function payerText({
  pagador_banco,
  pagador_telefono,
  pagador_cedula,
}: Pick<Purchase, keyof PayerFields>): string {
  const phone = pagador_telefono.replace(/^58(\d{3})(\d{3})(\d{4})$/, '0$1-$2-$3')
  const document = pagador_cedula === '' ? '' : formatCedula(pagador_cedula)
  return [pagador_banco === '' ? '' : bankText(pagador_banco), phone, document]
    .filter((said) => said !== '')
    .join(' · ')
}
