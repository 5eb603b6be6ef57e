import type { FastifyRequest } from 'fastify'

const HOST = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/i
/** Addresses for which pages are kept as they are sent. */
const KEPT = 16

export interface Origins {
  /** Scheme and host for absolute addresses: the public one, else the request's, else empty. */
  of(request: FastifyRequest): string
  /**
   * Whether pages are kept for that address. Any Host header gets its answer, but a client with a thousand made-up ones must not fill the memory, nor
   * displace the address that visitors use: an address with a share of the requests stays, whatever requests come between them (Misra and Gries).
   */
  keeps(origin: string): boolean
  /** Whether pages of that address are still worth keeping. */
  knows(origin: string): boolean
}

export function createOrigins(publicUrl: () => string | null): Origins {
  const shares = new Map<string, number>()
  return {
    of(request) {
      const known = publicUrl()
      if (known !== null) return known
      return HOST.test(request.host) ? `${request.protocol}://${request.host.toLowerCase()}` : ''
    },
    knows: (origin) => origin === '' || origin === publicUrl() || shares.has(origin),
    keeps(origin) {
      if (origin === '' || origin === publicUrl()) return true
      const share = shares.get(origin)
      if (share !== undefined || shares.size < KEPT) {
        shares.set(origin, (share ?? 0) + 1)
        return true
      }
      for (const [other, count] of shares) {
        if (count > 1) shares.set(other, count - 1)
        else shares.delete(other)
      }
      return false
    },
  }
}
