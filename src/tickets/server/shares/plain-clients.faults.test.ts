import { expect, test } from 'vitest'
import { payNow, rest, type World } from '#app/server/testing/flood.ts'
import { openWorld } from '#app/server/testing/open-world.ts'
import { purchaseFields } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { readPressure } from './pressure.ts'

let serial = 30_000_000

/** A client that knows only the specification: it does no work. @returns how it is answered: a hold, a report without one, a correction. */
async function buysPlainly(world: World, network: string) {
  const hold = await world.send({
    path: `/api/rifas/${world.raffleId}/apartados`,
    address: `${network}.1`,
    body: { cantidad_tickets: 2 },
  })
  const number = String(++serial)
  const form = purchaseFields(world.raffleId, { cedula: `V${number}`, correo: `p${number}@x.test`, referencia: number })
  const reported = await world.send({ path: '/api/rifas/participantes', address: `${network}.2`, form })
  const secreto = reported.body.secreto ?? ''
  const corrected = await world.send({
    path: '/api/rifas/mi-compra/corregir',
    address: `${network}.2`,
    form: { secreto, referencia: `9${number}` },
  })
  return [hold.status, reported.status, corrected.status]
}

/** A raffle of which every second ticket is in review, reported by as many addresses. */
async function openBusy(setup: Parameters<typeof openWorld>[0]) {
  const { shop, world } = await openWorld(setup, 200)
  for (let buyer = 0; buyer < 51; buyer++) await payNow(world, { address: `190.72.0.${buyer}`, tickets: 2 })
  return { shop, world }
}

onBothEngines('who knows only the specification, where more is in review than free', (setup) => {
  test('buys though one address asks for all that it is let, with passes and with reports that wait', async () => {
    const { shop, world } = await openBusy(setup)
    const path = `/api/rifas/${world.raffleId}/apartados`
    for (let time = 0; time < 4; time++) {
      await world.send({ path, address: '203.0.113.77', body: { cantidad_tickets: 2 } })
    }
    for (let time = 0; time < 4; time++) await payNow(world, { address: '203.0.113.77', tickets: 40 })
    const { pases, en_espera, libres } = await shop.ctx.db.read
      .selectFrom('stock')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect([pases > 0, en_espera > libres]).toEqual([true, true])
    await rest(world, 15)
    expect(await buysPlainly(world, '190.80.0')).toEqual([201, 201, 200])
  })

  test('buys also while many addresses fill the queue', async () => {
    const { world } = await openBusy(setup)
    for (let round = 0; round < 3; round++) {
      for (let script = 0; script < 40; script++) await payNow(world, { address: `203.0.113.${script}`, tickets: 2 })
    }
    await rest(world, 15)
    expect(await buysPlainly(world, '190.80.0')).toEqual([201, 201, 200])
  })

  test('reads that all is taken when it is, though somebody waits', async () => {
    const { shop, world } = await openWorld(setup, 200)
    for (let buyer = 0; buyer < 100; buyer++) {
      const { body } = await payNow(world, { address: `190.72.0.${buyer}`, tickets: 2 })
      if (buyer < 80) await approvePurchase(shop.ctx, body.id ?? 0, null, { actor: TESTER })
    }
    expect((await payNow(world, { address: '190.72.1.1', tickets: 2 })).body.en_espera).toBe(true)
    await rest(world, 15)
    const path = `/api/rifas/${world.raffleId}/apartados`
    const { status, body } = await world.send({ path, address: '190.80.0.1', body: { cantidad_tickets: 2 } })
    expect([status, body.code]).toEqual([409, 'SIN_DISPONIBLES'])
  })

  test('reports and corrects also in a flood of holds, behind an address whose neighbours report too; only a hold is asked for work', async () => {
    const { world } = await openWorld(setup, 200)
    const path = `/api/rifas/${world.raffleId}/apartados`
    for (let script = 0; script < 60; script++) {
      const address = `203.0.113.${script}`
      await world.send({ path, address, body: { cantidad_tickets: script < 2 ? 40 : 2 } })
    }
    await rest(world, 330)
    for (let neighbour = 0; neighbour < 10; neighbour++) {
      expect((await buysPlainly(world, '190.80.0')).slice(1)).toEqual([201, 200])
    }
    expect(await buysPlainly(world, '190.80.1')).toEqual([428, 201, 200])
  })
})

onBothEngines('after a lively minute and an hour in which the server was off', (setup) => {
  test('nobody is asked for work', async () => {
    const { shop, world } = await openWorld(setup, 100)
    const hold = (address: string, buyer: number) =>
      world.send({
        path: `/api/rifas/${shop.id}/apartados`,
        address: `${address}.${buyer}`,
        body: { cantidad_tickets: buyer < 12 ? 4 : 2 },
      })
    for (let buyer = 0; buyer < 20; buyer++) await hold('190.72.0', buyer)
    world.clock.advance(3_600_000)
    const before = await hold('190.81.0', 1)
    await world.tidy()
    const answers = [before.status]
    for (let buyer = 0; buyer < 10; buyer++) {
      world.clock.advance(2_000)
      answers.push((await hold('190.80.0', buyer)).status)
    }
    expect(answers).toEqual(answers.map(() => 201))
  })
})

onSqlite('how hard a raffle is pressed', (setup) => {
  test('is kept of raffles that there are, and not of a million that somebody asks for', async () => {
    const { shop, world } = await openWorld(setup, 200)
    const body = { cantidad_tickets: 2 }
    const ask = async (id: number) =>
      (await world.send({ path: `/api/rifas/${id}/apartados`, address: '190.72.0.1', body })).status
    const isKept = async (id: number) => {
      let asked = false
      await shop.ctx.snapshots.get(`rifa:${id}:presion`, async () => {
        asked = true
        return { value: null }
      })
      return !asked
    }
    expect(await ask(987_654)).toBe(404)
    expect(await isKept(987_654)).toBe(false)
    // Control; what a hold writes drops it.
    await readPressure(shop.ctx, world.raffleId)
    expect(await isKept(world.raffleId)).toBe(true)
  })
})
