import type { Operator } from '#access/contract.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { giveGuessBack, spendGuess } from '../sign-in/spend-guess.ts'
import { type SecondFactorWay, takeCode } from './take-code.ts'

/**
 * Requires a second factor at the moment of a dangerous change, in any session. Call it after everything else was
 * checked and right before the transaction of the change: the code is spent here, even if the change then fails.
 * @param code `codigo` of the body; the contract of the call has `freshCode` for it, and if only some changes need a code, it may be missing.
 * @param change its purpose, such as `cambiar dónde pagan`: a wrong code writes it into the journal.
 * @returns the kind of code, for the journal's line of the change.
 * @throws AppError 409 SEGUNDO_FACTOR_NECESARIO, 422 DATOS_INVALIDOS (no code), 401 CODIGO_INVALIDO, 429 DEMASIADOS_INTENTOS
 */
export async function requireFreshFactor(
  ctx: Ctx,
  operator: Operator,
  code: string | undefined,
  change: string,
): Promise<SecondFactorWay> {
  requireFactor(operator)
  if (code === undefined) {
    throw refusal('DATOS_INVALIDOS', {
      error: 'Falta el código',
      details: 'Escribe el código de tu teléfono.',
      campos: { codigo: 'Escribe el código.' },
    })
  }
  const whose = String(operator.id)
  const now = ctx.clock.now()
  // On its own, so that a refused code leaves its guess spent.
  if (ctx.config.abuseLimits) await ctx.db.write('operadores', (tx) => spendGuess(tx, 'codigo', whose, now))
  const way = await ctx.db.write('operadores', async (tx) => {
    const way = await takeCode(tx, ctx.keys, operator.id, code, now)
    if (way !== null) {
      if (ctx.config.abuseLimits) await giveGuessBack(tx, 'codigo', whose)
      if (way !== 'recuperacion') return way
    }
    const accion = way === null ? 'segundo factor fallido' : 'código de recuperación usado'
    const rows = way === null ? {} : { operators: [operator.id] }
    await noteInSite(tx, now, operator, accion, { operador_id: operator.id, para: change }, rows)
    return way
  })
  if (way === null) throw refusal('CODIGO_INVALIDO')
  return way
}

/** @throws AppError 409 SEGUNDO_FACTOR_NECESARIO */
export function requireFactor(operator: Operator): void {
  if (operator.segundo_factor) return
  throw refusal('SEGUNDO_FACTOR_NECESARIO')
}
