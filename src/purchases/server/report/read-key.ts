import type { FastifyRequest } from 'fastify'
import { refusal } from '#platform/errors.ts'

const KEY = /^[\x21-\x7e]{8,100}$/

/**
 * The Idempotency-Key that a form made when it opened. It is optional for the calls of the specification, whose clients know
 * of none: then null. @throws AppError 422 CLAVE_INVALIDA
 */
export function readKey(request: FastifyRequest, need: 'required'): string
export function readKey(request: FastifyRequest, need: 'optional'): string | null
export function readKey(request: FastifyRequest, need: 'required' | 'optional'): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined && need === 'optional') return null
  if (typeof key === 'string' && KEY.test(key)) return key
  throw refusal('CLAVE_INVALIDA')
}
