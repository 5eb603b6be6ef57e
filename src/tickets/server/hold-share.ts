import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { releaseExpired } from './reserve.ts'
import { heldBy, type Stock } from './store.ts'

/** What 200 visitors behind one address of a phone company hold when each takes the 2 tickets of the picker. */
const NEIGHBOURS = 400
/** What one visitor may still hold, whatever is left. */
const LEAST = 10

/**
 * Tickets of a raffle that one connection may hold at once (docs/decisions/023-hold-share.md). While most of what is not
 * sold is free: a quarter of it. When more is on hold than free: a hundredth of what is free, so that however many
 * addresses somebody has, each finds less than the one before and never all.
 */
export function shareOf({ libres, apartados }: Pick<Stock, 'libres' | 'apartados'>): number {
  if (apartados <= libres) return Math.max(NEIGHBOURS, Math.floor((libres + apartados) / 4))
  return Math.max(LEAST, Math.floor(libres / 100))
}

interface Wish {
  cliente: string
  cantidad: number
  now: Instant
}

/**
 * Whether that connection may hold as many more. Asked under the raffle's lock.
 * @throws AppError 429 DEMASIADOS_APARTADOS with `permitidos`, how many it may hold now.
 */
export async function checkShare(tx: Sql, stock: Stock, raffle: Raffle, wish: Wish): Promise<void> {
  const { cliente, cantidad, now } = wish
  // All visitors together hold less than one may: the usual case, without a query.
  if (stock.apartados + cantidad <= shareOf(stock)) return
  const { held, firstEnd } = await heldBy(tx, raffle.id, cliente, now)
  if (held + cantidad <= shareOf(stock)) return
  await releaseExpired(tx, stock, raffle, now)
  const share = shareOf(stock)
  if (held + cantidad <= share) return
  throw tooMany(Math.max(0, share - held), firstEnd === null ? 60 : Math.ceil((firstEnd - now) / 1000))
}

function tooMany(permitidos: number, seconds: number): AppError {
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
