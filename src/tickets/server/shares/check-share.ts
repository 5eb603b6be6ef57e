import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { releaseExpired } from '../come-free.ts'
import type { Taking } from '../reserve.ts'
import type { Stock } from '../store.ts'
import { type Asked, askedBy, type Counted, countedOf, isWithin, roomOf, shareOf } from './shares.ts'

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
  const counted = countedOf(stock, raffle)
  if (client === null || stock.apartados + stock.en_revision + cantidad <= shareOf(counted, cantidad)) return
  const before = await askedBy(tx, raffle.id, client, now)
  if (isWithin(counted, before, cantidad)) return
  await releaseExpired(tx, stock, raffle, now)
  const asked = await askedBy(tx, raffle.id, client, now)
  const current = countedOf(stock, raffle)
  if (!isWithin(current, asked, cantidad)) throw tooManyHeld(current, asked, now)
}

function tooManyHeld(counted: Counted, asked: Asked, now: Instant): AppError {
  const { firstEnd } = asked
  const permitidos = roomOf(counted, asked)
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
