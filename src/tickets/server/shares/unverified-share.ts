import type { Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { Stock } from '../store.ts'

/** Tickets of the raffle that may be on hold or in review together; null when its operator set no cap. */
export function unverifiedCap(raffle: Pick<Raffle, 'total_numeros' | 'tope_sin_verificar'>): number | null {
  return raffle.tope_sin_verificar === null
    ? null
    : Math.floor((raffle.total_numeros * raffle.tope_sin_verificar) / 100)
}

/** Free tickets that may be taken without a verified payment: the operator's cap keeps the others (promise A1). */
export function freeUnderCap(
  { libres, apartados, en_revision }: Pick<Stock, 'libres' | 'apartados' | 'en_revision'>,
  raffle: Pick<Raffle, 'total_numeros' | 'tope_sin_verificar'>,
): number {
  const cap = unverifiedCap(raffle)
  return cap === null ? libres : Math.min(libres, Math.max(0, cap - apartados - en_revision))
}

/** How many tickets must come from holds so that so many more are free and the cap holds, which may have been set below the current count. */
export function missingFor(
  stock: Pick<Stock, 'libres' | 'apartados' | 'en_revision'>,
  raffle: Pick<Raffle, 'total_numeros' | 'tope_sin_verificar'>,
  cantidad: number,
): number {
  const { libres, apartados, en_revision } = stock
  const cap = unverifiedCap(raffle)
  return cantidad - Math.min(libres, cap === null ? libres : cap - apartados - en_revision)
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
