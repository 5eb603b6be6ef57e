import type { Setup } from '#platform/server/testing/engines.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'
import { type Call, foreknow, type World } from './flood.ts'
import { multipart, openShop, type Shop } from './shop.ts'

/** A shop with one raffle for a flood: behind a proxy that it trusts, where work that is asked for is done in no time. */
export async function openWorld(
  setup: Setup,
  total_numeros: number,
  abuseLimits = true,
): Promise<{ shop: Shop; world: World }> {
  const config = { abuseLimits, trustedProxies: ['127.0.0.1'] }
  const shop = await openShop(setup, { total_numeros }, { config })
  const { random, solve } = foreknow(shop.ctx.random)
  shop.ctx.random = random
  const world: World = {
    clock: shop.ctx.clock,
    solve,
    raffleId: shop.id,
    step: 15,
    tidy: () => sweepHolds(shop.ctx),
    send: (call) => sendTo(shop, call),
  }
  return { shop, world }
}

export async function sendTo({ app }: Shop, { path, address, body, form, headers = {} }: Call) {
  const sent = form
    ? await multipart(form)
    : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const answer = await app.inject({
    method: 'POST',
    url: path,
    payload: sent.payload,
    headers: { ...sent.headers, ...headers, 'x-forwarded-for': address },
  })
  return { status: answer.statusCode, body: answer.json() }
}
