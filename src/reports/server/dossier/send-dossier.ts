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
import { takeTry } from '#operators/server/sign-in/spend-guess.ts'
import { after, dayInCaracas } from '#platform/clock.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { SealError, seal, unseal } from '#platform/server/installation/sealed.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { writeDossier } from './write-dossier.ts'

/** How long a dossier that was allowed may wait until it is asked for, in milliseconds. */
const PATIENCE = 120_000
const PLACE = 'expediente de una rifa'

/**
 * Allows an owner to take the dossier of a raffle once, when he has given a fresh code: it names everybody who bought.
 * @returns what he asks for it with; whichever process he asks can read it.
 * @throws AppError 404, and what requireFreshFactor throws
 */
export async function allowDossier(ctx: Ctx, owner: Operator, id: number, code: string | undefined): Promise<string> {
  if (!(await findRaffle(ctx.db.read, id))) throw notFound('Esta rifa no existe')
  await requireFreshFactor(ctx, owner, code, 'descargar un expediente')
  const until = after(ctx.clock.now(), PATIENCE)
  return seal(ctx.keys, PLACE, [owner.id, id, until].join(' '))
}

/** Sends it, once for each pass. @throws AppError 404 for a pass that is none of his and of this raffle, too old or used */
export async function sendDossier(ctx: Ctx, owner: Operator, id: number, pass: string, reply: FastifyReply) {
  const now = ctx.clock.now()
  const [operator, raffle, until] = openPass(ctx, pass)
  const only = `expediente ${operator} ${raffle} ${until}`
  const his = operator === owner.id && raffle === id && until !== undefined && now < until
  if (!his || !(await ctx.db.write('operadores', (tx) => takeTry(tx, only, now, 1)))) throw spent()
  const file = await makeDossier(ctx, owner, id, reply)
  // Who asked has gone.
  if (file === null) return reply.hijack()
  return reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${dossierName(ctx, id)}"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(file.createReadStream({ start: 0 }))
}

/**
 * Made at one instant, in a file without a name: who reads it slowly keeps nothing of the database open, and what is left of it when
 * nobody reads any more, or the server ends, is nothing.
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
    appendEntry(tx, {
      ambito: `rifa:${id}`,
      en: ctx.clock.now(),
      actor,
      accion: 'expediente descargado',
      rifa_id: id,
      datos: {},
    }),
  )
}

export function dossierName(ctx: Ctx, id: number): string {
  return `expediente-rifa-${id}-${dayInCaracas(ctx.clock.now())}.zip`
}

function openPass(ctx: Ctx, pass: string): number[] {
  try {
    return unseal(ctx.keys, PLACE, pass).split(' ').map(Number)
  } catch (error) {
    if (error instanceof SealError) throw spent()
    throw error
  }
}

function spent(): AppError {
  return new AppError(404, 'NO_EXISTE', 'Este expediente ya no se puede pedir', 'Pídelo otra vez, con un código nuevo.')
}
