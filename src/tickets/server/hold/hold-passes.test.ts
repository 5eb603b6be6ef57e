import { expect, test } from 'vitest'
import { foreknow } from '#app/server/testing/flood.ts'
import { openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { after } from '#platform/clock.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { sweepHolds } from './sweep-holds.ts'

/** A raffle and visitors who want two tickets, as many as they say, or those that they pick; whoever is asked for work does it. */
async function openWith(setup: Parameters<typeof openShop>[0], total_numeros: number, abuseLimits = true) {
  const shop = await openShop(setup, { total_numeros }, { config: { abuseLimits } })
  const { random, solve } = foreknow(shop.ctx.random)
  shop.ctx.random = random
  /** @returns 'hold', 'pass' or the code of the refusal. */
  const hold = async (remoteAddress: string, wish: number | string[] = 2): Promise<string> => {
    const payload =
      typeof wish === 'number'
        ? { cantidad_tickets: wish }
        : { cantidad_tickets: wish.length, numeros_seleccionados: wish }
    const ask = (headers: Record<string, string>) =>
      shop.app.inject({
        method: 'POST',
        url: `/api/rifas/${shop.id}/apartados`,
        payload,
        remoteAddress,
        headers,
      })
    const first = await ask({})
    const answer = first.statusCode === 428 ? await ask(solve(first.json().trabajo)) : first
    return answer.statusCode === 201 ? (answer.json().sin_apartar ? 'pass' : 'hold') : answer.json().code
  }
  return { hold, shop }
}

async function letGo({ app, ctx }: Shop, holds: number): Promise<void> {
  const held = ctx.db.read.selectFrom('reservations').select('token').where('estado', '=', 'apartado').limit(holds)
  for (const { token } of await held.execute()) {
    await app.inject({ method: 'POST', url: '/api/rifas/apartado/soltar', payload: { apartado: token } })
  }
}

onBothEngines('passes', (setup) => {
  test('one address cannot take them all: another has its part', async () => {
    const { hold } = await openWith(setup, 100)
    expect(await hold('203.0.113.5', 40)).toBe('hold')
    let passes = 0
    while ((await hold('203.0.113.5', 10)) === 'pass') passes += 10
    expect(passes).toBe(60)
    expect(await hold('198.51.100.1', 10)).toBe('hold')
    expect(await hold('198.51.100.1', 20)).toBe('pass')
    expect(await hold('198.51.100.2', 20)).toBe('pass')
    // As many are promised as there are: who has less than his part gets one all the same, who has more does not.
    expect(await hold('198.51.100.3', 10)).toBe('pass')
    expect(await hold('203.0.113.5', 10)).toBe('DEMASIADOS_APARTADOS')
  })

  test('nobody is let pay for numbers that somebody paid for, nor for those that there are not', async () => {
    const { hold, shop } = await openWith(setup, 100)
    const paid = await report(shop, { numeros_seleccionados: '["07","08"]' }, { manual: true })
    expect(paid.statusCode, paid.body).toBe(201)
    expect(await hold('203.0.113.5', 40)).toBe('hold')
    expect(await hold('203.0.113.5', ['07', '90'])).toBe('DEMASIADOS_APARTADOS')
    expect(await hold('203.0.113.5', ['90', '91'])).toBe('pass')
  })

  test('are for everybody while a raffle is flooded; a wish that cannot be paid for stays refused', async () => {
    const { hold, shop } = await openWith(setup, 100, false)
    for (let visitor = 0; visitor < 10; visitor++) expect(await hold(`203.0.113.${visitor}`, 10)).toBe('hold')
    expect(await hold('198.51.100.1')).toBe('SIN_DISPONIBLES')
    shop.ctx.clock.advance(301_000)
    expect(await hold('198.51.100.1')).toBe('pass')
    expect(await hold('198.51.100.1', ['07', '777'])).toBe('NUMERO_INVALIDO')
    expect(await hold('198.51.100.1', ['07', '07'])).toBe('NUMERO_INVALIDO')
  })

  test('are given in a flood also where its holds are let go for a moment, or end together', async () => {
    const { hold, shop } = await openWith(setup, 100, false)
    const fill = async () => {
      for (let script = 0; script < 10; script++) await hold(`203.0.113.${script}`, 10)
    }
    await fill()
    shop.ctx.clock.advance(270_000)
    await letGo(shop, 6)
    await fill()
    shop.ctx.clock.advance(31_000)
    expect(await hold('198.51.100.1')).toBe('pass')
    // Once there were tickets for a minute, it is none.
    await letGo(shop, 10)
    shop.ctx.clock.advance(60_000)
    await fill()
    expect(await hold('198.51.100.2')).toBe('SIN_DISPONIBLES')
  })

  test('are given in a flood that began while the clock was ahead, five minutes from now', async () => {
    const { hold, shop } = await openWith(setup, 100, false)
    const { ctx } = shop
    const truth = ctx.clock.now()
    ctx.clock.set(after(truth, 86_400_000))
    for (let script = 0; script < 10; script++) await hold(`203.0.113.${script}`, 10)
    ctx.clock.set(truth)
    await sweepHolds(ctx)
    expect(await hold('198.51.100.1')).toBe('SIN_DISPONIBLES')
    ctx.clock.advance(301_000)
    expect(await hold('198.51.100.1')).toBe('pass')
  })

  test('nobody needs one for tickets whose time is over, though nobody has swept them away', async () => {
    const { hold, shop } = await openWith(setup, 100)
    for (let visitor = 0; visitor < 5; visitor++) expect(await hold(`203.0.113.${visitor}`, 10)).toBe('hold')
    expect(await hold('203.0.113.9', 2)).toBe('hold')
    shop.ctx.clock.advance(600_000)
    expect(await hold('198.51.100.1', 40)).toBe('hold')
  })

  test('neighbours behind one address pay for what a connection holds that holds more', async () => {
    const { hold } = await openWith(setup, 100)
    expect(await hold('203.0.113.5', 40)).toBe('hold')
    expect(await hold('198.51.100.1', 10)).toBe('hold')
    const neighbours = await Promise.all(Array.from({ length: 40 }, () => hold('198.51.100.1')))
    expect(neighbours.filter((answer) => answer === 'pass')).toHaveLength(40)
    // Who holds the most takes nothing from anybody: what is free, and no more.
    expect(await hold('203.0.113.5', 60)).toBe('DEMASIADOS_APARTADOS')
  })
})
