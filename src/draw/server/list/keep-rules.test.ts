import { expect, test } from 'vitest'
import { addHand } from '#app/server/testing/led-draw.ts'
import { atClose, buy, HOUR, openRuled, raffleOf } from '#app/server/testing/ruled-shop.ts'
import { onBothEngines, type Setup } from '#platform/server/testing/engines.ts'
import { createRuleKeeper } from './keep-rules.ts'

const MINUTE = 60_000

/** A raffle on sale, a minute after the server began to look at it. */
async function open(setup: Setup) {
  const shop = await openRuled(setup)
  await addHand(shop, 'Marisela', 'dueno')
  await buy(shop)
  let passed = 0
  const keep = createRuleKeeper(shop.ctx, () => passed)
  /** Looks after so much time, by which the clock has moved by as much or by something else. */
  const look = async (time: number, moved = time) => {
    passed += time
    shop.ctx.clock.advance(moved)
    await keep()
    return (await raffleOf(shop)).estado
  }
  await look(MINUTE)
  const alerts = () =>
    shop.ctx.db.read.selectFrom('outbox').select('asunto').where('clave', 'like', 'reloj:%').execute()
  return { shop, look, alerts }
}

onBothEngines('what ends by the hour', (setup) => {
  test('does not by one look of a clock that is days ahead, and every owner is told', async () => {
    const { shop, look, alerts } = await open(setup)
    const days = 3 * 24 * HOUR
    expect(await look(1_000, days)).toBe('publicada')
    expect(await alerts()).toHaveLength(1)
    expect(await look(1_000, 1_000 - days)).toBe('publicada')
    expect((await raffleOf(shop)).congelada_en).toBeNull()
    expect(await alerts()).toHaveLength(1)
    // Put right, it is believed at once.
    atClose(shop, -1_000)
    expect(await look(1_000, 0)).toBe('publicada')
    expect(await look(10 * MINUTE)).toBe('cerrada')
  })

  test('does once the hour has stayed what it jumped to: the machine slept', async () => {
    const { look, alerts } = await open(setup)
    expect(await look(1_000, 3 * 24 * HOUR)).toBe('publicada')
    expect(await look(9 * MINUTE)).toBe('publicada')
    expect(await look(MINUTE)).toBe('cerrada')
    expect(await alerts()).toHaveLength(1)
  })

  test('does at its hour, also where the clock is set right by minutes', async () => {
    const { shop, look, alerts } = await open(setup)
    const left = Date.parse('2026-11-21T20:00:00-04:00') - shop.ctx.clock.now()
    expect(await look(left - 8 * MINUTE)).toBe('publicada')
    expect(await look(1_000, 9 * MINUTE)).toBe('cerrada')
    expect(await alerts()).toEqual([])
  })
})
