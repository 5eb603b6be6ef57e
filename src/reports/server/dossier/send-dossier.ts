import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import type { Operator } from '#access/contract.ts'
import type { Actor } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { requireFreshFactor } from '#operators/server/factor/require-fresh-factor.ts'
import { dayInCaracas } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { requireRaffle } from '#raffles/server/store.ts'
import { writeDossier } from './write-dossier.ts'

/**
 * Sends an owner the dossier of a raffle, once for each fresh code: it names everybody who bought.
 * @throws AppError 404, and those of requireFreshFactor
 */
export async function sendDossier(
  ctx: Ctx,
  owner: Operator,
  id: number,
  code: string | undefined,
  reply: FastifyReply,
) {
  await requireRaffle(ctx.db.read, id)
  await requireFreshFactor(ctx, owner, code, 'descargar un expediente')
  const file = await makeDossier(ctx, owner, id, reply)
  // The client has gone.
  if (file === null) return reply.hijack()
  return reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${dossierName(ctx, id)}"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(file.createReadStream({ start: 0 }))
}

/**
 * Made at one instant, in a file without a name: a slow reader keeps nothing of the database open, and nothing is left of it when nobody reads
 * any more, or the server ends.
 */
async function makeDossier(ctx: Ctx, owner: Operator, id: number, reply: FastifyReply): Promise<FileHandle | null> {
  const path = join(ctx.config.dataDir, `expediente-${randomUUID()}.parte`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    await ctx.db.consistent(async (sql) => {
      const zip = await writeDossier(ctx, sql, id)
      reply.raw.once('close', () => zip.destroy())
      // By its number: a stream of the handle itself would keep it open for ever.
      await pipeline(zip, createWriteStream('', { fd: file.fd, autoClose: false }))
    })
    await noteDossier(ctx, owner, id)
    return file
  } catch (error) {
    await file.close()
    if (reply.raw.destroyed) return null
    throw error
  }
}

/** Before the first byte: nothing leaves that the journal does not know of. */
export function noteDossier(ctx: Ctx, actor: Actor, id: number): Promise<unknown> {
  return ctx.db.write(`rifa:${id}`, (tx) =>
    appendEntry(tx, { en: ctx.clock.now(), actor, accion: 'expediente descargado', rifa_id: id, datos: {} }),
  )
}

export function dossierName(ctx: Ctx, id: number): string {
  return `expediente-rifa-${id}-${dayInCaracas(ctx.clock.now())}.zip`
}
