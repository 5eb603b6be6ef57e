import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { sellByHand } from '#app/server/testing/desk.ts'
import { addHand, byBeacon, openHost, openLed } from '#app/server/testing/led-draw.ts'
import { atClose, buy, CLOSE, HOUR, openRuled, pay, raffleOf, tick } from '#app/server/testing/ruled-shop.ts'
import { addRaffle, OWNER, report, type Shop, signInAgain, signInOwner } from '#app/server/testing/shop.ts'
import { readDueDeeds } from '#draw/server/due-deeds.ts'
import { fetchRounds } from '#draw/server/steps/fetch-round.ts'
import { takeRound } from '#draw/server/steps/take-round.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { noteWritten } from '#journal/server/testing/note-written.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import { after } from '#platform/clock.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { moveRaffle } from '#raffles/server/move-raffle.ts'
import { readPanelRaffle } from '#raffles/server/read-panel-raffles.ts'
import { goOn } from '#raffles/server/restored.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { settle } from './settle.ts'

const settled = ({ ctx }: Shop, sell = false) => settle(ctx, { copy: 'respaldo-000001-2026-11-20', en: 0 }, sell)
const stateOf = async ({ ctx }: Shop, id: number) =>
  (await ctx.db.read.selectFrom('purchases').select('estado').where('id', '=', id).executeTakeFirstOrThrow()).estado

onBothEngines('an installation that was put back', (setup) => {
  test('adds up with the journal immediately: raffles that wait in every state, and invitations that open nothing any more', async () => {
    const shop = await openRuled(setup)
    const { ctx } = shop
    await pay(shop)
    atClose(shop)
    await tick(shop)
    for (const pause of [true, false]) {
      const id = await addRaffle(ctx, { titulo: 'Nevera' })
      if (pause) await moveRaffle(ctx, ticketsOfRaffle, id, 'pausar', TESTER)
    }
    const now = ctx.clock.now()
    const sent = { correo: 'ana@ejemplo.test', rol: 'revisor', token_hash: 'enlace', invita: 'Marisela' } as const
    await ctx.db.write('operadores', async (tx) => {
      await tx
        .insertInto('operator_invitations')
        .values({ ...sent, creado_en: now, caduca_en: after(now, HOUR) })
        .execute()
      await noteWritten(tx, { operator_invitations: [1] })
    })
    expect(await audit(ctx)).toEqual([])
    expect(await settled(shop)).toMatchObject({ pausadas: ['Nevera'], detenidas: ['Nevera (2)', expect.any(String)] })
    expect(await audit(ctx)).toEqual([])
  })
})

