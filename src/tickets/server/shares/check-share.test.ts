import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createApp } from '#app/server/create-app.ts'
import { ofHold, stockOf } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import { hold, openWorld, payNow } from '#app/server/testing/open-world.ts'
import { openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { forgetConnections } from '#review/server/fakes/forget-connections.ts'
import { rejectFake } from '#review/server/fakes/reject-fakes.ts'
import { sweepHolds } from '../hold/sweep-holds.ts'
import type { Stock } from '../store.ts'
import { markClient } from './client-mark.ts'
import { reportedByFew } from './connections.ts'
import { countedOf, isPlenty, limitsOf, roomOf } from './shares.ts'
import type { Counted } from './unverified-share.ts'

const GUARDED = { config: { abuseLimits: true } }

function ask(shop: Pick<Shop, 'app' | 'id'>, address: string, cantidad_tickets: number, forwarded?: string) {
  return shop.app.inject({
    method: 'POST',
    url: `/api/rifas/${shop.id}/apartados`,
    payload: { cantidad_tickets },
    remoteAddress: address,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  })
}

onBothEngines('the share of one connection', (setup) => {
  test('is counted by all processes', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 }, GUARDED)
    const ctx = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
    const twin = { ...shop, app: await createApp(ctx, null) }
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, time) => ask(time % 2 === 0 ? shop : twin, '203.0.113.5', 50)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5)
  })

  test('of many reports is told to the operator, that of a large one or of a family is not', async () => {
    const { shop, world } = await openWorld(setup, { total_numeros: 1_000 })
    for (const [address, sizes] of [
      ['203.0.113.5', [4, 4, 4]],
      ['203.0.113.6', [100]],
      ['203.0.113.7', [2, 2, 2, 2]],
    ] as const)
      for (const tickets of sizes) await payNow(world, { address, tickets })
    expect(await reportedByFew(shop.ctx.db.read, [shop.id, 99])).toEqual(new Map([[shop.id, 12]]))
  })
})

