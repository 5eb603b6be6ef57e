import { expect, test, vi } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { openWorld, payNow, rest } from '#app/server/testing/open-world.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { after } from '#platform/clock.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { forgetConnections } from '../fakes/forget-connections.ts'
import { annulPurchase } from './annul-purchase.ts'
import { approvePurchase } from './approve-purchase.ts'
import { rejectPurchase } from './reject-purchase.ts'
import { undoDecision } from './undo-decision.ts'

vi.setConfig({ testTimeout: 120_000 })

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

onBothEngines('a decision that is taken back', (setup) => {
  test('leaves the share also where the clock of another process is behind, or jumped back and forth', async () => {
    const { shop, world, id } = await openCrowded(setup)
    const before = await shares(shop)
    await approvePurchase(shop.ctx, id, null, { actor: TESTER })
    for (const behind of [30_000, 3_600_000]) {
      world.clock.advance(-behind)
      await forgetConnections(shop.ctx)
      world.clock.advance(behind)
    }
    await undoDecision(shop.ctx, id, null, TESTER)
    expect(await shares(shop)).toEqual(before)
  })
})

onSqlite('a decision that is taken back', (setup) => {
  test('of an approval leaves its connection the share that it had', async () => {
    const { shop, world, id } = await openCrowded(setup)
    const before = await shares(shop)
    await approvePurchase(shop.ctx, id, null, { actor: TESTER })
    await rest(world, 15)
    await forgetConnections(shop.ctx)
    await undoDecision(shop.ctx, id, null, TESTER)
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
    for (const id of waiting) await rejectPurchase(shop.ctx, id, null, { actor: TESTER, motivo: 'No llegó el pago.' })
    // A rejected report counts for nobody meanwhile.
    expect((await shares(shop)).filter(({ estado }) => estado === 'liberado')).toHaveLength(20)
    for (const id of waiting) await undoDecision(shop.ctx, id, null, TESTER)
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
    await approvePurchase(shop.ctx, first.id ?? 0, null, { actor: TESTER })
    await undoDecision(shop.ctx, first.id ?? 0, null, TESTER)
    expect(await shares(shop)).toEqual(before)
    const own = async ({ secreto }: { secreto?: string }) =>
      (await world.send({ path: '/api/rifas/mi-compra', address: CARRIER, body: { secreto } })).body
    expect(await own(first)).toMatchObject({ estado: 'en revision', en_espera: true, numeros: [] })
    expect(await own(second)).toMatchObject({ estado: 'en revision', en_espera: true })
    await approvePurchase(shop.ctx, first.id ?? 0, null, { actor: TESTER })
    expect(await own(first)).toMatchObject({ estado: 'confirmado', en_espera: false })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('of one that was decided while the clock was a year ahead is not taken back any more', async () => {
    const { shop, id } = await openCrowded(setup)
    const truth = shop.ctx.clock.now()
    shop.ctx.clock.set(after(truth, 365 * 86_400_000))
    await approvePurchase(shop.ctx, id, null, { actor: TESTER })
    shop.ctx.clock.set(truth)
    await expect(undoDecision(shop.ctx, id, null, TESTER)).rejects.toMatchObject({ code: 'YA_NO_SE_DESHACE' })
    await forgetConnections(shop.ctx)
    expect((await shares(shop)).filter(({ estado }) => estado === 'confirmado')).toMatchObject([{ red: null }])
  })

  test('that stands leaves no mark of its connection once it cannot be taken back', async () => {
    const { shop, world, id } = await openCrowded(setup)
    const waits = (await payNow(world, { address: CARRIER, tickets: 2 })).body.id ?? 0
    await approvePurchase(shop.ctx, id, null, { actor: TESTER })
    await rejectPurchase(shop.ctx, waits, null, { actor: TESTER, motivo: 'No llegó el pago.' })
    await annulPurchase(shop.ctx, id, null, { actor: TESTER, motivo: 'Pidió su dinero.' })
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
