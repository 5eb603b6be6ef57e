import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { releaseExpired } from './reserve.ts'
import type { Stock } from './store.ts'

/** Tickets of the raffle that may be on hold or in review together; null when its operator set no cap. */
export function unverifiedCap(raffle: Pick<Raffle, 'total_numeros' | 'tope_sin_verificar'>): number | null {
  return raffle.tope_sin_verificar === null
    ? null
    : Math.floor((raffle.total_numeros * raffle.tope_sin_verificar) / 100)
}

/**
 * Whether that many more may wait without a verified payment: so that false reports cannot take a whole raffle (abuse.md, A1).
 * Asked under the raffle's lock, for what is taken anew; a hold that becomes a report was counted already.
 * @throws AppError 409 TOPE_SIN_VERIFICAR with `permitidos`
 */
export async function checkUnverified(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  cantidad: number,
  now: Instant,
): Promise<void> {
  const cap = unverifiedCap(raffle)
  if (cap === null) return
  const waiting = () => stock.apartados + stock.en_revision
  if (waiting() + cantidad > cap) await releaseExpired(tx, stock, raffle, now)
  if (waiting() + cantidad <= cap) return
  const permitidos = Math.max(0, cap - waiting())
  throw new AppError(
    409,
    'TOPE_SIN_VERIFICAR',
    'Hay muchos pagos por verificar',
    permitidos >= raffle.minimo
      ? `Por ahora puedes apartar hasta ${permitidos} boletos. Elige menos, o intenta de nuevo en unos minutos.`
      : 'Estamos verificando los pagos que ya llegaron. Intenta de nuevo en unos minutos.',
    { extra: { permitidos } },
  )
}
