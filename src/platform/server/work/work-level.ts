import type { FastifyRequest } from 'fastify'
import type { WorkKind } from '../../work.ts'
import type { Ctx } from '../context.ts'
import { clientBucket, clientNetwork } from '../http/client-bucket.ts'
import { createHeat, type Heat } from './heat.ts'

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
export function levelOf(ctx: Ctx, request: FastifyRequest, kind: WorkKind, pressure: number): number {
  const heat = heatOf(ctx)
  const now = ctx.clock.now()
  const [client, network] = namesOf(request, kind)
  const asked = Math.max(heat.of(client, now), network === client ? 0 : heat.of(network, now) / NETWORK_SHARE)
  if (pressure > 0) return highest(pressure + Math.floor(Math.log2(1 + asked / PRESSED)))
  return asked < CALM[kind] ? 0 : highest(1 + Math.floor(Math.log2(asked / CALM[kind])))
}

/** Counts a call that was let through without work, or asked for some. */
export function countCall(ctx: Ctx, request: FastifyRequest, kind: WorkKind): void {
  const heat = heatOf(ctx)
  for (const name of new Set(namesOf(request, kind))) heat.add(name, ctx.clock.now())
}

function namesOf(request: FastifyRequest, kind: WorkKind): [client: string, network: string] {
  return [`${kind} ${clientBucket(request)}`, `${kind} ${clientNetwork(request)}`]
}

function highest(level: number): number {
  return Math.min(HIGHEST_LEVEL, level)
}
