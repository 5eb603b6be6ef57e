import type { FastifyRequest } from 'fastify'
import { AppError } from '#platform/errors.ts'

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
  throw new AppError(
    422,
    'CLAVE_INVALIDA',
    'Cabecera inválida',
    'Idempotency-Key admite de 8 a 100 caracteres visibles.',
  )
}

/** The same key came again before its first request was answered. */
export function stillRunning(): AppError {
  return new AppError(
    409,
    'EN_CURSO',
    'Estamos registrando tu compra',
    'Espera unos segundos: tu primera solicitud sigue en curso.',
    {
      headers: { 'retry-after': '1' },
    },
  )
}
