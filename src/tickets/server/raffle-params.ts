import { z } from 'zod'
import { notFound } from '#platform/errors.ts'
import { pathId } from '#platform/whole-number.ts'

export const raffleParams = z.object({ id: pathId })

/** The raffle that a path names. @throws AppError 404 NO_EXISTE, also for what is no number. */
export function raffleId(params: unknown): number {
  const parsed = raffleParams.safeParse(params)
  if (!parsed.success) throw notFound('Esta rifa no existe')
  return parsed.data.id
}
