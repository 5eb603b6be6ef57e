import { expect, test } from 'vitest'
import { openShop } from '#app/server/testing/shop.ts'
import type { AppError } from '#platform/errors.ts'
import { onSqlite, type TestCtx } from '#platform/server/testing/engines.ts'
import type { Client } from '#tickets/server/shares/client-mark.ts'
import { countLookup } from './routes.ts'

const HOUR = 3_600_000
const from = (address: string): Client => ({ cliente: address, red: address })

/** Ids that nobody else asks for. */
let next = 0
const someone = () => `V${next++}`

/** Looks up another id. @returns seconds to wait, or 0 if it was answered. */
const lookUp = (ctx: TestCtx, client: Client, cedula = someone()): Promise<number> =>
  countLookup(ctx, client, cedula).then(
    () => 0,
    ({ headers }: AppError) => Number(headers['retry-after']),
  )

onSqlite('the lookups of a connection', (setup) => {
  test('10,000 ids in an hour from one address: 60 answered in any hour', async () => {
    const { ctx } = await openShop(setup)
    const told: number[] = []
    // In the hour after it nobody needs to ask so often.
    for (let index = 0; index < 10_120; index++) {
      ctx.clock.advance(index < 10_000 ? 360 : 30_000)
      if ((await lookUp(ctx, from('203.0.113.5'))) === 0) told.push(ctx.clock.now())
    }
    const most = Math.max(...told.map((start) => told.filter((time) => time >= start && time < start + HOUR).length))
    expect(most).toBeLessThanOrEqual(60)
    expect(told.length).toBeGreaterThan(85)
  })

  test('after thirty together each next one waits two minutes, and thirty an hour', async () => {
    const { ctx } = await openShop(setup)
    const client = from('203.0.113.5')
    const inARow = async () => {
      let times = 0
      while ((await lookUp(ctx, client)) === 0) times += 1
      return times
    }
    expect([await inARow(), await lookUp(ctx, client)]).toEqual([30, 120])
    ctx.clock.advance(119_999)
    expect(await inARow()).toBe(0)
    ctx.clock.advance(1)
    expect(await inARow()).toBe(1)
    ctx.clock.advance(3 * HOUR)
    expect(await inARow()).toBe(30)
  })

  test('a /48 gets 120 answers in an hour, from however many /64', async () => {
    const { ctx } = await openShop(setup)
    let told = 0
    for (let index = 0; index < 2_000; index++) {
      ctx.clock.advance(1_800)
      const client = { cliente: `2001:db8:7:${index % 150}::/64`, red: '2001:db8:7::/48' }
      if ((await lookUp(ctx, client)) === 0) told += 1
    }
    expect(told).toBeGreaterThan(100)
    expect(told).toBeLessThanOrEqual(120)
    expect(await lookUp(ctx, { cliente: '2001:db8:8:1::/64', red: '2001:db8:8::/48' })).toBe(0)
  })

  test('an answer is told again for an hour, to the address that got it', async () => {
    const { ctx } = await openShop(setup)
    const [one, other] = [from('203.0.113.5'), from('203.0.113.6')]
    await lookUp(ctx, one, 'V7')
    for (const client of [one, other]) for (let index = 0; index < 30; index++) await lookUp(ctx, client)
    const told = async () => [await lookUp(ctx, one, 'V7'), await lookUp(ctx, other, 'V7')].map((wait) => wait === 0)
    expect(await told()).toEqual([true, false])
    ctx.clock.advance(HOUR - 1)
    for (const client of [one, other]) for (let index = 0; index < 30; index++) await lookUp(ctx, client)
    expect(await told()).toEqual([true, false])
    ctx.clock.advance(1)
    for (const client of [one, other]) await lookUp(ctx, client)
    expect(await told()).toEqual([false, false])
  })
})
