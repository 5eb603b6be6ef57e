import { expect, test } from 'vitest'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { foreknow } from './testing/flood.ts'
import { openShop } from './testing/shop.ts'

/** A raffle and visitors who want two tickets; whoever is asked for work does it. */
async function open(setup: Parameters<typeof openShop>[0], total_numeros: number) {
  const shop = await openShop(setup, { total_numeros }, { config: { abuseLimits: true } })
  const { random, solve } = foreknow(shop.ctx.random)
  shop.ctx.random = random
  /** @returns 'hold', 'pass' or the code of the refusal. */
  return async (remoteAddress: string, cantidad_tickets = 2): Promise<string> => {
    const ask = (headers: Record<string, string>) =>
      shop.app.inject({
        method: 'POST',
        url: `/api/rifas/${shop.id}/apartados`,
        payload: { cantidad_tickets },
        remoteAddress,
        headers,
      })
    const first = await ask({})
    const answer = first.statusCode === 428 ? await ask(solve(first.json().trabajo)) : first
    return answer.statusCode === 201 ? (answer.json().sin_apartar ? 'pass' : 'hold') : answer.json().code
  }
}

onBothEngines('passes', (setup) => {
  test('one address cannot take them all: another has its part', async () => {
    const hold = await open(setup, 100)
    expect(await hold('203.0.113.5', 40)).toBe('hold')
    let passes = 0
    while ((await hold('203.0.113.5', 10)) === 'pass') passes += 10
    expect(passes).toBe(60)
    expect(await hold('198.51.100.1', 10)).toBe('hold')
    expect(await hold('198.51.100.1', 20)).toBe('pass')
  })

  test('neighbours behind one address pay for what a connection holds that holds more', async () => {
    const hold = await open(setup, 100)
    expect(await hold('203.0.113.5', 40)).toBe('hold')
    expect(await hold('198.51.100.1', 10)).toBe('hold')
    const neighbours = await Promise.all(Array.from({ length: 40 }, () => hold('198.51.100.1')))
    expect(neighbours.filter((answer) => answer === 'pass')).toHaveLength(40)
    // Who holds the most takes nothing from anybody: what is free, and no more.
    expect(await hold('203.0.113.5', 60)).toBe('DEMASIADOS_APARTADOS')
  })
})
