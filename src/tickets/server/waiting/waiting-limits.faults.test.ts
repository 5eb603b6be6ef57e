import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { stockOf } from '#app/server/testing/buyer.ts'
import { openWorld, payNow } from '#app/server/testing/open-world.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { findRaffle, updateRaffle } from '#raffles/server/store.ts'
import { rejectFakes } from '#review/server/fakes/reject-fakes.ts'
import type { Reservation } from '../store.ts'

type World = Awaited<ReturnType<typeof openWorld>>
const OPERATOR = { id: 1, nombre: 'Marisela' } as Parameters<typeof rejectFakes>[2]

async function changeRaffle({ shop }: World, changes: Parameters<typeof updateRaffle>[2]): Promise<void> {
  await shop.ctx.db.write(`rifa:${shop.id}`, async (tx) => {
    const raffle = await findRaffle(tx, shop.id)
    await updateRaffle(tx, shop.id, { ...changes, version: (raffle?.version ?? 0) + 1 })
  })
}

async function isWaiting({ world }: World, secreto: string | undefined): Promise<boolean | undefined> {
  return (await world.send({ path: '/api/rifas/mi-compra', address: '190.90.0.1', body: { secreto } })).body.en_espera
}

/** Reports of each of so many connections of one network, like one that is there, of so many tickets: first all of the first size. */
async function addWaiting({ shop }: World, connections: number, sizes: number[]): Promise<void> {
  const like = await shop.ctx.db.read.selectFrom('reservations').selectAll().limit(1).executeTakeFirstOrThrow()
  const { id: _, token: _token, cliente: _cliente, ...row }: Reservation = like
  const waiting = { ...row, elegidos: 0, estado: 'en espera' as const, red: 'r', reportado_en: shop.ctx.clock.now() }
  const total = sizes.reduce((sum, cantidad) => sum + cantidad * connections, 0)
  await shop.ctx.db.write(`rifa:${shop.id}`, async (tx) => {
    for (const cantidad of sizes) {
      const all: Record<string, unknown> = { ...waiting, cantidad }
      const names = sql.join(Object.keys(all).map((name) => sql.ref(name)))
      const values = sql.join(Object.values(all).map((value) => (value === null ? sql`null` : sql.lit(value))))
      await sql`with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${sql.lit(connections)})
        insert into reservations (token, cliente, ${names})
        select 'c' || i || ' ' || ${sql.lit(String(cantidad))}, 'c' || i, ${values} from n`.execute(tx)
    }
    await tx
      .updateTable('stock')
      .set((stock) => ({ en_espera: stock('en_espera', '+', total) }))
      .where('rifa_id', '=', shop.id)
      .execute()
  })
}

onBothEngines('reports that wait', (setup) => {
  // More than an engine takes as values of one statement.
  const many = setup.engine === 'sqlite' ? 33_000 : 2_000
  test('of thousands of connections that want too much hide nobody, and stop no operator', async () => {
    const opened = await openWorld(setup, { total_numeros: 1_000 })
    const { shop, world } = opened
    const { body: first } = await payNow(world, { address: '203.0.113.0', tickets: 100 })
    for (let i = 1; (await stockOf(opened.shop)).en_revision < 950; i++)
      await payNow(world, { address: `203.0.113.${i}`, tickets: 50 })
    // Each of them wants more than there is.
    await addWaiting(opened, many, [100, 51])
    await world.tidy()
    const payer = (await payNow(world, { address: '190.72.0.1', tickets: 2 })).body
    expect(payer.en_espera).toBe(false)
    await rejectFakes(shop.ctx, { compras: [{ id: first.id ?? 0, version: 1 }] }, OPERATOR)
    expect(shop.ctx.lines.filter((line) => line.includes('failed'))).toEqual([])
  })

  test('keep their tickets in reach when the raffle asks for more in one purchase from then on', async () => {
    const opened = await openWorld(setup, { total_numeros: 100 })
    const { shop, world } = opened
    const reported: { id?: number; secreto?: string }[] = []
    for (let i = 0; i < 15; i++)
      reported.push((await payNow(world, { address: `203.0.113.${i}`, tickets: i < 9 ? 10 : 2 })).body)
    expect(await stockOf(opened.shop)).toMatchObject({ libres: 0, en_espera: 2 })
    await changeRaffle(opened, { minimo: 10 })
    await rejectFakes(shop.ctx, { compras: [{ id: reported[9]?.id ?? 0, version: 1 }] }, OPERATOR)
    expect(await stockOf(opened.shop)).toMatchObject({ libres: 0, en_espera: 0 })
    expect(await isWaiting(opened, reported[14]?.secreto)).toBe(false)
  })
})
