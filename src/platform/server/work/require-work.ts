import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { WORK_HEADER, type WorkChallenge, type WorkKind } from '../../work.ts'
import type { Ctx } from '../context.ts'
import { clientBucket } from '../http/client-bucket.ts'
import { issueChallenge, readSolution, type WorkPurpose } from './challenge.ts'
import { spendWork } from './spent-work.ts'
import { countCall, levelOf } from './work-level.ts'

export interface WorkFor {
  kind: WorkKind
  raffle: number | null
}

/** Numbers to try at level 1, half of them on average: hundredths of a second of a cheap phone. */
const LEAST = 2 ** 15

const ASK = 'Actualiza la página e intenta de nuevo: ella sola comprueba que no eres un robot.'

/**
 * Lets a call pass while nothing is wrong; under pressure only with work done for it, more for a connection that asks again and
 * again. Nobody sees it: our page does the work and asks again.
 * @param pressure how pressed the raffle is: 0 not at all, from 1 on the level of the first call.
 * @param spared says that this one need not work; asked only where others have to.
 * @throws AppError 428 TRABAJO_NECESARIO
 */
export async function requireWork(
  ctx: Ctx,
  request: FastifyRequest,
  call: WorkFor,
  pressure: number,
  spared: () => Promise<boolean> = async () => false,
): Promise<void> {
  if (!ctx.config.abuseLimits) return
  const level = levelOf(ctx, request, call.kind, pressure)
  if (level > 0 && ((await spared()) || (await bringsWork(ctx, request, call, level)))) return
  countCall(ctx, request, call.kind)
  if (level > 0) throw askForWork(ctx, request, call, level)
}

/**
 * Whether the request brings work done for that call, as much as is asked for now: what was given while nothing was wrong is none
 * once something is. One level less counts too, because a connection's own neighbours raise it while a phone works.
 * A piece of work is accepted once, by whichever process.
 */
export async function bringsWork(ctx: Ctx, request: FastifyRequest, call: WorkFor, level: number): Promise<boolean> {
  const brought = request.headers[WORK_HEADER]
  if (typeof brought !== 'string') return false
  const found = readSolution(workKey(ctx), ctx.clock.now(), purposeOf(request, call), brought)
  if (found === null || found.hasta < numbersOf(Math.max(1, level - 1))) return false
  return ctx.db.write('trabajo', (tx) => spendWork(tx, found))
}

/** 428 TRABAJO_NECESARIO with the challenge in `trabajo`. */
export function askForWork(ctx: Ctx, request: FastifyRequest, call: WorkFor, level: number): AppError {
  return new AppError(428, 'TRABAJO_NECESARIO', 'Estamos atendiendo a muchas personas', ASK, {
    extra: { message: ASK, trabajo: challengeOf(ctx, request, call, level) },
    headers: { 'cache-control': 'no-store' },
  })
}

/**
 * What to do before a form with a file is sent, so that it is sent once. While nothing is wrong there is next to nothing to do; if work
 * is asked for by the time the form arrives, the page does that and sends it once more.
 */
export function giveWork(ctx: Ctx, request: FastifyRequest, call: WorkFor, pressure: number): WorkChallenge {
  const level = ctx.config.abuseLimits ? levelOf(ctx, request, call.kind, pressure) : 0
  countCall(ctx, request, call.kind)
  return challengeOf(ctx, request, call, level)
}

function challengeOf(ctx: Ctx, request: FastifyRequest, call: WorkFor, level: number): WorkChallenge {
  return issueChallenge(workKey(ctx), ctx.random, ctx.clock.now(), purposeOf(request, call), numbersOf(level))
}

/** Numbers to try at that level. */
function numbersOf(level: number): number {
  return level <= 0 ? 1 : LEAST * 2 ** (level - 1)
}

function purposeOf(request: FastifyRequest, { kind, raffle }: WorkFor): WorkPurpose {
  return { kind, raffle, client: clientBucket(request) }
}

function workKey(ctx: Ctx): Buffer {
  return ctx.keys.derive('trabajo')
}
