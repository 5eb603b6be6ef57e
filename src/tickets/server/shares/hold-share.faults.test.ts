import { expect, test, vi } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { createApp } from '#app/server/create-app.ts'
import { openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { doWork } from '#platform/server/testing/do-work.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { forgetConnections } from '#review/server/fakes/forget-connections.ts'
import { sweepHolds } from '../hold/sweep-holds.ts'
import { markClient } from './client-mark.ts'

vi.setConfig({ testTimeout: 120_000 })

const GUARDED = { config: { abuseLimits: true } }

interface Client {
  address: string
  forwarded?: string
}

/** Whoever is asked for work does it, scripts too. */
async function hold(shop: Shop, { address, forwarded }: Client, cantidad_tickets: number) {
  const ask = (headers: Record<string, string>) =>
    shop.app.inject({
      method: 'POST',
      url: `/api/rifas/${shop.id}/apartados`,
      payload: { cantidad_tickets },
      remoteAddress: address,
      headers: { ...headers, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) },
    })
  const first = await ask({})
  return first.statusCode === 428 ? ask(doWork(first.json().trabajo)) : first
}

/** Holds as much as it is let, as quickly as it can: when it is told how many, exactly those. @returns tickets. */
async function grab(shop: Shop, client: Client): Promise<number> {
  const before = await setAside(shop)
  let wanted = 100
  while (wanted >= 2) {
    const answer = await hold(shop, client, wanted)
    // A pass sets nothing aside: less may.
    if (answer.statusCode === 201) wanted = answer.json().sin_apartar ? Math.floor(wanted / 2) : wanted
    else wanted = Math.min(wanted - 1, answer.json().permitidos ?? answer.json().disponibles ?? 0)
  }
  return (await setAside(shop)) - before
}

async function setAside(shop: Shop): Promise<number> {
  const stock = await shop.ctx.db.read.selectFrom('stock').select('apartados').executeTakeFirst()
  return stock?.apartados ?? 0
}

/** What each of that many visitors wants: mostly few, as the picker suggests. */
const wishes = (visitors: number) => Array.from({ length: visitors }, (_, index) => [2, 2, 2, 4, 5, 10][index % 6] ?? 2)

/** @returns how many get what they want, each from an address of his own or all from one. */
async function serve(shop: Shop, wanted: number[], addressOf: (visitor: number) => string): Promise<number> {
  const answers = await Promise.all(
    wanted.map((cantidad, visitor) => hold(shop, { address: addressOf(visitor) }, cantidad)),
  )
  return answers.filter((answer) => answer.statusCode === 201).length
}

async function attack(shop: Shop): Promise<number> {
  let held = 0
  for (let attacker = 0; attacker < 50; attacker++) held += await grab(shop, { address: `203.0.113.${attacker}` })
  return held
}

/** Connections that the database knows of, none by its address. */
async function connections(shop: Shop): Promise<(string | null)[]> {
  const rows = await shop.ctx.db.read.selectFrom('reservations').select('cliente').orderBy('id').execute()
  return rows.map(({ cliente }) => cliente)
}

