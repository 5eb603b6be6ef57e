import { expect, test } from 'vitest'
import { callsOf } from '#app/server/testing/desk.ts'
import { addHand, byBeacon, byLottery, openHost, openLed, typeBoth } from '#app/server/testing/led-draw.ts'
import { atClose, buy, HOUR, openRuled, pay, raffleOf } from '#app/server/testing/ruled-shop.ts'
import { type Shop, signInAgain } from '#app/server/testing/shop.ts'
import { watchTime } from '#app/server/watch-time.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { SURE } from '#platform/server/time-guard.ts'
import { keepRules } from '../close-due.ts'
import { fetchRounds } from '../steps/fetch-round.ts'

const MINUTE = 60_000

/** A raffle on sale whose server reads the time from that host; without one no witness answers. */
async function open(setup: Setup, relays: string[]) {
  const shop = await openRuled(setup, {}, {}, { config: { beaconRelays: relays, abuseLimits: false } })
  const owner = await addHand(shop, 'Marisela', 'dueno', true)
  await buy(shop)
  // Nobody has decided on it yet: the list waits for the end of the review.
  await pay(shop)
  let passed = 0
  const guarded = () => {
    shop.ctx.time = watchTime(shop.ctx, () => passed)
  }
  guarded()
  /** Looks after so much time, by which the clock has moved by as much or by something else. */
  const look = async (time: number, moved = time) => {
    passed += time
    shop.ctx.clock.advance(moved)
    await keepRules(shop.ctx)
    return (await raffleOf(shop)).estado
  }
  const alerts = () => readMails(shop.ctx, 'reloj:%')
  return { shop, owner, look, alerts, guarded }
}

/** Another host, whose clock the test sets. */
async function openWitness(said: { now: number }) {
  return openHost((_, response) => response.writeHead(404, { date: new Date(said.now).toUTCString() }).end())
}

/** @returns a function that confirms the time, with a code. */
async function signIn({ app }: Shop, { correo, clave, code }: Awaited<ReturnType<typeof addHand>>) {
  const { post } = callsOf({ app }, await signInAgain(app, { correo, clave, codigo: code() }))
  return (codigo: string) => post('/hora', { codigo })
}

const NOBODY = ['http://127.0.0.1:9']

onSqlite('a step that cannot be undone', (setup) => {
  test('waits at a start whose clock is a day ahead of somebody outside, and every owner is told once', async () => {
    const said = { now: Date.parse('2026-11-20T12:00:00-04:00') }
    const { shop, look, alerts, guarded } = await open(setup, [(await openWitness(said)).url])
    shop.ctx.clock.advance(28 * HOUR + 8 * HOUR)
    guarded()
    expect(await look(1_000)).toBe('publicada')
    expect(await look(MINUTE)).toBe('publicada')
    expect((await raffleOf(shop)).congelada_en).toBeNull()
    expect(await alerts()).toHaveLength(1)
    // A corrected clock is trusted as soon as a witness agrees.
    said.now = shop.ctx.clock.now()
    expect(await look(MINUTE)).toBe('cerrada')
    // Control: without the guard the wrong clock ends it.
    const other = await open(setup, NOBODY)
    other.shop.ctx.time = SURE
    expect(await other.look(1_000, 36 * HOUR)).toBe('cerrada')
  })

  test('where nobody answers a person says that the hour is right, since the start and since the last jump', async () => {
    const { shop, owner, look, alerts } = await open(setup, NOBODY)
    atClose(shop, MINUTE)
    expect(await look(1_000)).toBe('publicada')
    const confirm = await signIn(shop, owner)
    expect((await confirm('000000')).statusCode).toBe(401)
    expect(await look(MINUTE)).toBe('publicada')
    const answer = await confirm(owner.code())
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().hora_en_duda).toBeNull()
    expect(await look(MINUTE)).toBe('cerrada')
    expect(await alerts()).toHaveLength(1)
    // It jumps: that word was of another hour.
    await look(1_000, 24 * HOUR)
    expect((await raffleOf(shop)).congelada_en).toBeNull()
    expect(await alerts()).toHaveLength(2)
  })

  test.each(['running', 'started again'])(
    'a yes under a clock that was ahead is not one once the clock is put right, also when its hour comes: %s',
    async (how) => {
      const { shop, owner, look, guarded } = await open(setup, NOBODY)
      // Two days before its end, the clock shows the day after it.
      atClose(shop, -44 * HOUR)
      shop.ctx.clock.advance(28 * HOUR)
      guarded()
      expect(await look(1_000)).toBe('publicada')
      const confirm = await signIn(shop, owner)
      expect((await confirm(owner.code())).statusCode).toBe(200)
      expect(await look(MINUTE)).toBe('publicada')
      shop.ctx.clock.advance(-28 * HOUR)
      if (how === 'started again') guarded()
      for (let hour = 0; hour < 46; hour++) expect(await look(HOUR, HOUR)).toBe('publicada')
    },
  )

  test('is refused by hand too, and nothing is drawn, while the hour is doubted', async () => {
    const relay = await openHost((_, response) => response.writeHead(200, { date: 'no' }).end('{}'))
    const config = { beaconRelays: [relay.url], abuseLimits: false }
    const { shop } = await openLed(setup, [byLottery(), byBeacon('Bono')], { options: { config } })
    const hands = [await addHand(shop, 'Ana'), await addHand(shop, 'Jose')] as const
    shop.ctx.clock.set('2026-11-22T23:00:00-04:00')
    shop.ctx.time = watchTime(shop.ctx)
    await expect(typeBoth(shop, hands, { dia: '2026-11-22', resultados: ['712'] })).rejects.toMatchObject({
      code: 'HORA_EN_DUDA',
    })
    const { asked } = relay
    asked.length = 0
    await fetchRounds(shop.ctx)
    expect(asked).toEqual([])
    shop.ctx.time = SURE
    await typeBoth(shop, hands, { dia: '2026-11-22', resultados: ['712'] })
  })

  test('goes on by itself where the clock is set right by minutes', async () => {
    const said = { now: Date.parse('2026-11-21T19:51:00-04:00') }
    const { shop, look, alerts } = await open(setup, [(await openWitness(said)).url])
    atClose(shop, -8 * MINUTE)
    said.now = shop.ctx.clock.now()
    expect(await look(1_000, 0)).toBe('publicada')
    said.now += 9 * MINUTE
    expect(await look(5 * MINUTE, 9 * MINUTE)).toBe('cerrada')
    expect(await alerts()).toEqual([])
  })
})
