import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '#platform/server/context.ts'
import { clientBucket } from '#platform/server/http/client-bucket.ts'
import type { Keys } from '#platform/server/installation/keys.ts'

const LENGTH = 12

/** Mark of a connection, without its address: the database alone does not tell which one it was. */
export interface Client {
  /** Of an IPv4 address, of IPv6 the /64, which is what one subscriber gets. */
  cliente: string
  /** Of an IPv4 address the same, as a phone company's buyers share one; of IPv6 the /48, which one customer gets at once. */
  red: string
}

/** The mark of a request's connection; null where nobody counts. */
export function clientOf(ctx: Ctx, request: Pick<FastifyRequest, 'ip'>): Client | null {
  return ctx.config.abuseLimits ? markClient(ctx.keys, clientBucket(request)) : null
}

/** @param bucket of client-bucket.ts. */
export function markClient(keys: Keys, bucket: string): Client {
  const key = keys.derive('clientes')
  const mark = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, LENGTH)
  return { cliente: mark(bucket), red: mark(networkOf(bucket)) }
}

/** `2001:db8:1:2::/64` is of `2001:db8:1::/48`. */
function networkOf(bucket: string): string {
  if (!bucket.includes(':')) return bucket
  return `${bucket.split(':').slice(0, 3).join(':')}::/48`
}
