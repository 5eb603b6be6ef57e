import { expect, test, vi } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { earn } from '#app/server/testing/earn.ts'
import { addressesOf, crowd, outcomeOf, payNow, rest, sufferFlood, type World } from '#app/server/testing/flood.ts'
import { openWorld } from '#app/server/testing/open-world.ts'
import type { Shop } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { after } from '#platform/clock.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'
import { rejectFakes } from '#review/server/fakes/reject-fakes.ts'

vi.setConfig({ testTimeout: 120_000 })

const guard = vi.hoisted(() => ({ on: true }))
vi.mock('./turn-price.ts', async (load) => {
  const real = await load<typeof import('./turn-price.ts')>()
  return {
    ...real,
    servedByWaiting: (...given: Parameters<typeof real.servedByWaiting>) =>
      guard.on ? real.servedByWaiting(...given) : Number.POSITIVE_INFINITY,
  }
})

/** Without the rule that waiting proves nothing while nobody verifies. */
async function unguarded<T>(job: () => Promise<T>): Promise<T> {
  guard.on = false
  try {
    return await job()
  } finally {
    guard.on = true
  }
}

const OPERATOR = { id: 1, nombre: 'Marisela' } as Parameters<typeof rejectFakes>[2]
/** Of a phone company's customers. */
const CARRIER = '186.167.240.9'
/** As much as is asked for. */
const tireless = () => ({ left: Number.POSITIVE_INFINITY, tried: 0 })

/** A raffle of 200 of which reports that nobody has verified have 128, two of them from the phone company's address. */
async function openUnverified(setup: Setup): Promise<{ shop: Shop; world: World; fakes: number[] }> {
  const { shop, world } = await openWorld(setup, 200)
  const fakes: number[] = []
  for (const [index, tickets] of [50, 48, ...Array.from({ length: 14 }, () => 2)].entries()) {
    const { body } = await payNow(world, { address: `203.0.113.${index}`, tickets })
    expect(body.en_espera).toBe(false)
    fakes.push(body.id ?? 0)
  }
  expect((await payNow(world, { address: CARRIER, tickets: 2 })).body.en_espera).toBe(false)
  return { shop, world, fakes }
}

/** The next neighbour pays. @returns his secret; he is accepted, and waits. */
async function neighbour(world: World): Promise<string> {
  const { status, body } = await payNow(world, { address: CARRIER, tickets: 2 })
  expect([status, body.en_espera]).toEqual([201, true])
  return body.secreto ?? ''
}

const waits = async (world: World, secreto: string): Promise<boolean | undefined> =>
  (await world.send({ path: '/api/rifas/mi-compra', address: CARRIER, body: { secreto } })).body.en_espera

const turnOf = async (world: World, secreto: string, headers: Record<string, string> = {}) =>
  (await world.send({ path: '/api/rifas/mi-compra/trabajo', address: CARRIER, body: { secreto }, headers })).body

const freeOf = async ({ ctx }: Shop) =>
  (await ctx.db.read.selectFrom('stock').select('libres').executeTakeFirstOrThrow()).libres

