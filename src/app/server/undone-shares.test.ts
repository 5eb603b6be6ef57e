import { expect, test, vi } from 'vitest'
import { onBothEngines, type Setup } from '#platform/server/testing/engines.ts'
import { approvePurchase } from '#review/server/approve-purchase.ts'
import { forgetConnections } from '#review/server/forget-connections.ts'
import { rejectPurchase } from '#review/server/reject-purchase.ts'
import { undoDecision } from '#review/server/undo-decision.ts'
import { audit } from '../cli/audit.ts'
import { payNow, rest } from './testing/flood.ts'
import { openWorld } from './testing/open-world.ts'

vi.setConfig({ testTimeout: 120_000 })

const CARRIER = '186.167.240.9'

/** A raffle of 200 of which 106 are in review, two of them of the phone company's address. */
async function openCrowded(setup: Setup) {
  const { shop, world } = await openWorld(setup, 200)
  for (const [index, tickets] of [50, 48, 2, 2].entries()) {
    await payNow(world, { address: `203.0.113.${index}`, tickets })
  }
  const { body } = await payNow(world, { address: CARRIER, tickets: 2 })
  return { shop, world, id: body.id ?? 0 }
}

/** What every connection has and waits for, by its mark. */
async function shares({ ctx }: Awaited<ReturnType<typeof openCrowded>>['shop']) {
  return ctx.db.read
    .selectFrom('reservations')
    .select(['id', 'estado', 'cliente', 'red'])
    .where('estado', '!=', 'pase')
    .orderBy('id')
    .execute()
}

onBothEngines('a decision that is taken back', (setup) => {
  test('of an approval leaves its connection the share that it had', async () => {
    const { shop, world, id } = await openCrowded(setup)
    const before = await shares(shop)
    await approvePurchase(shop.ctx, id, null, 'prueba')
    await rest(world, 15)
    await forgetConnections(shop.ctx)
    await undoDecision(shop.ctx, id, null, 'prueba')
    expect(await shares(shop)).toEqual(before)
    expect((await payNow(world, { address: CARRIER, tickets: 2 })).body.en_espera).toBe(true)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('of a rejection of reports that wait leaves them behind others: they are not nobody’s', async () => {
    const { shop, world } = await openCrowded(setup)
    const waiting: number[] = []
    for (let time = 0; time < 20; time++) {
      const { body } = await payNow(world, { address: '203.0.113.0', tickets: 2 })
      expect(body.en_espera).toBe(true)
      waiting.push(body.id ?? 0)
    }
    const before = await shares(shop)
    for (const id of waiting) await rejectPurchase(shop.ctx, id, null, 'No llegó el pago.', 'prueba')
    // What is rejected counts for nobody meanwhile.
    expect((await shares(shop)).filter(({ estado }) => estado === 'liberado')).toHaveLength(20)
    for (const id of waiting) await undoDecision(shop.ctx, id, null, 'prueba')
    expect(await shares(shop)).toEqual(before)
    await rest(world, 120)
    expect(await shares(shop)).toEqual(before)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('that stands leaves no mark of its connection once it cannot be taken back', async () => {
    const { shop, world, id } = await openCrowded(setup)
    const waits = (await payNow(world, { address: '203.0.113.0', tickets: 2 })).body.id ?? 0
    await approvePurchase(shop.ctx, id, null, 'prueba')
    await rejectPurchase(shop.ctx, waits, null, 'No llegó el pago.', 'prueba')
    await rest(world, 30)
    await forgetConnections(shop.ctx)
    const judged = (await shares(shop)).filter(({ estado }) => estado === 'confirmado' || estado === 'liberado')
    expect(judged.map(({ cliente, red }) => [cliente, red])).toEqual([
      [null, null],
      [null, null],
    ])
  })
})
