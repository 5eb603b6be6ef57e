import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { judge } from '#app/server/testing/judge.ts'
import { openWorld, payNow, rest } from '#app/server/testing/open-world.ts'
import { openShop, report } from '#app/server/testing/shop.ts'
import { after } from '#platform/clock.ts'
import { randomId } from '#platform/server/random.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { makeQuote } from '#tickets/quote.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'
import { decideAlone } from '#tickets/server/path/open-raffle.ts'
import { takeTickets } from '#tickets/server/reserve.ts'
import { forgetConnections } from '../fakes/forget-connections.ts'

const CARRIER = '203.0.113.0'

/** A raffle of 200 of which 104 are in review, and a phone company's address that has its share of 50. */
async function openCrowded(setup: Setup) {
  const { shop, world } = await openWorld(setup, { total_numeros: 200 })
  const reported: number[] = []
  for (const [index, tickets] of [50, 48, 2, 2, 2].entries()) {
    const { body } = await payNow(world, { address: `203.0.113.${index}`, tickets })
    reported.push(body.id ?? 0)
  }
  return { shop, world, id: reported[0] ?? 0 }
}

/** Tickets of every connection, had or waited for, by its mark. */
async function shares({ ctx }: Awaited<ReturnType<typeof openCrowded>>['shop']) {
  return ctx.db.read.selectFrom('reservations').select(['id', 'estado', 'cliente', 'red']).orderBy('id').execute()
}

