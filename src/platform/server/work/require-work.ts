import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { WORK_HEADER, type WorkChallenge, type WorkKind } from '../../work.ts'
import type { Ctx } from '../context.ts'
import { clientBucket, clientNetwork } from '../http/client-bucket.ts'
import { issueChallenge, type WorkPurpose } from './challenge.ts'
import { createHeat, type Heat } from './heat.ts'
import { type Piece, readPiece } from './piece-of-work.ts'
import { spendWork } from './spent-work.ts'

/** The hardest: a million tries on average, a second or two of a cheap phone. */
const HIGHEST_LEVEL = 7

/**
 * How often one connection may ask lately before it is asked for work though nothing is wrong: 200 visitors behind one address
 * of a phone company buy without doing any.
 */
const CALM: Record<WorkKind, number> = { apartado: 250, reporte: 100, correccion: 10, consulta: 30 }
/** The same while a raffle is pressed: then everybody works, and who asks more often works more. */
const PRESSED = 8
/** A /48 of IPv6 is a house or a town: it counts, for less. */
const NETWORK_SHARE = 8

const HALF_LIFE = 5 * 60_000
const NAMES = 50_000

const heats = new WeakMap<Ctx, Heat>()

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

/** The work done for that call that a request brings, or null. `spendWork` accepts it once, by whichever process. */
export function readWork(ctx: Ctx, request: FastifyRequest, call: WorkFor): Piece | null {
  return readPiece(ctx, purposeOf(request, call), request.headers[WORK_HEADER])
}

/**
 * Whether it is as much as is asked for now: what was given while nothing was wrong is none once something is. One level less counts
 * too, because a connection's own neighbours raise it while a phone works.
 */
export function isEnough(work: Piece | null, level: number): work is Piece {
  return work !== null && work.hasta >= numbersOf(Math.max(1, level - 1))
}

async function bringsWork(ctx: Ctx, request: FastifyRequest, call: WorkFor, level: number): Promise<boolean> {
  const found = readWork(ctx, request, call)
  return isEnough(found, level) && ctx.db.write('trabajo', (tx) => spendWork(tx, found))
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

function heatOf(ctx: Ctx): Heat {
  let heat = heats.get(ctx)
  if (!heat) {
    heat = createHeat(HALF_LIFE, NAMES)
    heats.set(ctx, heat)
  }
  return heat
}

/**
 * How much work that connection has to do for a call of that kind. 0 is none: what everybody has while nothing is wrong. Each
 * level is twice the work of the one before. Every process counts for itself (countCall).
 * @param pressure how pressed the raffle is: 0 not at all, from 1 on the level of the first call.
 */
function levelOf(ctx: Ctx, request: FastifyRequest, kind: WorkKind, pressure: number): number {
  const heat = heatOf(ctx)
  const now = ctx.clock.now()
  const [client, network] = namesOf(request, kind)
  const asked = Math.max(heat.of(client, now), network === client ? 0 : heat.of(network, now) / NETWORK_SHARE)
  if (pressure > 0) return highest(pressure + Math.floor(Math.log2(1 + asked / PRESSED)))
  return asked < CALM[kind] ? 0 : highest(1 + Math.floor(Math.log2(asked / CALM[kind])))
}

/** Counts a call that was let through without work, or asked for some. */
function countCall(ctx: Ctx, request: FastifyRequest, kind: WorkKind): void {
  const heat = heatOf(ctx)
  for (const name of new Set(namesOf(request, kind))) heat.add(name, ctx.clock.now())
}

function namesOf(request: FastifyRequest, kind: WorkKind): [client: string, network: string] {
  return [`${kind} ${clientBucket(request)}`, `${kind} ${clientNetwork(request)}`]
}

function highest(level: number): number {
  return Math.min(HIGHEST_LEVEL, level)
}
