import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { releaseExpired } from './come-free.ts'
import type { Taking } from './reserve.ts'
import { type Asked, askedBy, isWithin, NETWORK, shareOf } from './shares.ts'
import type { Stock } from './store.ts'

/**
 * Whether a connection may hold that many more. Asked under the raffle's lock.
 * @throws AppError 429 DEMASIADOS_APARTADOS with `permitidos`, how many it may hold now, and when to come back.
 */
export async function checkShare(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  { client, cantidad, now }: Taking,
): Promise<void> {
  // All visitors together have less than one may: the usual case, without a query.
  if (client === null || stock.apartados + stock.en_revision + cantidad <= shareOf(stock)) return
  const before = await askedBy(tx, raffle.id, client, now)
  if (isWithin(shareOf(stock), before, cantidad)) return
  await releaseExpired(tx, stock, raffle, now)
  const asked = await askedBy(tx, raffle.id, client, now)
  if (!isWithin(shareOf(stock), asked, cantidad)) throw tooManyHeld(shareOf(stock), asked, now)
}

function tooManyHeld(share: number, { tiene, red, firstEnd }: Asked, now: Instant): AppError {
  const permitidos = Math.max(0, Math.min(share - tiene, share * NETWORK - red.tiene))
  const seconds = firstEnd === null ? 60 : Math.ceil((firstEnd - now) / 1000)
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const wait = minutes === 1 ? 'un minuto' : `${minutes} minutos`
  return new AppError(
    429,
    'DEMASIADOS_APARTADOS',
    'Hay muchos boletos apartados',
    permitidos >= 2
      ? `Por ahora puedes apartar hasta ${permitidos} desde tu conexión. Elige menos, o espera ${wait} e intenta de nuevo.`
      : `Desde tu conexión hay muchos boletos apartados sin pagar. Espera ${wait} e intenta de nuevo.`,
    { extra: { permitidos }, headers: { 'retry-after': String(seconds) } },
  )
}
