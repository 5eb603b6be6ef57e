import { appendEntry } from '#journal/server/append-entry.ts'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSite } from '#site/server/read-site.ts'
import { hashRecoveryCode, newRecoveryCodes, newTotpSecret, totpStep, totpUri } from './secrets.ts'
import type { Session } from './session.ts'
import { wrongCode } from './sign-in.ts'
import { spendGuess } from './spend-guess.ts'
import {
  clearSecret,
  confirmSecret,
  deleteOtherSessions,
  findById,
  replaceRecoveryCodes,
  setPendingSecret,
} from './store.ts'
import { takeCode } from './take-code.ts'

/**
 * Makes a secret and shows it; nothing is asked at sign-in until a code of it comes back.
 * @throws AppError 409 SEGUNDO_FACTOR_ACTIVO
 */
export async function beginSecondFactor(ctx: Ctx, { operator }: Session): Promise<{ secreto: string; uri: string }> {
  if (operator.segundo_factor) {
    throw new AppError(409, 'SEGUNDO_FACTOR_ACTIVO', 'Ya está activo', 'Para cambiar de teléfono, quítalo primero.')
  }
  const secreto = newTotpSecret(ctx.random)
  const { nombre } = await readSite(ctx)
  await ctx.db.write('operadores', (tx) => setPendingSecret(tx, operator.id, secreto))
  return { secreto, uri: totpUri(nombre, operator.correo, secreto) }
}

/**
 * Turns the second factor on with a first code; the operator's other sessions end.
 * @returns recovery codes, in clear for the only time.
 * @throws AppError 401 CODIGO_INVALIDO, 409 SEGUNDO_FACTOR_SIN_EMPEZAR, 429 DEMASIADOS_INTENTOS
 */
export async function confirmSecondFactor(ctx: Ctx, session: Session, code: string): Promise<string[]> {
  const { operator, tokenHash } = session
  await spendCode(ctx, operator.id)
  const codes = newRecoveryCodes(ctx.random)
  const now = ctx.clock.now()
  await ctx.db.write('operadores', async (tx) => {
    const row = await findById(tx, operator.id)
    if (!row?.totp_pendiente) {
      throw new AppError(409, 'SEGUNDO_FACTOR_SIN_EMPEZAR', 'Empieza de nuevo', 'Pide otro código QR y escanéalo.')
    }
    const step = totpStep(row.totp_pendiente, code, now, row.totp_paso)
    if (step === null || !(await confirmSecret(tx, operator.id, row.totp_pendiente, step))) throw wrongCode()
    await replaceRecoveryCodes(
      tx,
      operator.id,
      codes.map((recovery) => hashRecoveryCode(recovery) ?? ''),
    )
    await deleteOtherSessions(tx, operator.id, tokenHash)
    await appendEntry(tx, {
      ambito: 'sitio',
      en: now,
      actor: operator.nombre,
      accion: 'segundo factor activado',
      datos: { operador_id: operator.id },
    })
  })
  return codes
}

/**
 * Turns the second factor off, with a code of it or a recovery code.
 * @throws AppError 401 CODIGO_INVALIDO, 429 DEMASIADOS_INTENTOS
 */
export async function removeSecondFactor(ctx: Ctx, { operator }: Session, code: string): Promise<void> {
  await spendCode(ctx, operator.id)
  const now = ctx.clock.now()
  const accepted = await ctx.db.write('operadores', async (tx) => {
    const way = await takeCode(tx, operator.id, code, now)
    if (way !== null) await clearSecret(tx, operator.id)
    await appendEntry(tx, {
      ambito: 'sitio',
      en: now,
      actor: operator.nombre,
      accion: way === null ? 'segundo factor fallido' : 'segundo factor quitado',
      datos: { operador_id: operator.id, ...(way === null ? {} : { con: way }) },
    })
    return way !== null
  })
  if (!accepted) throw wrongCode()
}

/** On its own, so that a refused code leaves its guess spent. */
async function spendCode(ctx: Ctx, operatorId: number): Promise<void> {
  if (!ctx.config.abuseLimits) return
  await ctx.db.write('operadores', (tx) => spendGuess(tx, 'codigo', String(operatorId), ctx.clock.now()))
}