onBothEngines('what one connection may hold', (setup) => {
  test('50 addresses that take all they can leave enough for 200 visitors', async () => {
    const shop = await openShop(setup, { total_numeros: 10_000 }, GUARDED)
    expect(await attack(shop)).toBeLessThan(7_000)
    expect(await serve(shop, wishes(200), (visitor) => `198.51.100.${visitor}`)).toBeGreaterThanOrEqual(190)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('control: without the limits they take it all', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    expect(await attack(shop)).toBe(1_000)
    expect(await serve(shop, wishes(200), (visitor) => `198.51.100.${visitor}`)).toBe(0)
  })

  test('200 visitors behind one address of a phone company get their tickets, also of a raffle of a thousand', async () => {
    const small = await openShop(setup, { total_numeros: 1_000 }, GUARDED)
    const two = Array.from({ length: 200 }, () => 2)
    expect(await serve(small, two, () => '198.51.100.7')).toBe(200)
    const large = await openShop(setup, { total_numeros: 10_000 }, GUARDED)
    expect(await serve(large, wishes(200), () => '198.51.100.7')).toBe(200)
  })

  test('one address holds a quarter at most, whatever it writes in X-Forwarded-For', async () => {
    const shop = await openShop(setup, { total_numeros: 10_000 }, GUARDED)
    for (let client = 0; client < 60; client++) {
      const forwarded = `192.0.2.${client}, 100.64.${client}.1`
      await hold(shop, { address: '203.0.113.5', forwarded }, 100)
    }
    expect(await setAside(shop)).toBe(2_500)
  })

  test('behind a known proxy the address is the one that the proxy saw; of IPv6 all of a /64 is one, and a /48 has twice as much', async () => {
    const behind = { config: { abuseLimits: true, trustedProxies: ['10.0.0.9'] } }
    const shop = await openShop(setup, { total_numeros: 10_000 }, behind)
    const proxied = (forwarded: string, cantidad = 100) => hold(shop, { address: '10.0.0.9', forwarded }, cantidad)
    const passed = async (forwarded: string, cantidad = 10) => (await proxied(forwarded, cantidad)).json().sin_apartar
    for (let time = 0; time < 24; time++) await proxied(`192.0.2.${time}, 203.0.113.5`)
    expect(await passed('192.0.2.99, 203.0.113.5', 100)).toBe(false)
    expect(await passed('192.0.2.99, 203.0.113.5', 100)).toBe(true)
    expect(await passed('203.0.113.6')).toBe(false)
    for (let time = 0; time < 20; time++) await proxied(`2001:db8:1:2::${time.toString(16)}`)
    for (let time = 0; time < 7; time++) await proxied(`2001:db8:2:2::${time.toString(16)}`)
    for (let time = 0; time < 2; time++) await proxied('203.0.113.6', 45)
    // With one more hold more is on hold than free: 12 for each, 24 for a /48.
    expect(await passed('2001:db8:1:2:ffff::1')).toBe(true)
    expect(await passed('2001:db8:1:3::1')).toBe(true)
    expect([await passed('2001:db8:3:1::1'), await passed('2001:db8:3:2::1')]).toEqual([false, false])
    expect(await passed('2001:db8:3:3::1')).toBe(true)
  })

  test('processes share the count', async () => {
    const shop = await openShop(setup, { total_numeros: 10_000 }, GUARDED)
    const ctx = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
    const twin: Shop = { ...shop, ctx, app: await createApp(ctx, null) }
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, time) => hold(time % 2 === 0 ? shop : twin, { address: '203.0.113.5' }, 100)),
    )
    expect(answers.filter((answer) => answer.json().sin_apartar === false)).toHaveLength(25)
  })

  test('who is refused is told how many he may hold and when to come back, and then he can', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 }, GUARDED)
    const client = { address: '203.0.113.5' }
    expect(await grab(shop, client)).toBe(250)
    // As many passes as would find free tickets; then nothing is promised to anybody.
    for (const wanted of [100, 10, 2]) while ((await hold(shop, client, wanted)).statusCode === 201);
    expect(await setAside(shop)).toBe(250)
    shop.ctx.clock.advance(240_000)
    const refused = await hold(shop, client, 2)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '360'])
    expect(refused.json()).toMatchObject({
      code: 'DEMASIADOS_APARTADOS',
      permitidos: 0,
      details: 'Desde tu conexión hay muchos boletos apartados sin pagar. Espera 6 minutos e intenta de nuevo.',
    })
    shop.ctx.clock.advance(360_000)
    expect((await hold(shop, client, 100)).statusCode).toBe(201)
  })

  test('a connection is known by a mark alone, until its hold is released or over or its report is judged for good', async () => {
    const shop = await openShop(setup, {}, GUARDED)
    const client = { address: '203.0.113.5' }
    const [released, reported, over] = [
      await hold(shop, client, 2),
      await hold(shop, client, 2),
      await hold(shop, client, 2),
    ].map((answer) => answer.json().token as string)
    const { cliente: mark } = markClient(shop.ctx.keys, client.address)
    expect(mark).toMatch(/^[\w-]{12}$/)
    expect(await connections(shop)).toEqual([mark, mark, mark])
    await shop.app.inject({ method: 'POST', url: '/api/rifas/apartado/soltar', payload: { apartado: released } })
    const { id } = (await report(shop, { apartado: reported })).json()
    expect(await connections(shop)).toEqual([null, mark, mark])
    expect(over).toBeDefined()
    shop.ctx.clock.advance(600_000)
    await sweepHolds(shop.ctx)
    expect(await connections(shop)).toEqual([null, mark, null])
    await approvePurchase(shop.ctx, id, null, { actor: TESTER })
    shop.ctx.clock.advance(599_999)
    await forgetConnections(shop.ctx)
    expect(await connections(shop)).toEqual([null, mark, null])
    shop.ctx.clock.advance(1)
    await forgetConnections(shop.ctx)
    expect(await connections(shop)).toEqual([null, null, null])
    const { cliente } = (await shop.ctx.db.read.selectFrom('purchases').select('cliente').executeTakeFirst()) ?? {}
    expect(cliente).toBeNull()
    const { red } =
      (await shop.ctx.db.read
        .selectFrom('reservations')
        .select('red')
        .where('red', 'is not', null)
        .executeTakeFirst()) ?? {}
    expect(red).toBeUndefined()
  })
})
