import { after, type Instant, waitText } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { STANDS } from '../../state-names.ts'
import type { Purchase } from '../store.ts'

/** Corrections of a report that waits, two minutes apart; then one a day (docs/decisions/019-desk.md). */
const FREE = 3
const PAUSE = 120_000
const LATER_PAUSE = 86_400_000

/** Until when somebody has the payment open to judge it, or null: asked of the room that judges, in the transaction. */
export type ClaimedUntil = (sql: Sql, purchaseId: number, now: Instant) => Promise<Instant | null>

/**
 * Whether the buyer may correct it now: not while a reviewer judges it, and not again and again.
 * @throws AppError 409 ESTADO_NO_PERMITE | LA_REVISAN_AHORA, 429 CORRECCIONES_SEGUIDAS
 */
export async function requireTurn(
  sql: Sql,
  purchase: Purchase,
  now: Instant,
  claimedUntil: ClaimedUntil,
): Promise<void> {
  if (purchase.estado === 'rechazado' && purchase.falsa === 0) return
  // It was rejected as a fake: a buyer who did pay needs a person and not a form.
  if (purchase.falsa === 1) {
    throw refusal('ESTADO_NO_PERMITE', {
      error: 'Esta compra ya no se corrige',
      details: `No encontramos ese pago. Si pagaste, escribe a soporte con el código ${purchase.codigo}: lo resuelve una persona.`,
      estado: purchase.estado,
    })
  }
  if (purchase.estado !== 'en revision') {
    throw refusal('ESTADO_NO_PERMITE', {
      error: 'Esta compra ya no se corrige',
      details: `Tu compra ${STANDS[purchase.estado]}.`,
      estado: purchase.estado,
    })
  }
  const until = await claimedUntil(sql, purchase.id, now)
  if (until !== null) throw refusal('LA_REVISAN_AHORA', { wait: Math.max(1, Math.ceil((until - now) / 1000)) })
  checkPace(purchase, now)
}

/**
 * A rejection opens it immediately, so that a requested correction never has to wait: this is checked only while nobody has
 * decided.
 * @throws AppError 429 CORRECCIONES_SEGUIDAS
 */
function checkPace(
  { correcciones, corregida_en }: Pick<Purchase, 'correcciones' | 'corregida_en'>,
  now: Instant,
): void {
  // A correction made while the clock was ahead would stay closed for as long as it was wrong.
  if (corregida_en === null || corregida_en > now) return
  const from = after(corregida_en, correcciones < FREE ? PAUSE : LATER_PAUSE)
  if (now >= from) return
  const seconds = Math.ceil((from - now) / 1000)
  throw refusal('CORRECCIONES_SEGUIDAS', {
    details: `Lo que enviaste llegó y lo vamos a revisar. Si necesitas cambiar algo más, espera ${waitText(seconds)}; lo que escribiste sigue aquí.`,
    wait: seconds,
  })
}