onSqlite('a raffle that was put back with its rule', (setup) => {
  test('on sale: nothing of it ends, freezes or is dropped by itself until it is resumed', async () => {
    const shop = await openRuled(setup)
    await buy(shop)
    const paid = await pay(shop)
    expect(await settled(shop)).toMatchObject({ pausadas: [expect.any(String)], detenidas: [] })
    atClose(shop, 20 * HOUR)
    await tick(shop)
    expect(await raffleOf(shop)).toMatchObject({ estado: 'pausada', congelada_en: null })
    expect(await stateOf(shop, paid.id)).toBe('en revision')
    // There is time to decide the copy's open payments.
    await approvePurchase(shop.ctx, paid.id, 1, { actor: TESTER })
    await moveRaffle(shop.ctx, ticketsOfRaffle, shop.id, 'reanudar', TESTER)
    await tick(shop)
    expect(await raffleOf(shop)).toMatchObject({ estado: 'cerrada', congelada_en: expect.any(Number) })
    expect(await stateOf(shop, paid.id)).toBe('confirmado')
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('closed: its list waits until somebody lets it go on, once, with a line and a mail to its owners', async () => {
    const shop = await openRuled(setup)
    const paid = await pay(shop)
    atClose(shop)
    await tick(shop)
    const { pausadas, detenidas } = await settled(shop)
    expect([pausadas, detenidas]).toEqual([[], [`${(await raffleOf(shop)).titulo} (${shop.id})`]])
    atClose(shop, 20 * HOUR)
    await tick(shop)
    expect(await raffleOf(shop)).toMatchObject({ estado: 'cerrada', congelada_en: null })
    expect(await stateOf(shop, paid.id)).toBe('en revision')
    // A buyer asked for a correction meanwhile has the whole time for it, and not the rest that the rule gave.
    await rejectPurchase(shop.ctx, paid.id, 1, { actor: TESTER, motivo: 'No llegó.' })
    const { vence_en } = await shop.ctx.db.read.selectFrom('reservations').select('vence_en').executeTakeFirstOrThrow()
    expect(vence_en).toBeGreaterThan(shop.ctx.clock.now())
    await goOn(shop.ctx, ticketsOfRaffle, shop.id, TESTER)
    await expect(goOn(shop.ctx, ticketsOfRaffle, shop.id, TESTER)).rejects.toMatchObject({ code: 'NO_ESPERA' })
    expect(await readDeeds(shop.ctx, 'rifa seguida')).toMatchObject([{ actor: TESTER.nombre }])
    await tick(shop)
    expect(await raffleOf(shop)).toMatchObject({ congelada_en: expect.any(Number) })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('an owner lets it go on in the panel, with a fresh code that nothing else spends; everywhere says that it waits', async () => {
    const shop = await openRuled(setup)
    await pay(shop)
    const owner = await signInOwner(shop)
    const reviewer = await addHand(shop, 'Ana')
    const goOnAs = async (headers: Record<string, string>, codigo: string) => {
      const url = `/api/panel/rifas/${shop.id}/seguir`
      const answer = await shop.app.inject({ method: 'POST', url, headers, payload: { codigo } })
      return [answer.statusCode, answer.json()]
    }
    expect(await goOnAs(owner, '000000')).toMatchObject([409, { code: 'NO_ESPERA' }])
    atClose(shop)
    await tick(shop)
    await settled(shop)
    expect((await reviewer.look()).espera).toBe(true)
    expect(await readDueDeeds(shop.ctx, reviewer)).toMatchObject([
      { urge: true, texto: expect.stringContaining('Espera desde') },
    ])
    const waiting = await readPanelRaffle(shop.ctx, ticketsOfRaffle, shop.id)
    expect(waiting.restaurada).toEqual({ congela_en: new Date(Date.parse(CLOSE) + 12 * HOUR).toISOString() })
    const again = await signInAgain(shop.app)
    const code = await giveSecondFactor(shop.ctx, OWNER.correo)
    expect(await goOnAs(owner, code())).toMatchObject([401, {}])
    expect(await goOnAs(again, '000000')).toMatchObject([401, { code: 'CODIGO_INVALIDO' }])
    expect(await raffleOf(shop)).toMatchObject({ restaurada_en: expect.any(Number) })
    expect(await goOnAs(again, code())).toMatchObject([200, { restaurada: null }])
    expect((await reviewer.look()).espera).toBe(false)
    expect(await readDeeds(shop.ctx, 'rifa seguida')).toMatchObject([{ actor: 'Marisela' }])
    atClose(shop, 20 * HOUR)
    await tick(shop)
    expect(await raffleOf(shop)).toMatchObject({ congelada_en: expect.any(Number) })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('money that came since the copy is sold by hand before it goes on, in pause or closed; nobody else buys', async () => {
    const shop = await openRuled(setup)
    // Waits for its review, so that the list is not frozen with the close.
    await pay(shop)
    let headers = await signInOwner(shop)
    const again = async () => {
      await settled(shop)
      // Earlier sessions have ended.
      headers = await signInAgain(shop.app)
    }
    const byHand = async (key: string) => {
      const answer = await sellByHand(shop, headers, key)
      return [answer.statusCode, answer.json().code ?? answer.json().estado]
    }
    const choices = async () =>
      (await shop.app.inject({ url: '/api/panel/compras/nueva', headers })).json().rifas.length
    await again()
    expect(await choices()).toBe(1)
    expect(await byHand('venta-1-00000')).toEqual([201, 'confirmado'])
    expect((await report(shop)).json().code).toBe('RIFA_PAUSADA')
    await moveRaffle(shop.ctx, ticketsOfRaffle, shop.id, 'reanudar', TESTER)
    atClose(shop)
    await tick(shop)
    // It took longer than anybody stays signed in.
    headers = await signInAgain(shop.app)
    expect(await byHand('venta-2-00000')).toEqual([409, 'RIFA_CERRADA'])
    await again()
    expect(await choices()).toBe(1)
    expect(await byHand('venta-3-00000')).toEqual([201, 'confirmado'])
    await goOn(shop.ctx, ticketsOfRaffle, shop.id, TESTER)
    expect(await byHand('venta-4-00000')).toEqual([409, 'RIFA_CERRADA'])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('frozen: no round draws, whoever brings it, until somebody lets it go on', async () => {
    const relay = await openHost((_request, response) => response.writeHead(404).end())
    const config = { beaconRelays: [relay.url], abuseLimits: false }
    const { shop, league } = await openLed(setup, [byBeacon()], { options: { config } })
    await settled(shop)
    atClose(shop, 24 * HOUR)
    await fetchRounds(shop.ctx)
    expect(relay.asked).toEqual([])
    const round = () => takeRound(shop.ctx, shop.id, { premio: 0, ronda: 1, firma: league.sign(1) }, TESTER)
    await expect(round()).rejects.toMatchObject({ code: 'RIFA_RESTAURADA' })
    await goOn(shop.ctx, ticketsOfRaffle, shop.id, TESTER)
    await expect(round()).rejects.toMatchObject({ code: 'PASO_FUERA_DE_REGLA' })
    await fetchRounds(shop.ctx)
    expect(relay.asked).toHaveLength(1)
  })

  test('control: with nothing sold since, its rule goes on', async () => {
    const shop = await openRuled(setup)
    await buy(shop)
    expect(await settled(shop, true)).toEqual({ pausadas: [], detenidas: [] })
    atClose(shop, 20 * HOUR)
    await tick(shop)
    expect(await raffleOf(shop)).toMatchObject({ estado: 'cerrada', congelada_en: expect.any(Number) })
  })
})
