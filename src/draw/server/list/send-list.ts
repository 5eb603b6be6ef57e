import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findList, readPieces } from '../store.ts'
import { requireWhole } from './require-whole.ts'

/**
 * Sends the frozen list as it was hashed. All of it is read before the first byte.
 * @throws AppError 404 before the freeze, 500 LISTA_ALTERADA
 */
export async function sendList(
  ctx: Ctx,
  id: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const list = await findList(ctx.db.read, id)
  if (!list) throw notFound('La lista de este sorteo todavía no está congelada')
  const etag = `"${list.sha256}"`
  reply.header('etag', etag).header('cache-control', 'no-cache')
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  await requireWhole(ctx.db.read, list)
  return reply.type('text/csv; charset=utf-8').send(Readable.from(readPieces(ctx.db.read, id)))
}
