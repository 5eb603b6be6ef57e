import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How a body is packed for the line, best first. */
export type Coding = 'br' | 'gzip'

/** The best that the client unpacks; null for one that takes plain bytes alone. */
export function codingFor({ headers }: FastifyRequest): Coding | null {
  const accepted = String(headers['accept-encoding'] ?? '')
  return (['br', 'gzip'] as const).find((coding) => new RegExp(`\\b${coding}\\b`).test(accepted)) ?? null
}

/** An answer that is kept as bytes, with the tag of exactly those bytes. */
export type TaggedBody = ReturnType<typeof tagBody>

export function tagBody(content: string | Buffer, type = 'application/json; charset=utf-8') {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return { bytes, type, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/** Sends the body, or 304 if the client has it already. Every use asks again (`no-cache`): a number may have been sold meanwhile. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, body: TaggedBody): FastifyReply {
  reply.header('etag', body.etag).header('cache-control', 'no-cache')
  if (request.headers['if-none-match']?.includes(body.etag)) return reply.code(304).send()
  return reply.type(body.type).send(body.bytes)
}

const bodies = new WeakMap<object, TaggedBody>()

/** The JSON of a value that is kept in memory, made once for each value. */
export function tagJson(value: object): TaggedBody {
  let body = bodies.get(value)
  if (!body) {
    body = tagBody(JSON.stringify(value))
    bodies.set(value, body)
  }
  return body
}
