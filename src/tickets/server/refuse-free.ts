import { refusal } from '#platform/errors.ts'
import type { Quote } from '../contract.ts'

/**
 * Nothing is sold for nothing: a price or a rate that comes to 0.00 is a mistake or a trick.
 * @param owed amount in the currency of the method that was named.
 * @throws AppError 409 MONTO_EN_CERO
 */
export function refuseFree({ total, total_bs }: Pick<Quote, 'total' | 'total_bs'>, owed: string | null = null): void {
  if (total !== '0.00' && total_bs !== '0.00' && owed !== '0.00') return
  throw refusal('MONTO_EN_CERO')
}
