import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'

/**
 * Refuses U+0000 wherever a stranger can write it: address, cookies, JSON. PostgreSQL cannot store it, no person types it,
 * and what only one engine takes is a fault that waits. Forms are looked at as their parts come (read-parts.ts).
 */
export function refuseNul(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (hasEncodedNul(request.raw.url) || hasEncodedNul(request.headers.cookie)) throw nulRefused()
  })
  app.addHook('preValidation', async (request) => {
    if (typeof request.body === 'object' && holdsNul(request.body)) throw nulRefused()
  })
}

export function nulRefused(): AppError {
  return new AppError(
    400,
    'CARACTER_NO_ADMITIDO',
    'Carácter no admitido',
    'Lo que enviaste tiene un carácter nulo, que no se puede guardar. Escríbelo de nuevo sin copiarlo.',
  )
}

export function hasNul(text: string | undefined): boolean {
  return text?.includes('\0') ?? false
}

/** Addresses and cookies cannot carry it as it is, only encoded. */
function hasEncodedNul(text: string | undefined): boolean {
  return text?.includes('%00') ?? false
}

/** Anywhere in a JSON value, keys too. Without recursion: how deep it is, a stranger says. */
function holdsNul(value: unknown): boolean {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') {
      if (hasNul(next)) return true
    } else if (typeof next === 'object' && next !== null && !Buffer.isBuffer(next)) {
      for (const [key, inner] of Object.entries(next)) left.push(key, inner)
    }
  }
  return false
}