onSqlite('the share of one connection', (setup) => {
  test('counts a rejected fake for six hours, though its tickets are free immediately', async () => {
    const { shop, world } = await openWorld(setup, { total_numeros: 1_000 })
    const fakes: number[] = []
    for (const tickets of [100, 100, 50]) {
      const { body } = await payNow(world, { address: '203.0.113.5', tickets })
      expect(body.en_espera).toBe(false)
      fakes.push(body.id ?? 0)
    }
    for (const id of fakes) await rejectFake(shop.ctx, id, null, TESTER)
    expect(await stockOf(shop)).toMatchObject({ libres: 1_000, en_revision: 0, falsos: 250 })
    const again = async (tickets: number) => (await payNow(world, { address: '203.0.113.5', tickets })).body.en_espera
    // The faker's next ones wait; a neighbour's small one does not.
    expect([await again(50), await again(2)]).toEqual([true, false])
    world.clock.advance(6 * 3_600_000 - 1)
    await world.tidy()
    expect(await stockOf(shop)).toMatchObject({ en_espera: 50, falsos: 250 })
    world.clock.advance(1)
    await world.tidy()
    expect(await stockOf(shop)).toMatchObject({ en_espera: 0, en_revision: 52, falsos: 0 })
  })

  test('is a quarter and small purchases up to a third, whatever it writes in X-Forwarded-For', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 }, GUARDED)
    const statuses: number[] = []
    for (let time = 0; time < 4; time++) {
      const { statusCode } = await ask(shop, '203.0.113.5', 100, `192.0.2.${time}, 100.64.${time}.1`)
      statuses.push(statusCode)
    }
    expect(statuses).toEqual([201, 201, 429, 429])
    for (let time = 0; time < 20; time++) await ask(shop, '203.0.113.5', 10, `192.0.2.${time}`)
    expect((await stockOf(shop)).apartados).toBe(330)
    expect((await ask(shop, '203.0.113.6', 100)).statusCode).toBe(201)
  })

  test('behind a known proxy the address is the one that the proxy saw; of IPv6 all of a /64 is one, and a /48 has a quarter more', async () => {
    const { world } = await openWorld(setup, { total_numeros: 1_000 })
    const most = async (address: string) => (await hold(world, address, 100)).body.permitidos
    for (const address of ['192.0.2.9, 203.0.113.5', '203.0.113.5']) await hold(world, address, 100)
    expect(await most('203.0.113.5')).toBe(50)
    for (const house of [1, 2]) await hold(world, `2001:db8:1:2::${house}`, 100)
    expect(await most('2001:db8:1:2:ffff::1')).toBe(50)
    await hold(world, '2001:db8:1:2:ffff::1', 50)
    // A quarter is 250, and of the network 312.
    expect(await most('2001:db8:1:3::1')).toBe(62)
    expect((await hold(world, '2001:db8:2:3::1', 100)).status).toBe(201)
  })

  test('is told at a refusal, with when to come back, and then it can be had', async () => {
    const shop = await openShop(setup, { total_numeros: 200 }, GUARDED)
    expect((await ask(shop, '203.0.113.5', 48)).statusCode).toBe(201)
    const some = await ask(shop, '203.0.113.5', 40)
    expect(some.json()).toMatchObject({ code: 'DEMASIADOS_APARTADOS', permitidos: 10 })
    expect((await ask(shop, '203.0.113.5', 10)).statusCode).toBe(201)
    expect((await ask(shop, '203.0.113.5', 8)).statusCode).toBe(201)
    shop.ctx.clock.advance(240_000)
    const refused = await ask(shop, '203.0.113.5', 2)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '360'])
    expect(refused.json()).toMatchObject({
      code: 'DEMASIADOS_APARTADOS',
      permitidos: 0,
      details: 'Desde tu conexión hay muchos boletos apartados sin pagar. Espera 6 minutos e intenta de nuevo.',
      // Most is free: a buyer who pays now gets tickets as soon as the payment is verified, if not before.
      sin_apartar: true,
    })
    shop.ctx.clock.advance(360_000)
    expect((await ask(shop, '203.0.113.5', 48)).statusCode).toBe(201)
  })

  test('is known by a mark alone, until its hold is released or over or its report is judged for good', async () => {
    const shop = await openShop(setup, {}, GUARDED)
    const address = '203.0.113.5'
    const tokens: string[] = []
    for (let time = 0; time < 3; time++) tokens.push((await ask(shop, address, 2)).json().token)
    const [released, reported] = tokens
    const marks = async () => {
      const rows = await shop.ctx.db.read.selectFrom('reservations').select(['cliente', 'red']).orderBy('id').execute()
      expect(rows.every(({ cliente, red }) => cliente === red)).toBe(true)
      return rows.map(({ cliente }) => cliente)
    }
    const { cliente: mark } = markClient(shop.ctx.keys, address)
    expect(mark).toMatch(/^[\w-]{12}$/)
    expect(await marks()).toEqual([mark, mark, mark])
    await ofHold(shop, released ?? '', 'soltar')
    const { id } = (await report(shop, { apartado: reported })).json()
    expect(await marks()).toEqual([null, mark, mark])
    shop.ctx.clock.advance(600_000)
    await sweepHolds(shop.ctx)
    expect(await marks()).toEqual([null, mark, null])
    await judge.approve(shop, id)
    shop.ctx.clock.advance(599_999)
    await forgetConnections(shop.ctx)
    expect(await marks()).toEqual([null, mark, null])
    shop.ctx.clock.advance(1)
    await forgetConnections(shop.ctx)
    expect(await marks()).toEqual([null, null, null])
    const { cliente } = await shop.ctx.db.read.selectFrom('purchases').select('cliente').executeTakeFirstOrThrow()
    expect(cliente).toBeNull()
  })
})

