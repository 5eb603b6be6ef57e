import { bankText } from '#payment-methods/banks.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { formatCedula } from '../cedula.ts'
import type { AskedFor } from '../contract.ts'
import { type PurchaseLine, purchaseCore } from '../panel-contract.ts'
import type { PayerFields } from '../rules.ts'
import type { Purchase } from './store.ts'

/** A line of the panel's lists. @param titles of raffles, by id. @param asked what buyers are to correct, by id of the purchase. */
export function describePurchase(
  purchase: Purchase,
  titles: ReadonlyMap<number, Raffle['titulo']>,
  asked: ReadonlyMap<number, AskedFor>,
): PurchaseLine {
  return {
    ...purchaseCore.parse(purchase),
    cedula: purchase.cedula,
    rifa_titulo: titles.get(purchase.rifa_id) ?? '',
    estado: purchase.estado,
    pide: asked.get(purchase.id) ?? null,
    referencia: purchase.referencia,
    tasa_verificada: purchase.tasa_verificada === 1,
    creado_en: new Date(purchase.creado_en).toISOString(),
  }
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
