import type { FastifyRequest } from 'fastify'
import type { Operator, Role } from '#access/contract.ts'
import { signedIn } from '#access/server/guard.ts'
import type { Ctx } from '#platform/server/context.ts'

/** Who may look at mail, send it again or elsewhere, and word it. */
const MAY = {
  ver: ['dueno', 'revisor', 'lector'],
  reenviar: ['dueno', 'revisor'],
  redactar: ['dueno'],
} as const satisfies Record<string, readonly Role[]>

/** Who asks. @throws AppError 401 NO_AUTENTICADO, 404 NO_EXISTE */
export function mayWithMail(ctx: Ctx, request: FastifyRequest, deed: keyof typeof MAY): Promise<Operator> {
  return signedIn(ctx, request, ...MAY[deed])
}

/**
 * Corrects the address of the buyer of a purchase, which is of a room below: what did not reach `de`, or waits, leaves for `a`,
 * and so does everything that he is written later.
 */
export type CorrectBuyer = (change: {
  compra_id: number
  de: string
  a: string
  actor: Pick<Operator, 'nombre' | 'rol'>
}) => Promise<void>

/** The operator's brand, from a room below too. */
export type ReadBrand = () => Promise<{ nombre: string; color: string }>
