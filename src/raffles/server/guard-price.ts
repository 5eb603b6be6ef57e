import type { NewEntry } from '#journal/server/append-entry.ts'
import type { OwnersAlert } from '#operators/server/account/alert-owners.ts'
import { missingReason, refusal } from '#platform/errors.ts'
import { formatMoney, formatRate, movesWithin, type Rate } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { currentRate } from '#rates/server/current-rate.ts'
import type { PriceGuard } from '../panel-contract.ts'
import type { Raffle } from './store.ts'

/** Per cent by which the rate of a raffle may move without a confirmation, as the shop's rate (record-rate.ts). */
const LARGEST_MOVE = 10

/** Basis of the buyers' price. */
export type Prices = Pick<Raffle, 'precio' | 'moneda' | 'tasa_usd'>

export function samePrices(one: Prices, other: Prices): boolean {
  return one.precio === other.precio && one.moneda === other.moneda && one.tasa_usd === other.tasa_usd
}

/**
 * The price of a raffle on sale changes only with a reason and a fresh second factor, and its own rate by a large jump only with a
 * confirmation. Call it after everything else was checked.
 * @param before for a draft that is published: its price without a rate of its own.
 * @returns its proof, and the owners' text: the buyers' old and new price.
 * @throws AppError 409 SALTO_SIN_CONFIRMAR (with `antes`, `ahora`), 422 MOTIVO_NECESARIO
 */
export async function guardPrice(ctx: Ctx, { titulo, ...before }: Raffle, after: Prices, given: PriceGuard) {
  const { motivo, salto } = given
  const inForce = (await currentRate(ctx))?.tasa ?? null
  const [antes, ahora] = [before.tasa_usd ?? inForce, after.tasa_usd ?? inForce]
  if (antes !== null && ahora !== null && !salto && !movesWithin(antes, ahora, LARGEST_MOVE)) {
    throw refusal('SALTO_SIN_CONFIRMAR', {
      details: `Pasaría de Bs. ${formatRate(antes)} a Bs. ${formatRate(ahora)}. Si es lo que quieres, márcalo y confirma otra vez.`,
      antes,
      ahora,
    })
  }
  if (motivo === undefined) throw missingReason()
  const prices = [
    ['Precio por boleto', arrow(formatMoney(before.precio, before.moneda), formatMoney(after.precio, after.moneda))],
    ['Tasa', arrow(tellRate(before.tasa_usd), tellRate(after.tasa_usd))],
  ] as const
  return {
    what: 'cambiar el precio de una rifa',
    by: given,
    tells: (_: NewEntry, { parrafos, datos }: Pick<Required<OwnersAlert>, 'parrafos' | 'datos'>) => ({
      titulo: `Cambió lo que se paga en «${titulo}»`,
      parrafos: [...parrafos, `Motivo: ${motivo}`],
      datos: [...prices, ...datos],
    }),
  }
}

function arrow(before: string, after: string): string {
  return before === after ? after : `${before} → ${after}`
}

function tellRate(rate: Rate | null): string {
  return rate === null ? 'la vigente' : `propia, Bs. ${formatRate(rate)}`
}
