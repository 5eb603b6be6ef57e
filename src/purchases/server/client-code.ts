import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '#platform/server/context.ts'
import { clientBucket } from '#platform/server/http/client-bucket.ts'

const LENGTH = 12

/**
 * Whose connection a report came from, so that an operator sees which came from the same: a code that nobody reads an address
 * from without the installation's key.
 */
export function clientCode(ctx: Pick<Ctx, 'keys'>, request: Pick<FastifyRequest, 'ip'>): string {
  return createHmac('sha256', ctx.keys.derive('clientes'))
    .update(clientBucket(request))
    .digest('base64url')
    .slice(0, LENGTH)
}
