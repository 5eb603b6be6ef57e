import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashToken, sameSecret } from '#access/server/tokens.ts'
import { spendGuess } from '#operators/server/sign-in/spend-guess.ts'
import { methodsAlike } from '#payment-methods/server/read-account.ts'
import { type AppError, notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { clientBucket } from '#platform/server/http/client-bucket.ts'
import { describeFailure } from '#platform/server/log.ts'
import type { SourceKind } from '../../../movement.ts'
import type { Read } from '../notices/read-notice.ts'
import { comesFrom } from '../sources/bank-addresses.ts'
import { openSettings, type SourceRow } from '../sources/source-store.ts'
import { WEBHOOKS, type Webhook } from '../webhooks/webhooks.ts'
import { bodyFields } from './body-text.ts'
import { interpret } from './interpret.ts'
import { type Body, keepReceipt } from './keep-receipt.ts'
import { readReceipt } from './read-receipts.ts'

/** Bytes. A notice is a sentence, a bank's call a page at most. */
const LONGEST = 32 * 1024
/** Addresses with a token in them and contracts of banks are in no document. */
const hidden = { schema: { hide: true } }

interface OfSource {
  Params: { fuente: string; id: string }
}

/**
 * Where phones forward notices to and banks call. A call is kept for good before it is answered, and read afterwards. A caller without
 * the right key is answered as if nothing were there.
 */
export async function intakeRoutes(app: FastifyInstance, ctx: Ctx): Promise<void> {
  const reading = new Set<Promise<void>>()
  // A server that ends waits for the readings that it has begun; its next start reads the others.
  app.addHook('onClose', async () => void (await Promise.all(reading)))

  /** @returns whether it came before. */
  async function take(source: SourceRow, body: Body, read: Read | null): Promise<boolean> {
    // Without a name it may be another payment in the same words: each is kept.
    const name = read?.es === 'movimiento' ? read.movimiento.id_banco || randomUUID() : null
    const { id, repetido } = await keepReceipt(ctx, source.id, body, name)
    if (repetido) return true
    const begun = readReceipt(ctx, id)
      .catch((error) => ctx.log.warn({ failure: describeFailure(error) }, 'what a source sent is read later'))
      .finally(() => reading.delete(begun))
    reading.add(begun)
    return false
  }

  await app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LONGEST }, (_, body, done) => done(null, body))

    own.post<{ Params: { token: string } }>('/api/avisos/:token', hidden, async (request) => {
      const source = await ctx.db.read
        .selectFrom('movement_sources')
        .selectAll()
        .where('token_hash', '=', hashToken(request.params.token))
        .where('via', '=', 'aviso')
        .where('activa', '=', 1)
        .executeTakeFirst()
      if (!source) throw await refuse(ctx, request)
      const body = forwardedBody(request)
      const read = await readAhead(ctx, source, body)
      const repetido = await take(source, body, read)
      return { recibido: true, es: read?.es ?? 'ilegible', repetido }
    })

    // Asked before a bank puts the address on its list, for any address.
    own.get<OfSource>('/api/bancos/:fuente/:id', hidden, async ({ params }) => {
      if (params.fuente !== 'bnc') throw notFound()
      return { status: 'OK' }
    })

    own.post<OfSource>('/api/bancos/:fuente/:id', hidden, async (request, reply) => {
      if (request.params.fuente === 'r4') throw notFound()
      return receive(request, reply)
    })
    own.post<OfSource>('/api/bancos/:fuente/:id/R4notifica', hidden, receive)

    // A no returns the money to its payer, so every caller with the right key gets a yes.
    own.post<OfSource>('/api/bancos/:fuente/:id/R4consulta', hidden, async (request) => {
      if (request.params.fuente !== 'r4') throw notFound()
      await bankSource(ctx, request)
      return { status: true }
    })

    async function receive(request: FastifyRequest<OfSource>, reply: FastifyReply) {
      // Of a source that is off too: the bank has credited the money, and a refused bank does not call again.
      const { source, webhook } = await bankSource(ctx, request)
      const body = bodyOf(request)
      const repeated = await take(source, body, await readAhead(ctx, source, body))
      const { status, body: said } = webhook.answer(repeated, bodyFields(body) ?? {})
      return reply.code(status).send(said)
    }
  })
}

function bodyOf({ body, headers }: FastifyRequest): Body {
  return { tipo: headers['content-type'] ?? '', bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0) }
}

/** Some phones write everything into the address. */
function forwardedBody(request: FastifyRequest): Body {
  const consulta = request.url.split('?')[1] ?? ''
  const body = bodyOf(request)
  return body.bytes.length > 0 ? { ...body, consulta } : { ...body, bytes: Buffer.from(consulta) }
}

/** Reads ahead, to recognise a repeated payment. A failure in it keeps nothing from being stored. */
async function readAhead(ctx: Ctx, source: SourceRow, body: Body): Promise<Read | null> {
  try {
    const methods = await methodsAlike(ctx.db.read, source.metodo_id)
    return methods && interpret(source, methods, body, ctx.clock.now())
  } catch (error) {
    ctx.log.error({ failure: describeFailure(error) }, 'what a source sent could not be read ahead')
    return null
  }
}

/** The source of a bank's call. @throws AppError 404 without that bank's key, or from another address than its owner entered. */
async function bankSource(
  ctx: Ctx,
  request: FastifyRequest<OfSource>,
): Promise<{ source: SourceRow; webhook: Webhook }> {
  const { fuente, id } = request.params
  // Only its own: an address may contain any name.
  const webhook = Object.hasOwn(WEBHOOKS, fuente) ? WEBHOOKS[fuente as SourceKind] : undefined
  const key = webhook?.key(request.headers)
  const source = /^[1-9]\d{0,8}$/.test(id)
    ? await ctx.db.read
        .selectFrom('movement_sources')
        .selectAll()
        .where('id', '=', Number(id))
        .where('fuente', '=', fuente as SourceKind)
        .where('via', '=', 'webhook')
        .executeTakeFirst()
    : undefined
  const right = typeof key === 'string' && sameSecret(hashToken(key), source?.token_hash ?? '')
  if (!webhook || !source || !right) throw await refuse(ctx, request)
  if (!comesFrom(openSettings(ctx, source)['direcciones'] ?? '', request.ip)) throw await refuse(ctx, request)
  return { source, webhook }
}

/** The same answer for every fault: nothing is there. After many tries, the caller is told to wait. */
async function refuse(ctx: Ctx, request: FastifyRequest): Promise<AppError> {
  if (ctx.config.abuseLimits)
    await ctx.db.write('operadores', (tx) => spendGuess(tx, 'fuente-ip', clientBucket(request), ctx.clock.now()))
  return notFound()
}
