import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { releaseExpired } from '../come-free.ts'
import type { Taking } from '../reserve.ts'
import type { Stock } from '../store.ts'
import { countConnection } from './connections.ts'
import { countedOf, isPlenty, limitsOf, roomOf } from './shares.ts'

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
  if (client === null || isPlenty(stock, raffle, cantidad)) return
  const room = async () => {
    const has = await countConnection(tx, raffle.id, client, now)
    return { permitidos: roomOf(limitsOf(countedOf(stock, raffle)), has), firstEnd: has.firstEnd }
  }
  if ((await room()).permitidos >= cantidad) return
  await releaseExpired(tx, stock, raffle, now)
  const { permitidos, firstEnd } = await room()
  if (permitidos < cantidad) throw tooManyHeld(permitidos, firstEnd, now)
}

function tooManyHeld(permitidos: number, firstEnd: Instant | null, now: Instant): AppError {
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
