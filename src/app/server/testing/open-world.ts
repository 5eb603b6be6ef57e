import { capDeadlines } from '#platform/server/jobs/cap-deadlines.ts'
import type { Setup } from '#platform/server/testing/engines.ts'
import type { SettableClock } from '#platform/server/testing/settable-clock.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'
import { tables } from '../schema.ts'
import { multipart, openShop, purchaseFields, type Shop } from './shop.ts'

/** People and scripts who want tickets of one raffle, each from their own address, on a clock that is moved. */

interface Call {
  path: string
  address: string
  body?: Record<string, unknown>
  /** Sent as a form with a proof. */
  form?: Record<string, string>
}

interface Answer {
  status: number
  body: {
    token?: string
    id?: number
    secreto?: string
    en_espera?: boolean
    permitidos?: number
    sin_apartar?: boolean
    code?: string
  }
}

export interface World {
  clock: SettableClock
  raffleId: number
  send(call: Call): Promise<Answer>
  /** The server's work apart from requests. */
  tidy(): Promise<void>
}

/** A shop with one raffle, behind a proxy that it trusts. */
export async function openWorld(
  setup: Setup,
  raffle: Parameters<typeof openShop>[1],
  abuseLimits = true,
): Promise<{ shop: Shop; world: World }> {
  const shop = await openShop(setup, raffle, { config: { abuseLimits, trustedProxies: ['127.0.0.1'] } })
  const world: World = {
    clock: shop.ctx.clock,
    raffleId: shop.id,
    async tidy() {
      await capDeadlines(shop.ctx, tables)
      await sweepHolds(shop.ctx)
    },
    send: (call) => send(shop, call),
  }
  return { shop, world }
}

async function send({ app }: Shop, { path, address, body, form }: Call): Promise<Answer> {
  const sent = form
    ? await multipart(form)
    : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const answer = await app.inject({
    method: 'POST',
    url: path,
    payload: sent.payload,
    headers: { ...sent.headers, 'x-forwarded-for': address },
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** Somebody asks for tickets on hold. */
export function hold(world: World, address: string, tickets: number): Promise<Answer> {
  const path = `/api/rifas/${world.raffleId}/apartados`
  return world.send({ path, address, body: { cantidad_tickets: tickets } })
}

let serial = 10_000_000

/** An unknown person reports a payment that nobody had before. @param token of their hold; without one they have none. */
export function payNow(
  world: World,
  { address, tickets, token }: { address: string; tickets: number; token?: string | undefined },
): Promise<Answer> {
  const number = ++serial
  const form = purchaseFields(world.raffleId, {
    cantidad_tickets: String(tickets),
    total: `${tickets * 5}.00`,
    cedula: `V${number}`,
    telefono: `0414${String(number).slice(-7)}`,
    correo: `carla${number}@ejemplo.test`,
    referencia: `77${number}${number % 97}`,
    ...(token === undefined ? {} : { apartado: token }),
  })
  return world.send({ path: '/api/rifas/participantes', address, form })
}

/** Lets time pass in which nobody comes. */
export async function rest({ clock, tidy }: World, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 15) {
    clock.advance(15_000)
    await tidy()
  }
}
