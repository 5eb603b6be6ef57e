import { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Taking } from '../reserve.ts'
import { heldByFew } from '../shares/connections.ts'
import type { Stock } from '../store.ts'

const NO_HOLD: ReadonlySet<string> = new Set(['DEMASIADOS_APARTADOS', 'TOPE_SIN_VERIFICAR', 'SIN_DISPONIBLES'])

/**
 * A hold that is refused is not the end where there are tickets for who pays: free ones that his share or the operator's limit keeps
 * for now, and those that few connections set aside, because a report outranks a bare hold. `sin_apartar` says that to the page, which
 * lets him choose. Where many visitors hold what is left, or as many wait already, nobody is sent to his bank for nothing.
 */
export async function tellIfReportHelps(
  tx: Sql,
  stock: Stock,
  { cantidad, numeros, now }: Taking,
  refusal: AppError,
): Promise<AppError> {
  if (numeros !== null || !NO_HOLD.has(refusal.code)) return refusal
  const sin_apartar =
    stock.libres >= cantidad || (await heldByFew(tx, stock.rifa_id, now)) - stock.en_espera >= cantidad
  const { status, code, error, details, extra, headers } = refusal
  return new AppError(status, code, error, details, { extra: { ...extra, sin_apartar }, headers })
}
