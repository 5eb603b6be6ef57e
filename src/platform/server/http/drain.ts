import type { FastifyInstance } from 'fastify'
import { refusal } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For calls of monitors: they learn that the server ends. */
    watches?: true
  }
}

/** Ends each server. */
const drains = new WeakMap<FastifyInstance, (patience: number) => Promise<void>>()

/**
 * Lets a server end without shutting its door in anybody's face: while begun requests finish, new ones get 503 with Retry-After and a closed
 * connection, so that the client retries at the next server. Call it before adding any route.
 */
export function prepareDrain(app: FastifyInstance): void {
  let draining = false
  let serving = 0
  let idle = () => {}
  app.addHook('onRequest', async (request, reply) => {
    serving++
    reply.raw.once('close', () => {
      serving--
      if (serving === 0) idle()
    })
    if (!draining) return
    reply.header('connection', 'close')
    throw request.routeOptions.config.watches ? refusal('CERRANDO') : refusal('SERVIDOR_OCUPADO')
  })
  drains.set(app, async (patience) => {
    draining = true
    if (serving > 0) {
      await new Promise<void>((resolve) => {
        idle = resolve
        setTimeout(resolve, patience).unref()
      })
    }
    const closing = app.close()
    app.server.closeAllConnections()
    await closing
  })
}

/**
 * Ends a server. After `patience` milliseconds open requests, such as an upload over a slow line, are cut: they have changed nothing, and are
 * sent again with their key.
 */
export async function drain(app: FastifyInstance, patience: number): Promise<void> {
  await drains.get(app)?.(patience)
}
