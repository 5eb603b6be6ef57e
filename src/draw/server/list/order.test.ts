import { expect, test } from 'vitest'
import { publishedOf, putChain } from '#app/server/testing/led-draw.ts'
import { atClose, HOUR, openRuled, tick } from '#app/server/testing/ruled-shop.ts'
import { report } from '#app/server/testing/shop.ts'
import { SYSTEM } from '#journal/actor.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onBothEngines, type Setup } from '#platform/server/testing/engines.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { takeRound } from '../steps/take-round.ts'
import { sampleLeague } from '../testing/sample-draw.ts'

const ROUND = 34_183_012
/** Picks of each buyer. */
const BUYERS = [
  ['03', '77'],
  ['10', '11'],
  ['42', '99'],
  ['00', '58'],
  ['21', '64'],
] as const

/** A raffle that those buyers bought of in that order, drawn by one round. */
async function drawn(setup: Setup, order: readonly number[]) {
  const shop = await openRuled(setup)
  const league = sampleLeague()
  await putChain(shop, league)
  for (const [turn, buyer] of order.entries()) {
    const numeros_seleccionados = JSON.stringify(BUYERS[buyer])
    const who = { cedula: `V${20_000_000 + buyer}`, correo: `persona${buyer}@ejemplo.test` }
    const answer = await report(
      shop,
      { ...who, numeros_seleccionados, referencia: String(600_000_000 + turn * 1_009) },
      { manual: true },
    )
    expect(answer.statusCode, answer.body).toBe(201)
    await approvePurchase(shop.ctx, answer.json().id, 1, { actor: TESTER })
  }
  atClose(shop, 12 * HOUR)
  await tick(shop)
  shop.ctx.clock.set('2026-11-22T09:00:00-04:00')
  await takeRound(shop.ctx, shop.id, { premio: 0, ronda: ROUND, firma: league.sign(ROUND) }, SYSTEM)
  const { document, list } = await publishedOf(shop)
  // The journal's hash depends on the order of the purchases.
  return { document: { ...document, diario: '' }, list }
}

onBothEngines('the order of purchases', (setup) => {
  test('changes nothing: the same list to its last byte, and the same number wins', async () => {
    const { document, list } = await drawn(setup, [0, 1, 2, 3, 4])
    expect(document.premios).toEqual([{ numero: expect.stringMatching(/^\d\d$/), codigo: expect.any(String) }])
    expect(await drawn(setup, [2, 0, 4, 1, 3])).toEqual({ document, list })
  })
})
