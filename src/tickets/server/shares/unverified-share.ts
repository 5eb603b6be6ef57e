import type { Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { Stock } from '../store.ts'

/** Tickets to be had before anybody has verified a payment: under the operator's limit no more than the limit. */
export type Counted = Pick<Stock, 'libres' | 'apartados' | 'en_revision'>

type Capped = Pick<Raffle, 'total_numeros' | 'tope_sin_verificar'>

/** Free tickets that the operator's cap leaves: less than none where it was set below the current count. */
function underCap({ libres, apartados, en_revision }: Counted, { total_numeros, tope_sin_verificar }: Capped): number {
  if (tope_sin_verificar === null) return libres
  return Math.min(libres, Math.floor((total_numeros * tope_sin_verificar) / 100) - apartados - en_revision)
}

/** Free tickets that may be taken without a verified payment: the operator's cap keeps the others (promise A1). */
export function freeUnderCap(stock: Counted, raffle: Capped): number {
  return Math.max(0, underCap(stock, raffle))
}

/** How many tickets must come from holds so that so many more are free and the cap holds. */
export function missingFor(stock: Counted, raffle: Capped, cantidad: number): number {
  return cantidad - underCap(stock, raffle)
}

/**
 * Whether that many more may be set aside before anybody has paid for them. Checked under the raffle's lock, after expired
 * holds were given back.
 * @throws AppError 409 TOPE_SIN_VERIFICAR with `permitidos`
 */
export function checkUnverified(stock: Stock, raffle: Raffle, cantidad: number): void {
  const permitidos = freeUnderCap(stock, raffle)
  if (cantidad <= permitidos || stock.libres < cantidad) return
  throw refusal('TOPE_SIN_VERIFICAR', {
    details:
      permitidos >= raffle.minimo
        ? `Por ahora puedes apartar hasta ${permitidos} boletos. Elige menos, o intenta de nuevo en unos minutos.`
        : 'Estamos verificando los pagos que ya llegaron. Intenta de nuevo en unos minutos.',
    permitidos,
  })
}

/** Visitors of every raffle with tickets on hold and without a reported payment. */
export async function countPaying(sql: Sql, now: Instant): Promise<number> {
  const { paying } = await sql
    .selectFrom('reservations')
    .select((row) => row.fn.countAll<number>().as('paying'))
    .where('compra', '=', 0)
    .where('estado', '=', 'apartado')
    .where('vence_en', '>', now)
    .executeTakeFirstOrThrow()
  return Number(paying)
}
