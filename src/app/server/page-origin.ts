import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/server/config.ts'

const HOST = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/i
/** A page is rendered and kept for each address that visitors use; a made-up Host header must not fill the memory. */
const KNOWN_LIMIT = 16

/** Scheme and host for absolute addresses: PUBLIC_URL, else what the request came to, else empty. */
export function createOrigins(config: Pick<Config, 'publicUrl'>): (request: FastifyRequest) => string {
  const known = new Set<string>()
  return (request) => {
    if (config.publicUrl !== null) return config.publicUrl
    if (!HOST.test(request.host)) return ''
    const origin = `${request.protocol}://${request.host}`
    if (known.has(origin)) return origin
    if (known.size >= KNOWN_LIMIT) return ''
    known.add(origin)
    return origin
  }
}