onBothEngines('while most is in review and nobody verifies', (setup) => {
  test('neighbours of one address are served for work, and whoever cannot work waits and is served once fakes are rejected', async () => {
    const { shop, world, fakes } = await openUnverified(setup)
    const [works, plain] = [await neighbour(world), await neighbour(world)]
    await rest(world, 120)
    expect([await waits(world, works), await waits(world, plain)]).toEqual([true, true])
    expect(await earn(world, tireless(), { address: CARRIER, secret: works })).toBe(true)
    expect([await waits(world, works), await waits(world, plain)]).toEqual([false, true])
    // Some of them: still more is in review than free.
    const compras = fakes.slice(2, 10).map((id) => ({ id, version: 1 }))
    await rejectFakes(shop.ctx, { compras }, OPERATOR)
    await rest(world, 60)
    expect(await waits(world, plain)).toBe(false)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('the page of who pays without tickets works meanwhile, and his report has them at once', async () => {
    const { world } = await openUnverified(setup)
    const path = `/api/rifas/${world.raffleId}/apartados`
    const { body } = await world.send({ path, address: CARRIER, body: { cantidad_tickets: 2 } })
    expect(body.sin_apartar).toBe(true)
    const token = body.token ?? ''
    const phone = tireless()
    await earn(world, phone, { address: CARRIER, token })
    expect(phone.tried).toBeGreaterThan(0)
    expect((await payNow(world, { address: CARRIER, tickets: 2, token })).body.en_espera).toBe(false)
  })

  test('a piece of work counts once, for whom it was done', async () => {
    const { shop, world } = await openUnverified(setup)
    const [one, other] = [await neighbour(world), await neighbour(world)]
    const { trabajo } = await turnOf(world, one)
    const headers = trabajo ? world.solve(trabajo) : {}
    for (const secret of [other, one, one]) await turnOf(world, secret, headers)
    const rows = await shop.ctx.db.read.selectFrom('reservations').select('trabajo').orderBy('id').execute()
    expect(rows.slice(-2).map((row) => row.trabajo)).toEqual([trabajo?.hasta, 0])
    expect(await waits(world, one)).toBe(true)
  })

  test('reports that wait get nothing by waiting; control: without the rule a minute is enough', async () => {
    const waiting = async () => {
      const { shop, world } = await openUnverified(setup)
      for (let time = 0; time < 20; time++) {
        await payNow(world, { address: `203.0.113.${time % 4}`, tickets: 2 })
      }
      const before = await freeOf(shop)
      await rest(world, 120)
      return before - (await freeOf(shop))
    }
    expect(await waiting()).toBe(0)
    expect(await unguarded(waiting)).toBeGreaterThan(10)
  })

  test('one rejected bait serves as many by waiting as it frees; control: without the rule they take what is left', async () => {
    const baited = async () => {
      const { shop, world, fakes } = await openUnverified(setup)
      for (let time = 0; time < 20; time++) {
        await payNow(world, { address: `203.0.113.${time % 4}`, tickets: 2 })
      }
      const before = await freeOf(shop)
      await rejectFakes(shop.ctx, { compras: [{ id: fakes[9] ?? 0, version: 1 }] }, OPERATOR)
      await rest(world, 120)
      expect(await audit(shop.ctx)).toEqual([])
      return before + 2 - (await freeOf(shop))
    }
    expect(await baited()).toBe(2)
    expect(await unguarded(baited)).toBeGreaterThan(10)
  })

  test('rejections that free most leave what was left before them, however many wait with reports', async () => {
    const { shop, world, fakes } = await openUnverified(setup)
    for (let round = 0; round < 9; round++) {
      for (let script = 2; script < 16; script++) await payNow(world, { address: `203.0.113.${script}`, tickets: 2 })
    }
    const before = await freeOf(shop)
    await rejectFakes(shop.ctx, { compras: fakes.slice(0, 2).map((id) => ({ id, version: 1 })) }, OPERATOR)
    await rest(world, 120)
    expect(await freeOf(shop)).toBeGreaterThanOrEqual(before)
    // Whoever is rejected next frees no more than his own.
    await rejectFakes(shop.ctx, { compras: fakes.slice(2, 4).map((id) => ({ id, version: 1 })) }, OPERATOR)
    await rest(world, 120)
    expect(await freeOf(shop)).toBeGreaterThanOrEqual(before)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a small report that has waited long is not overtaken for ever by smaller ones while little comes free', async () => {
    const { shop, world } = await openWorld(setup, 1_000)
    for (let script = 0; script < 5; script++) {
      await payNow(world, { address: `203.0.113.${script}`, tickets: script < 4 ? 100 : 90 })
    }
    const fakes: number[] = []
    for (let script = 10; script < 16; script++) {
      fakes.push((await payNow(world, { address: `203.0.113.${script}`, tickets: 2 })).body.id ?? 0)
    }
    await payNow(world, { address: CARRIER, tickets: 4 })
    const { secreto: four = '', en_espera } = (await payNow(world, { address: CARRIER, tickets: 4 })).body
    expect(en_espera).toBe(true)
    await rest(world, 330)
    for (const id of fakes.slice(0, 2)) {
      await neighbour(world)
      await rest(world, 60)
      await rejectFakes(shop.ctx, { compras: [{ id, version: 1 }] }, OPERATOR)
    }
    expect(await waits(world, four)).toBe(false)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('who waited, was asked to correct his report and does, keeps his place and his work', async () => {
    const { shop, world } = await openUnverified(setup)
    const { body } = await payNow(world, { address: CARRIER, tickets: 2 })
    const { id = 0, secreto: secret = '' } = body
    await earn(world, { left: 40_000_000, tried: 0 }, { address: CARRIER, secret })
    const own = () =>
      shop.ctx.db.read
        .selectFrom('reservations')
        .innerJoin('purchases', 'purchases.reserva_id', 'reservations.id')
        .select(['trabajo', 'reportado_en'])
        .where('purchases.id', '=', id)
        .executeTakeFirstOrThrow()
    const before = await own()
    expect(before.trabajo).toBeGreaterThan(0)
    await rest(world, 120)
    await rejectPurchase(shop.ctx, id, null, { actor: TESTER, motivo: 'La referencia no está.' })
    const form = { secreto: secret, referencia: '8812345671' }
    expect((await world.send({ path: '/api/rifas/mi-compra/corregir', address: CARRIER, form })).status).toBe(200)
    expect(await own()).toEqual(before)
    const marks = await shop.ctx.db.read
      .selectFrom('reservations')
      .select('red')
      .where('estado', '=', 'liberado')
      .execute()
    expect(marks).toEqual([{ red: null }])
  })

  test('who reported while the clock was ahead does not wait behind everybody for that', async () => {
    const { shop, world, fakes } = await openUnverified(setup)
    const truth = shop.ctx.clock.now()
    shop.ctx.clock.set(after(truth, 86_400_000))
    const early = await neighbour(world)
    shop.ctx.clock.set(truth)
    await rest(world, 15)
    const late = await neighbour(world)
    await rest(world, 120)
    await rejectFakes(shop.ctx, { compras: [{ id: fakes[5] ?? 0, version: 1 }] }, OPERATOR)
    expect([await waits(world, early), await waits(world, late)]).toEqual([false, true])
  })

  test('who lost his hold to a report works for his turn as who never had one', async () => {
    const { shop, world } = await openUnverified(setup)
    const path = `/api/rifas/${world.raffleId}/apartados`
    const tokens: string[] = []
    for (let visitor = 1; tokens.length < 36; visitor++) {
      const { body } = await world.send({ path, address: `190.72.0.${visitor}`, body: { cantidad_tickets: 2 } })
      if (body.sin_apartar === false) tokens.push(body.token ?? '')
    }
    expect(await freeOf(shop)).toBe(0)
    expect((await payNow(world, { address: '191.72.0.1', tickets: 2 })).body.en_espera).toBe(false)
    const ceded = await shop.ctx.db.read
      .selectFrom('reservations')
      .selectAll()
      .where('estado', '=', 'cedido')
      .executeTakeFirstOrThrow()
    // His neighbours have reported meanwhile: it is no longer his share.
    const address = `190.72.0.${tokens.indexOf(ceded.token) + 1}`
    expect((await payNow(world, { address, tickets: 2 })).body.en_espera).toBe(false)
    const phone = tireless()
    await earn(world, phone, { address, token: ceded.token })
    expect(phone.tried).toBeGreaterThan(0)
    expect((await payNow(world, { address, tickets: 2, token: ceded.token })).body.en_espera).toBe(false)
  })

  test('what was worked with a pass counts also when its time is over', async () => {
    const { shop, world } = await openUnverified(setup)
    const path = `/api/rifas/${world.raffleId}/apartados`
    const { body } = await world.send({ path, address: CARRIER, body: { cantidad_tickets: 2 } })
    const token = body.token ?? ''
    await earn(world, tireless(), { address: CARRIER, token })
    await rest(world, 615)
    const report = async () => (await payNow(world, { address: CARRIER, tickets: 2, token })).body
    expect(await report()).toMatchObject({ en_espera: false })
    // For one report: another payment with that hold is refused.
    expect(await report()).toMatchObject({ code: 'APARTADO_YA_REPORTADO' })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a piece whose count was lost with its transaction is brought again', async () => {
    const { shop, world } = await openUnverified(setup)
    const secret = await neighbour(world)
    const { trabajo } = await turnOf(world, secret)
    const headers = trabajo ? world.solve(trabajo) : {}
    const write = vi.spyOn(shop.ctx.db, 'write').mockImplementationOnce(async (scope, job) => {
      await shop.ctx.db.write(scope, async (tx) => {
        await job(tx)
        throw new Error('the process was killed before it committed')
      })
      throw new Error('not reached')
    })
    const send = { path: '/api/rifas/mi-compra/trabajo', address: CARRIER, body: { secreto: secret }, headers }
    expect((await world.send(send)).status).toBe(500)
    write.mockRestore()
    await turnOf(world, secret, headers)
    const rows = await shop.ctx.db.read.selectFrom('reservations').select('trabajo').orderBy('id', 'desc').execute()
    expect(rows[0]?.trabajo).toBe(trabajo?.hasta)
  })

  test('who has worked for several is served, also where as many times the price of one is more', async () => {
    const { shop, world } = await openWorld(setup, 1_000_000)
    const left = 399_000
    const price = (tickets: number) => Math.ceil(2 ** 32.5 * Math.log2(left / (left - tickets)))
    expect(price(2)).toBeLessThan(2 * price(1))
    await payNow(world, { address: CARRIER, tickets: 100 })
    // As thousands of reports would leave it.
    const reported = (libres: number) =>
      shop.ctx.db.write('prueba', (tx) =>
        tx
          .updateTable('stock')
          .set({ libres, en_revision: 1_000_000 - libres })
          .execute(),
      )
    await reported(400_000)
    for (let time = 0; time < 9; time++) await payNow(world, { address: CARRIER, tickets: 100 })
    await payNow(world, { address: CARRIER, tickets: 98 })
    const secret = await neighbour(world)
    await reported(left)
    expect(await earn(world, tireless(), { address: CARRIER, secret })).toBe(true)
    expect(await waits(world, secret)).toBe(false)
  })

  test('nobody is asked for work while nothing is wrong, nor for what no work can bring', async () => {
    const { world } = await openWorld(setup, 100)
    const { body } = await payNow(world, { address: CARRIER, tickets: 100 })
    expect(body.en_espera).toBe(true)
    expect(await turnOf(world, body.secreto ?? '')).toEqual({ tiene_boletos: false, trabajo: null })
    const { world: taken } = await openUnverified(setup)
    const { body: large } = await payNow(taken, { address: CARRIER, tickets: 96 })
    expect(await turnOf(taken, large.secreto ?? '')).toEqual({ tiene_boletos: false, trabajo: null })
  })
})

onSqlite('a flood of reports, two at a time, from fifty addresses', (setup) => {
  /** Each core tries as much: the script has one, and each buyer a phone whose cores together are one. */
  const CORE = 60_000_000
  const BUYERS = soak(5, 10)
  const flood = async () => {
    const { shop, world } = await openWorld(setup, 200)
    world.step = 30
    const random = seededRandom(SEED)
    // They come when most has been reported.
    const buyers = crowd(
      { buyers: BUYERS, neighbours: soak(2, 4), seconds: BUYERS * 30, most: 2 },
      () => random.below(1_000_000) / 1_000_000,
    ).map((buyer) => ({ ...buyer, at: buyer.at + 150 }))
    const attack = {
      kind: 'reports',
      addresses: addressesOf(50),
      first: 2,
      calls: 8,
      tries: CORE,
      earns: true,
    } as const
    const outcome = await outcomeOf(world, await sufferFlood(world, attack, buyers, CORE))
    return { outcome, problems: await audit(shop.ctx) }
  }

  test('takes no tickets from who pays; control: where waiting is enough it takes them all', async () => {
    const { outcome, problems } = await flood()
    expect({ ...outcome, problems }).toMatchObject({ served: BUYERS, refused: {}, problems: [] })
    expect(outcome.tried.core).toBeGreaterThan(CORE)
    expect((await unguarded(flood)).outcome.served).toBeLessThan(BUYERS - 1)
  })
})