onSqlite('a visitor who cannot have tickets on hold', (setup) => {
  const helps = async (world: Parameters<typeof hold>[0], address: string, tickets = 2) => {
    const { status, body } = await hold(world, address, tickets)
    return [status, body.code, body.sin_apartar]
  }

  test('is told to report all the same where few connections hold the remaining tickets', async () => {
    const { world } = await openWorld(setup, { total_numeros: 40 })
    for (let script = 0; script < 4; script++) await hold(world, `203.0.113.${script}`, 10)
    // Each holds a small purchase: four buyers as far as anybody knows.
    expect(await helps(world, '190.72.0.1')).toEqual([409, 'SIN_DISPONIBLES', false])
    const large = await openWorld(setup, { total_numeros: 200 })
    for (let script = 0; script < 5; script++) await hold(large.world, `203.0.113.${script}`, 40)
    expect(await helps(large.world, '190.72.0.1')).toEqual([409, 'SIN_DISPONIBLES', true])
    const shown = await large.shop.app.inject(`/api/rifas/${large.shop.id}/status`)
    expect(shown.json().data.rifa.numeros_disponibles).toBe(200)
    expect((await payNow(large.world, { address: '190.72.0.1', tickets: 2 })).body.en_espera).toBe(false)
  })

  test('is told so too where the operator’s limit keeps the free tickets for payments that are verified', async () => {
    const { shop, world } = await openWorld(setup, { total_numeros: 100, tope_sin_verificar: 30 })
    for (let script = 0; script < 4; script++) await payNow(world, { address: `203.0.113.${script}`, tickets: 10 })
    expect(await helps(world, '190.72.0.1')).toEqual([409, 'TOPE_SIN_VERIFICAR', true])
    const { id = 0, en_espera } = (await payNow(world, { address: '190.72.0.1', tickets: 2 })).body
    expect(en_espera).toBe(true)
    await judge.approve(shop, id)
    expect(await stockOf(shop)).toMatchObject({ en_revision: 30, confirmados: 2 })
  })
})

const stock = (libres: number, apartados: number, en_revision: number): Counted => ({ libres, apartados, en_revision })
const has = (tiene: number, red = tiene) => ({ tiene, red })
const room = (counted: Counted, tiene: number, red = tiene) => roomOf(limitsOf(counted), has(tiene, red))

test.for([
  [stock(1_000, 0, 0), 0, 250],
  [stock(600, 300, 100), 100, 150],
  // Independent of the others' tickets, also when hardly any is free.
  [stock(2, 500, 498), 0, 250],
  // Sold tickets are in no share.
  [stock(200, 100, 100), 0, 100],
  // One small purchase in any case, also of the last ones.
  [stock(12, 0, 0), 0, 10],
  [stock(0, 0, 2), 0, 10],
] as const)('of %j a connection that has %i may have %i more', ([counted, tiene, more]) => {
  expect(room(counted, tiene)).toBe(more)
})

test('a /48 has a quarter more than one of its /64', () => {
  expect([room(stock(1_000, 0, 1_000), 0, 500), room(stock(1_000, 0, 1_000), 0, 620)]).toEqual([125, 5])
  expect(room(stock(1_000, 0, 1_000), 0, 625)).toBe(0)
})

test('while most is free, neighbours of a full share have ten each, up to a third together', () => {
  const most = stock(700, 0, 300)
  expect([250, 320, 325, 333].map((tiene) => room(most, tiene))).toEqual([10, 10, 8, 0])
  expect(room(stock(500, 0, 500), 250)).toBe(0)
  // Of a raffle so small that the share is more than a third there is nothing beyond it.
  expect(room(stock(20, 0, 0), 10)).toBe(0)
})

test('under the operator’s limit a share is a part of the limit', () => {
  const raffle = { total_numeros: 1_000, tope_sin_verificar: 30 } as Raffle
  const counted = (en_revision: number) => countedOf(stock(1_000 - en_revision, 0, en_revision), raffle)
  expect([limitsOf(counted(0)).own, limitsOf(counted(300)).own]).toEqual([75, 75])
  expect(counted(300).libres).toBe(0)
})

test('where all together have less than one may nothing has to be counted, and a count would say the same', () => {
  const raffle = { total_numeros: 1_000, tope_sin_verificar: null } as Raffle
  const some = fc.nat(120)
  fc.assert(
    fc.property(
      fc.nat(1_000),
      some,
      some,
      some,
      fc.nat(360),
      fc.nat(100),
      (libres, apartados, en_revision, falsos, own, cantidad) => {
        const all = { libres, apartados, en_revision, falsos } as Stock
        fc.pre(isPlenty(all, raffle, cantidad) && own <= apartados + en_revision + falsos)
        expect(roomOf(limitsOf(countedOf(all, raffle)), has(own))).toBeGreaterThanOrEqual(cantidad)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('nobody is ever let have more than a third, or one small purchase', () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.nat(2_000), fc.nat(2_000), fc.nat(4_000), (libres, apartados, en_revision, own) => {
      const more = room(stock(libres, apartados, en_revision), own)
      const third = (libres + apartados + en_revision) / 3
      if (more > 0) expect(own + more).toBeLessThanOrEqual(Math.max(10, third))
    }),
  )
})
