import type { FastifyInstance } from 'fastify'
import { type AppError, refusal } from '../../errors.ts'

/**
 * Refuses characters that no database keeps as they are, wherever a stranger can write them: U+0000 in address, cookies and JSON, half of a pair of
 * surrogates in JSON. PostgreSQL takes neither where rows come as JSON, SQLite stores another character than the journal has; no person types them.
 * Forms are checked as their parts arrive (server.ts).
 */
export function refuseNul(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    // Addresses and cookies cannot carry it as it is, only encoded.
    if (`${request.raw.url} ${request.headers.cookie}`.includes('%00')) throw characterRefused('nulo')
  })
  app.addHook('preValidation', async (request) => {
    const odd = typeof request.body === 'object' ? oddIn(request.body) : null
    if (odd) throw characterRefused(odd)
  })
}

type OddCharacter = 'nulo' | 'incompleto'

export function characterRefused(which: OddCharacter): AppError {
  return refusal('CARACTER_NO_ADMITIDO', {
    details: `Lo que enviaste tiene un carácter ${which}, que no se puede guardar. Escríbelo de nuevo sin copiarlo.`,
  })
}

/** A character that no database keeps as it is: U+0000, or half of a pair of surrogates; null if there is none. */
export function oddCharacter(text: string | undefined): OddCharacter | null {
  if (text === undefined) return null
  return hasNul(text) ? 'nulo' : text.isWellFormed() ? null : 'incompleto'
}

/** The beginning of a text, at most so long: a character that takes two places stays whole or goes. */
export function cutText(text: string, most: number): string {
  const cut = text.slice(0, most)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

export function hasNul(text: string | undefined): boolean {
  return text?.includes('\0') ?? false
}

/** Anywhere in a JSON value, keys too. Without recursion: a stranger decides its depth. */
function oddIn(value: unknown): OddCharacter | null {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') {
      const odd = oddCharacter(next)
      if (odd) return odd
    } else if (typeof next === 'object' && next !== null && !Buffer.isBuffer(next)) {
      for (const [key, inner] of Object.entries(next)) left.push(key, inner)
    }
  }
  return null
}
