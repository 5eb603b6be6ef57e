import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Session } from '#access/server/session.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { after, type Instant, MINUTE } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Proof } from '../../contract.ts'
import { requirePassword } from '../sign-in/require-password.ts'
import { requireFactor, requireFreshFactor } from './require-fresh-factor.ts'

const LASTS = 10 * MINUTE

/**
 * Replaces a fresh code for ten minutes: signed for one person, one session and one subject, and stored nowhere. Only the memory of the page
 * that requested it has it, so that a stolen session is worth nothing without it.
 * @param until its end, if it takes the place of another.
 */
export function signPermit(ctx: Ctx, session: Session, about: unknown, until = after(ctx.clock.now(), LASTS)): string {
  const text = JSON.stringify([session.operator.id, session.tokenHash, about, until])
  return `${until}.${createHmac('sha256', ctx.keys.derive('permiso de cambios')).update(text).digest('base64url')}`
}

/** @returns its end, null if it is not valid. */
export function readPermit(ctx: Ctx, session: Session, about: unknown, permit: string): Instant | null {
  const [ends, now] = [Number(permit.split('.')[0]) as Instant, ctx.clock.now()]
  if (!Number.isSafeInteger(ends) || ends < now || ends > now + LASTS) return null
  const [given, right] = [Buffer.from(permit), Buffer.from(signPermit(ctx, session, about, ends))]
  return given.length === right.length && timingSafeEqual(given, right) ? ends : null
}

/**
 * Allows changes of text that buyers read for ten minutes: by a fresh code, or, without a second factor, by the password.
 * @throws AppError 422 DATOS_INVALIDOS, and those of requireFreshFactor and requirePassword
 */
export async function givePermit(ctx: Ctx, session: Session, { codigo, clave }: Proof): Promise<string> {
  const { operator } = session
  const byPassword = !operator.segundo_factor && clave !== undefined
  const con = byPassword ? 'clave' : await requireFreshFactor(ctx, operator, codigo, 'cambiar lo que se lee')
  const requireStill = byPassword ? await requirePassword(ctx, operator, clave) : null
  await ctx.db.write('operadores', async (tx) => {
    await requireStill?.(tx)
    await noteInSite(tx, ctx.clock.now(), operator, 'identidad confirmada', { operador_id: operator.id, con })
  })
  return signPermit(ctx, session, byPassword ? 'clave' : 'codigo')
}

/**
 * @param what the action.
 * @param factor whether a password is not enough.
 * @throws AppError 409 CONFIRMACION_NECESARIA | SEGUNDO_FACTOR_NECESARIO
 */
export function requirePermit(ctx: Ctx, session: Session, what: string, factor: boolean): void {
  const { permit, operator } = session
  if (factor) requireFactor(operator)
  // An operator with a second factor by now has not given it.
  const kinds = operator.segundo_factor ? ['codigo'] : ['codigo', 'clave']
  if (permit !== null && kinds.some((kind) => readPermit(ctx, session, kind, permit) !== null)) return
  const how = operator.segundo_factor ? 'un código de tu teléfono' : 'tu clave otra vez'
  throw refusal('CONFIRMACION_NECESARIA', { details: `Para ${what} escribe ${how}.` })
}
