import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { foreknow, type Solver } from '#app/server/testing/flood.ts'
import { multipart, openShop, purchaseFields } from '#app/server/testing/shop.ts'
import { onBothEngines, type Setup } from '#platform/server/testing/engines.ts'
import { sweepHolds } from '../hold/sweep-holds.ts'

type Shop = Awaited<ReturnType<typeof open>>

/** A shop whose work is done in no time. */
async function open(setup: Setup, raffle: Parameters<typeof openShop>[1], abuseLimits = true) {
  const shop = await openShop(setup, raffle, { config: { abuseLimits } })
  const { random, solve } = foreknow(shop.ctx.random)
  shop.ctx.random = random
  return { ...shop, solve: solve as Solver }
}

/** Whoever is asked for work does it, scripts too. */
async function hold(shop: Shop, address: string, cantidad_tickets = 2) {
  const ask = (headers: Record<string, string>) =>
    shop.app.inject({
      method: 'POST',
      url: `/api/rifas/${shop.id}/apartados`,
      payload: { cantidad_tickets },
      remoteAddress: address,
      headers,
    })
  const first = await ask({})
  return first.statusCode === 428 ? ask(shop.solve(first.json().trabajo)) : first
}

let serial = 0

/** Somebody says that he paid, without a hold. */
async function pay(shop: Shop, address: string, cantidad = 2, more: Record<string, string> = {}) {
  const number = 20_000_000 + ++serial
  const { payload, headers } = await multipart(
    purchaseFields(shop.id, {
      cantidad_tickets: String(cantidad),
      total: `${cantidad * 5}.00`,
      cedula: `V${number}`,
      telefono: `0414${String(number).slice(-7)}`,
      correo: `carla${number}@ejemplo.test`,
      referencia: `77${number}${number % 97}`,
      ...more,
    }),
  )
  const send = (work: Record<string, string>) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/rifas/participantes',
      payload,
      headers: { ...headers, ...work },
      remoteAddress: address,
    })
  const first = await send({})
  const answer = first.statusCode === 428 ? await send(shop.solve(first.json().trabajo)) : first
  expect(answer.statusCode, answer.body).toBe(201)
  return { ...answer.json(), worked: first.statusCode === 428 } as {
    id: number
    secreto: string
    en_espera: boolean
    worked: boolean
  }
}

/** Reports as much as it can be given at once, from those addresses, each until it waits. */
async function grab(shop: Shop, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    for (const cantidad of [100, 40, 20, 10, 4, 2]) {
      while (!(await pay(shop, address, cantidad)).en_espera);
    }
  }
}

const stockOf = ({ ctx }: Shop) =>
  ctx.db.read.selectFrom('stock').select(['libres', 'en_revision', 'en_espera']).executeTakeFirstOrThrow()

const pass = async (shop: Shop, seconds: number) => {
  shop.ctx.clock.advance(seconds * 1000)
  await sweepHolds(shop.ctx)
}

onBothEngines('reports of few connections', (setup) => {
  test('do not take a raffle of a hundred, at once or after a while, and honest visitors still buy', async () => {
    const shop = await open(setup, { total_numeros: 100 })
    expect((await pay(shop, '203.0.113.1', 100)).en_espera).toBe(true)
    await grab(shop, ['203.0.113.2', '203.0.113.3', '203.0.113.4'])
    await pass(shop, 60)
    await pass(shop, 3_600)
    expect((await stockOf(shop)).libres).toBeGreaterThanOrEqual(20)
    for (let visitor = 0; visitor < 10; visitor++) {
      const { sin_apartar, token } = (await hold(shop, `198.51.100.${visitor}`)).json()
      const { en_espera } = await pay(shop, `198.51.100.${visitor}`, 2, { apartado: token })
      expect({ sin_apartar, en_espera }).toEqual({ sin_apartar: false, en_espera: false })
    }
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('do not fill a cap on payments that nobody has verified, so that others hold and report under it', async () => {
    for (const total_numeros of [100, 1_000]) {
      const shop = await open(setup, { total_numeros, tope_sin_verificar: 30 })
      await grab(shop, ['203.0.113.1', '203.0.113.2'])
      await pass(shop, 60)
      await pass(shop, 1_200)
      const { en_revision } = await stockOf(shop)
      expect(en_revision).toBeLessThan(total_numeros * 0.24)
      for (let visitor = 0; visitor < 3; visitor++) {
        expect((await hold(shop, `198.51.100.${visitor}`)).json()).toMatchObject({ sin_apartar: false })
      }
    }
  })

  test('control: where nobody counts, one report takes it all, and one address the cap', async () => {
    const shop = await open(setup, { total_numeros: 100 }, false)
    expect((await pay(shop, '203.0.113.1', 100)).en_espera).toBe(false)
    expect((await hold(shop, '198.51.100.1')).json().code).toBe('SIN_DISPONIBLES')
    const capped = await open(setup, { total_numeros: 100, tope_sin_verificar: 30 }, false)
    await pay(capped, '203.0.113.1', 30)
    expect((await hold(capped, '198.51.100.1')).json().code).toBe('TOPE_SIN_VERIFICAR')
  })

  test('under a cap that many connections filled visitors pay with a pass, and nobody works for what others report', async () => {
    const shop = await open(setup, { total_numeros: 100, tope_sin_verificar: 30 })
    await grab(shop, ['203.0.113.1'])
    for (let address = 2; (await stockOf(shop)).en_revision < 30; address++) await pay(shop, `203.0.113.${address}`)
    await pass(shop, 5)
    expect((await pay(shop, '203.0.113.99')).worked).toBe(false)
    const held = await hold(shop, '198.51.100.1')
    expect([held.statusCode, held.json().sin_apartar]).toEqual([201, true])
    expect((await pay(shop, '198.51.100.1', 2, { apartado: held.json().token })).en_espera).toBe(true)
  })

  test('while nothing is wrong one buyer has as many as he pays for: at once, after a minute, or when he is verified', async () => {
    const thousand = await open(setup, { total_numeros: 1_000 })
    const many = await pay(thousand, '198.51.100.1', 100)
    expect(many).toMatchObject({ en_espera: false, worked: false })
    const small = await open(setup, { total_numeros: 200 })
    expect((await pay(small, '198.51.100.1', 100)).en_espera).toBe(true)
    await pass(small, 60)
    expect(await stockOf(small)).toEqual({ libres: 100, en_revision: 100, en_espera: 0 })
    const hundred = await open(setup, { total_numeros: 100 })
    const all = await pay(hundred, '198.51.100.1', 100)
    expect(all).toMatchObject({ en_espera: true, worked: false })
    // Nobody else is asked for work because of him, and he gets them from whoever verifies his payment.
    await pass(hundred, 60)
    expect((await pay(hundred, '198.51.100.2', 2)).worked).toBe(false)
    expect((await stockOf(hundred)).libres).toBe(98)
  })
})
