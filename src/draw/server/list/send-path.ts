import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { sendTagged, tagBody } from '#platform/server/http/etag.ts'
import { ticketLine } from '../../list.ts'
import { climb } from '../../tree.ts'
import { sha256 } from '../sha256.ts'
import { findList } from '../store.ts'
import { findPath } from './list-tree.ts'
import { alteredList } from './require-whole.ts'

/**
 * Sends a line of a long frozen list with its way to the root, by which a phone checks it without the others.
 * @throws AppError 404 before the freeze, of a list that is short, and of a number that is not in it; 500 LISTA_ALTERADA
 */
export async function sendPath(
  ctx: Ctx,
  { id, numero }: { id: number; numero: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const list = await findList(ctx.db.read, id)
  if (!list?.raiz) throw notFound('Esta rifa no tiene una lista larga: se lee entera')
  const found = await findPath(ctx, list, numero)
  if (!found) throw notFound('Ese número no está en la lista')
  const line = ticketLine({ numero, codigo: found.codigo }).slice(0, -1)
  if ((await climb(line, found.camino, sha256)) !== list.raiz) throw alteredList()
  return sendTagged(request, reply, tagBody(JSON.stringify({ numero, ...found })))
}
