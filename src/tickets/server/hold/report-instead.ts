import { AppError } from '#platform/errors.ts'
import type { RaffleState } from '../path/raffle-state.ts'
import type { Taking } from '../reserve.ts'

const NO_HOLD: ReadonlySet<string> = new Set(['DEMASIADOS_APARTADOS', 'TOPE_SIN_VERIFICAR', 'SIN_DISPONIBLES'])

/**
 * A refused hold is not the end where a payer can get tickets. Those are free ones that the share or the operator's limit keeps
 * for now, and those that few connections set aside, because a report outranks a bare hold. `sin_apartar` tells the page, which
 * offers the choice. Where many visitors hold the rest, or as many wait already, nobody is sent to the bank for nothing.
 */
export function tellIfReportHelps(state: RaffleState, { cantidad, numeros }: Taking, refusal: AppError): AppError {
  if (numeros !== null || !NO_HOLD.has(refusal.code)) return refusal
  const { libres, en_espera } = state.stock
  const sin_apartar = libres >= cantidad || state.heldByFew() - en_espera >= cantidad
  const { status, code, error, details, extra, headers } = refusal
  return new AppError(status, code, error, details, { extra: { ...extra, sin_apartar }, headers })
}
