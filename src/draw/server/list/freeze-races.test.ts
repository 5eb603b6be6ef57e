import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { judge } from '#app/server/testing/judge.ts'
import { atClose, buy, HOUR, openRuled, pay, tick } from '#app/server/testing/ruled-shop.ts'
import type { Shop } from '#app/server/testing/shop.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { linesOf } from '../testing/sample-draw.ts'
import { freezeList } from './freeze-list.ts'

const listOf = async ({ app, id }: Shop) => linesOf((await app.inject(`/api/rifas/${id}/sorteo/lista`)).body)
const code = (error: { code: string }) => error.code

onBothEngines('a freeze', (setup) => {
  test('raced with decisions it has a purchase, or refuses its approval', async () => {
    const shop = await openRuled(setup)
    const twin = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
    await buy(shop)
    const rounds = 6
    const undecided = []
    for (let round = 0; round < rounds; round++) undecided.push(await pay(shop))
    atClose(shop)
    await tick(shop)
    // Only the current decision is open: as at the end of a review, with the clock between both.
    atClose(shop, 12 * HOUR - 1)
    const freezing = async () => {
      for (let look = 0; look < rounds; look++) {
        if (look === 2) shop.ctx.clock.advance(1)
        await freezeList(twin, shop.id)
      }
    }
    const approvals = undecided.map(({ id }) =>
      judge.approve(shop, id, 1).then(
        (numeros) => numeros,
        (error: { code: string }) => {
          expect(['RIFA_CONGELADA', 'VERSION_VIEJA']).toContain(code(error))
          return []
        },
      ),
    )
    const [confirmed] = await Promise.all([Promise.all(approvals), freezing()])
    await tick(shop)
    const listed = (await listOf(shop)).map((line) => line.slice(0, 2))
    expect(listed).toHaveLength(2 + confirmed.flat().length)
    expect(confirmed.flat().filter((numero) => !listed.includes(numero))).toEqual([])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a change between its reading and the lock is in it, or it is not frozen', async () => {
    const shop = await openRuled(setup)
    const { id } = await pay(shop)
    await buy(shop)
    atClose(shop, HOUR)
    await tick(shop)
    await judge.approve(shop, id, 1)
    shop.ctx.clock.advance(21_000)
    const { consistent } = shop.ctx.db
    let between = async () => {
      between = async () => {}
      await judge.annul(shop, id)
      shop.ctx.clock.advance(21_000)
    }
    shop.ctx.db.consistent = async (reading) => {
      const read = await consistent.call(shop.ctx.db, reading)
      await between()
      return read as never
    }
    expect(await freezeList(shop.ctx, shop.id)).toBe(false)
    expect(await freezeList(shop.ctx, shop.id)).toBe(true)
    expect(await listOf(shop)).toHaveLength(2)
    expect(await audit(shop.ctx)).toEqual([])
  })
})
