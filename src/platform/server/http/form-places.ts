import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Instant } from '../../clock.ts'
import { refusal } from '../../errors.ts'
import type { Ctx } from '../context.ts'
import { clientBucket, clientNetwork } from './client-bucket.ts'

/** Limits of a form; the file is the largest proof. */
export const FORM_LIMITS = {
  fileSize: 5 * 1024 * 1024,
  files: 1,
  fields: 30,
  fieldSize: 20_000,
  fieldNameSize: 100,
  parts: 31,
  headerPairs: 50,
} as const
/** Forms that may arrive simultaneously: of everybody, of one connection, and of a /48. A form that moves takes seconds. */
const PLACES = { all: 400, client: 40, network: 80 } as const
/** A form that is open so long (milliseconds) and brought fewer bytes a second gives its place to one that comes. */
const PATIENCE = 5_000
const SLOW = 4_096

interface Arriving {
  request: FastifyRequest
  client: string
  network: string
  since: Instant
  /** Bytes that its socket had read before. */
  before: number
}

/**
 * Bounds the forms that are open simultaneously, so that slow ones never keep others out: a new form takes the place of the slowest that hardly
 * moves, among its neighbours first. Requests that take longer than the server's request timeout end in any case.
 */
export function limitOpenForms(app: FastifyInstance, ctx: Ctx): void {
  if (!ctx.config.abuseLimits) return
  const open = new Set<Arriving>()
  app.addHook('preHandler', async (request, reply) => {
    if (!request.isMultipart()) return
    const now = ctx.clock.now()
    const [client, network] = [clientBucket(request), clientNetwork(request)]
    makeRoom((other) => other.client === client, PLACES.client, now)
    makeRoom((other) => other.network === network, PLACES.network, now)
    makeRoom(() => true, PLACES.all, now)
    const own: Arriving = { request, client, network, since: now, before: request.raw.socket.bytesRead ?? 0 }
    open.add(own)
    reply.raw.once('close', () => open.delete(own))
  })

  /** @throws AppError 503 SERVIDOR_OCUPADO when all of them move. */
  function makeRoom(counts: (other: Arriving) => boolean, places: number, now: Instant): void {
    const among = [...open].filter(counts)
    if (among.length < places) return
    const slowest = among
      .filter((each) => now - each.since >= PATIENCE && rate(each, now) < SLOW)
      .sort((one, other) => rate(one, now) - rate(other, now))[0]
    if (!slowest) throw refusal('SERVIDOR_OCUPADO')
    open.delete(slowest)
    slowest.request.raw.destroy()
  }
}

/** Bytes a second since it began. */
function rate({ request, since, before }: Arriving, now: Instant): number {
  return ((request.raw.socket.bytesRead ?? 0) - before) / ((now - since) / 1000)
}