onSqlite('a decision that is taken back', (setup) => {
  test('of an approval leaves its connection the share that it had, also where the clock of another process is behind, or jumped', async () => {
    const { shop, world, id } = await openCrowded(setup)
    const before = await shares(shop)
    await judge.approve(shop, id)
    await rest(world, 15)
    await forgetConnections(shop.ctx)
    for (const behind of [30_000, 3_600_000]) {
      world.clock.advance(-behind)
      await forgetConnections(shop.ctx)
      world.clock.advance(behind)
    }
    await judge.undo(shop, id)
    expect(await shares(shop)).toEqual(before)
    expect((await payNow(world, { address: CARRIER, tickets: 2 })).body.en_espera).toBe(true)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('of a rejection of reports that wait leaves them behind others: they are not nobody’s', async () => {
    const { shop, world } = await openCrowded(setup)
    const waiting: number[] = []
    for (let time = 0; time < 20; time++) {
      const { body } = await payNow(world, { address: CARRIER, tickets: 2 })
      expect(body.en_espera).toBe(true)
      waiting.push(body.id ?? 0)
    }
    const before = await shares(shop)
    for (const id of waiting) await judge.reject(shop, id, null, { motivo: 'No llegó el pago.' })
    // A rejected report counts for nobody meanwhile.
    expect((await shares(shop)).filter(({ estado }) => estado === 'liberado')).toHaveLength(20)
    for (const id of waiting) await judge.undo(shop, id)
    expect(await shares(shop)).toEqual(before)
    await rest(world, 120)
    expect(await shares(shop)).toEqual(before)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('of an approval of one that waited makes it wait again, in its old place', async () => {
    const { shop, world } = await openCrowded(setup)
    const waits = async () => {
      const { body } = await payNow(world, { address: CARRIER, tickets: 2 })
      expect(body.en_espera).toBe(true)
      return body
    }
    const [first, second] = [await waits(), await waits()]
    const before = await shares(shop)
    await judge.approve(shop, first.id ?? 0)
    await judge.undo(shop, first.id ?? 0)
    expect(await shares(shop)).toEqual(before)
    const own = async ({ secreto }: { secreto?: string }) =>
      (await world.send({ path: '/api/rifas/mi-compra', address: CARRIER, body: { secreto } })).body
    expect(await own(first)).toMatchObject({ estado: 'en revision', en_espera: true, numeros: [] })
    expect(await own(second)).toMatchObject({ estado: 'en revision', en_espera: true })
    await judge.approve(shop, first.id ?? 0)
    expect(await own(first)).toMatchObject({ estado: 'confirmado', en_espera: false })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('of one that was decided while the clock was a year ahead is not taken back any more', async () => {
    const { shop, id } = await openCrowded(setup)
    const truth = shop.ctx.clock.now()
    shop.ctx.clock.set(after(truth, 365 * 86_400_000))
    await judge.approve(shop, id)
    shop.ctx.clock.set(truth)
    await expect(judge.undo(shop, id)).rejects.toMatchObject({ code: 'YA_NO_SE_DESHACE' })
    await forgetConnections(shop.ctx)
    expect((await shares(shop)).filter(({ estado }) => estado === 'confirmado')).toMatchObject([{ red: null }])
  })

  test('that stands leaves no mark of its connection once it cannot be taken back', async () => {
    const { shop, world, id } = await openCrowded(setup)
    const waits = (await payNow(world, { address: CARRIER, tickets: 2 })).body.id ?? 0
    await judge.approve(shop, id)
    await judge.reject(shop, waits, null, { motivo: 'No llegó el pago.' })
    await judge.annul(shop, id, null, { motivo: 'Pidió su dinero.' })
    shop.ctx.clock.advance(600_000)
    await forgetConnections(shop.ctx)
    const purchases = await shop.ctx.db.read.selectFrom('purchases').select('cliente').where('id', '=', id).execute()
    expect(purchases).toEqual([{ cliente: null }])
    const judged = (await shares(shop)).filter(({ estado }) => estado === 'liberado')
    expect(judged.map(({ cliente, red }) => [cliente, red])).toEqual([
      [null, null],
      [null, null],
    ])
  })
})

onSqlite('numbers that were drawn by an approval', (setup) => {
  test('are the same after an undo and another approval, however often, and free once it is rejected', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    const { ctx } = shop
    const { id } = (await report(shop)).json()
    const owned = async () => {
      const rows = await ctx.db.read.selectFrom('tickets').select(['numero', 'estado']).orderBy('numero').execute()
      return rows.map(({ numero, estado }) => `${numero} ${estado}`)
    }
    const drawn = await judge.approve({ ctx }, id, 1)
    for (const version of [2, 4, 6]) {
      await judge.undo({ ctx }, id, version)
      expect(await owned()).toEqual(drawn.map((numero) => `${numero} en revision`))
      expect(await judge.approve({ ctx }, id, version + 1)).toEqual(drawn)
    }
    await judge.undo({ ctx }, id, 8)
    await judge.reject({ ctx }, id, 9, { motivo: 'No se lee la referencia.' })
    ctx.clock.advance(8 * 86_400_000)
    await sweepHolds(ctx)
    expect(await owned()).toEqual([])
    expect(await audit(ctx)).toEqual([])
  })

  test('are the same where the payment waited for tickets, and others once somebody has taken one of them', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000, tope_sin_verificar: 10 })
    const { ctx } = shop
    await report(shop, { cantidad_tickets: '100', total: '500.00' })
    const late = (await report(shop, { referencia: '119988776655', cedula: 'V87654321' })).json()
    expect(late.en_espera).toBe(true)
    const drawn = await judge.approve({ ctx }, late.id, 1)
    await judge.undo({ ctx }, late.id, 2)
    expect(await judge.approve({ ctx }, late.id, 3)).toEqual(drawn)
    await judge.undo({ ctx }, late.id, 4)
    await decideAlone(ctx, shop.id, {}, (state) => {
      state.raffle = { ...state.raffle, tope_sin_verificar: null }
      return takeTickets(state, {
        token: randomId(ctx.random),
        cantidad: 1,
        numeros: drawn.slice(0, 1),
        estado: 'apartado',
        vence_en: null,
        cotizacion: makeQuote(state.raffle, 1, null),
        client: null,
      })
    })
    const others = await judge.approve({ ctx }, late.id, 5)
    expect([others.length, others.includes(drawn[0] ?? '')]).toEqual([2, false])
    expect(await audit(ctx)).toEqual([])
  })
})
