import { expect, test } from 'vitest'
import { stockOf } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import { hold, openWorld, payNow, rest } from '#app/server/testing/open-world.ts'
import { purchaseFields } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { rejectFake } from '#review/server/fakes/reject-fakes.ts'
import { displace } from '../displace.ts'
import { decideAlone } from '../path/open-raffle.ts'

const CARRIER = '203.0.113.5'

type World = Awaited<ReturnType<typeof openWorld>>

const stateOf = async ({ shop }: World, id = 0) =>
  (
    await shop.ctx.db.read
      .selectFrom('reservations')
      .innerJoin('purchases', 'purchases.reserva_id', 'reservations.id')
      .select('reservations.estado')
      .where('purchases.id', '=', id)
      .executeTakeFirstOrThrow()
  ).estado

onSqlite('the rules of the defence', (setup) => {
  test('a fake rejected while the clock was ahead counts six hours of the right time, and no more', async () => {
    const open = await openWorld(setup, { total_numeros: 1_000 })
    const { clock } = open.world
    const truth = clock.now()
    clock.advance(5 * 365 * 86_400_000)
    const { id = 0 } = (await payNow(open.world, { address: CARRIER, tickets: 100 })).body
    await rejectFake(open.shop.ctx, id, null, TESTER)
    clock.set(truth)
    await open.world.tidy()
    expect(await stockOf(open.shop)).toMatchObject({ falsos: 100 })
    clock.set(truth + 6 * 3_600_000)
    await open.world.tidy()
    expect(await stockOf(open.shop)).toMatchObject({ falsos: 0 })
  })

  test('a report that was rejected as a fake by mistake has its tickets again, though its connection has more than its share', async () => {
    const open = await openWorld(setup, { total_numeros: 1_000 })
    const send = async (tickets: number) => (await payNow(open.world, { address: CARRIER, tickets })).body.id ?? 0
    const honest = await send(20)
    const fakes = [await send(100), await send(100), await send(30)]
    for (let time = 0; time < 8; time++) fakes.push(await send(10))
    for (const id of [honest, ...fakes]) await rejectFake(open.shop.ctx, id, null, TESTER)
    expect(await stockOf(open.shop)).toMatchObject({ libres: 1_000, falsos: 330 })
    await judge.undo(open.shop, honest)
    expect(await stateOf(open, honest)).toBe('en revision')
    expect(await stockOf(open.shop)).toMatchObject({ libres: 980, en_revision: 20, en_espera: 0, falsos: 310 })
  })

  test('a report that waits for its connection’s share goes before the bare holds that fill it', async () => {
    const open = await openWorld(setup, { total_numeros: 1_000 })
    const send = async (tickets: number) => (await payNow(open.world, { address: CARRIER, tickets })).body
    const [bought = 0] = [(await send(100)).id, (await send(100)).id, (await send(50)).id]
    const waits = await send(20)
    expect(waits.en_espera).toBe(true)
    await judge.approve(open.shop, bought)
    // A script has the room before the sweeper comes, and again whenever its holds are over.
    const seen = new Set<string>()
    for (let minutes = 0; minutes < 3; minutes++) {
      while ((await hold(open.world, CARRIER, 10)).status === 201) {}
      await rest(open.world, 60)
      seen.add(await stateOf(open, waits.id))
    }
    expect([...seen]).toEqual(['en revision'])
  })

  test('picked numbers that a report which waited is given are refused to a client that asks for them in the same moment', async () => {
    const open = await openWorld(setup, { total_numeros: 100 })
    await payNow(open.world, { address: CARRIER, tickets: 25 })
    for (let script = 0; script < 5; script++) await hold(open.world, `198.51.100.${script}`, 10)
    const picks = { cantidad_tickets: '2', numeros_seleccionados: JSON.stringify(['05', '06']) }
    const form = purchaseFields(open.world.raffleId, picks)
    const { body: waits } = await open.world.send({ path: '/api/rifas/participantes', address: CARRIER, form })
    expect(waits.en_espera).toBe(true)
    for (const [script, tickets] of [10, 10, 4].entries()) await hold(open.world, `198.51.101.${script}`, tickets)
    expect(await stockOf(open.shop)).toMatchObject({ libres: 1 })
    open.world.clock.advance(600_000)
    const path = `/api/rifas/${open.world.raffleId}/apartados`
    const body = { cantidad_tickets: 2, numeros_seleccionados: ['06', '07'] }
    const answer = await open.world.send({ path, address: '190.72.0.1', body })
    expect([answer.status, answer.body.code]).toEqual([409, 'NUMERO_TOMADO'])
  })

  test('reports never pass the operator’s limit by taking the place of holds that were there before it', async () => {
    const { shop, world } = await openWorld(setup, { total_numeros: 100 })
    for (let script = 0; script < 6; script++) await hold(world, `198.51.100.${script}`, 10)
    for (let script = 0; script < 2; script++) await payNow(world, { address: `198.51.101.${script}`, tickets: 10 })
    await shop.ctx.db.write(`rifa:${shop.id}`, (tx) =>
      tx.updateTable('raffles').set({ tope_sin_verificar: 30 }).where('id', '=', shop.id).execute(),
    )
    for (let script = 0; script < 6; script++) await payNow(world, { address: `198.51.102.${script}`, tickets: 10 })
    expect((await stockOf(shop)).en_revision).toBeLessThanOrEqual(30)
  })

  test('a report whose picked hold was taken away asks for the numbers of the hold', async () => {
    const { shop, world } = await openWorld(setup, { total_numeros: 100, seleccion: 'manual' })
    const body = { cantidad_tickets: 2, numeros_seleccionados: ['05', '06'] }
    const held = await world.send({ path: `/api/rifas/${shop.id}/apartados`, address: '190.72.0.1', body })
    await decideAlone(shop.ctx, shop.id, {}, (state) => displace(state, 2))
    const form = purchaseFields(shop.id, { apartado: held.body.token })
    const answer = await world.send({ path: '/api/rifas/participantes', address: '190.72.0.1', form })
    expect(answer.status).toBe(201)
    const numbers = await shop.ctx.db.read.selectFrom('tickets').select('numero').orderBy('numero').execute()
    expect(numbers.map(({ numero }) => numero)).toEqual(['05', '06'])
  })
})
