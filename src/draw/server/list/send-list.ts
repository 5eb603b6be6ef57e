import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findList, readPieces } from '../store.ts'

/**
 * Sends the frozen list as it was hashed. All of it is read before the first byte: what somebody has changed behind the product's back is not
 * sent as if it were the list.
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
  const hash = createHash('sha256')
  for await (const piece of readPieces(ctx.db.read, id)) hash.update(piece)
  if (hash.digest('hex') !== list.sha256) throw alteredList()
  return reply.type('text/csv; charset=utf-8').send(Readable.from(readPieces(ctx.db.read, id)))
}

/** Somebody changed it behind the product's back. */
export function alteredList(): AppError {
  return new AppError(
    500,
    'LISTA_ALTERADA',
    'La lista no es la que se congeló',
    'Alguien la cambió en la base de datos. Quien cuida el servidor la recupera de un respaldo.',
  )
}
