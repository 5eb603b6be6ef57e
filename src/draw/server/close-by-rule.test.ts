import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { hold, ofHold } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import { atClose, buy, CLOSE, HOUR, openRuled, pay, raffleOf } from '#app/server/testing/ruled-shop.ts'
import { report, said } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { moveRaffle } from '#raffles/server/move-raffle.ts'
import { recordDraw } from '#raffles/server/settle-raffle.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { closeDue } from './close-due.ts'

const CLOSED = Date.parse(CLOSE)
const half = { cierre: { tipo: 'porcentaje' as const, porcentaje: 50, limite: CLOSE } }
const code = (error: { code: string }) => error.code

onBothEngines('the end of sales by an hour', (setup) => {
  test('two processes close it once', async () => {
    const shop = await openRuled(setup)
    const twin = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
    atClose(shop)
    await Promise.all([closeDue(shop.ctx), closeDue(twin), closeDue(shop.ctx), closeDue(twin)])
    expect(await readDeeds(shop.ctx, 'rifa cerrada')).toHaveLength(1)
  })
})

onSqlite('the end of sales by an hour', (setup) => {
  test('from that instant on nothing is sold, also while the worker sleeps', async () => {
    const shop = await openRuled(setup)
    atClose(shop, -1)
    const token = (await hold(shop)).json().token
    expect(token).toEqual(expect.any(String))
    atClose(shop)
    expect((await raffleOf(shop)).estado).toBe('publicada')
    const refused = await hold(shop)
    expect(said(refused)).toEqual([409, 'RIFA_CERRADA'])
    expect((await report(shop)).json().code).toBe('RIFA_CERRADA')
    // A visitor who is paying at that moment may report until the ten minutes are over, and gets no more time.
    expect((await ofHold(shop, token, 'renovar')).json().code).toBe('RIFA_CERRADA')
    const late = await pay(shop, { apartado: token })
    shop.ctx.clock.advance(2 * HOUR)
    await closeDue(shop.ctx)
    expect(await raffleOf(shop)).toMatchObject({ estado: 'cerrada', cerrada_en: CLOSED, congelada_en: null })
    expect((await shop.app.inject(`/api/rifas/${shop.id}/sorteo`)).json().cierre).toBe(CLOSE)
    await judge.approve(shop, late.id, 1)
    const line = JSON.stringify(await readDeeds(shop.ctx, 'rifa cerrada'))
    expect(line).toMatch(/"actor":"sistema".*"en_revision":2/)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a hold whose time is over is not reported after it, neither is that of a paused raffle', async () => {
    for (const paused of [false, true]) {
      const shop = await openRuled(setup)
      atClose(shop, -600_000)
      const token = (await hold(shop)).json().token
      if (paused) await moveRaffle(shop.ctx, ticketsOfRaffle, shop.id, 'pausar', TESTER)
      atClose(shop, 1)
      expect((await report(shop, { apartado: token })).json().code).toBe('RIFA_CERRADA')
      expect((await report(shop)).json().code).toBe('RIFA_CERRADA')
      await closeDue(shop.ctx)
      expect((await raffleOf(shop)).cerrada_en).toBe(CLOSED)
    }
  })

  test('nobody closes it by hand, and nobody writes its result', async () => {
    const shop = await openRuled(setup)
    const close = () => moveRaffle(shop.ctx, ticketsOfRaffle, shop.id, 'cerrar', TESTER)
    expect(await close().catch(code)).toBe('LO_DICE_LA_REGLA')
    atClose(shop)
    await closeDue(shop.ctx)
    const winner = { numero_ganador: '07', ganador: 'Carla M.' }
    const draw = recordDraw(shop.ctx, ticketsOfRaffle, shop.id, TESTER, async () => winner)
    expect(await draw.catch(code)).toBe('LO_DICE_LA_REGLA')
    expect(await close().catch(code)).toBe('ESTADO_NO_PERMITE')
    const reopen = moveRaffle(shop.ctx, ticketsOfRaffle, shop.id, 'reanudar', TESTER)
    expect(await reopen.catch(code)).toBe('ESTADO_NO_PERMITE')
  })
})

onBothEngines('the end of sales by sold tickets', (setup) => {
  // Where a person takes part once, each asks the database about it.
  test.each([false, true])(
    'approvals that wait together end them once; taking part once: %s',
    async (registro_unico) => {
      const shop = await openRuled(setup, half, { total_numeros: 12, registro_unico })
      const purchases = [await pay(shop), await pay(shop), await pay(shop), await pay(shop), await pay(shop)]
      await Promise.all(purchases.map(({ id }) => judge.approve(shop, id, 1)))
      expect(await readDeeds(shop.ctx, 'rifa cerrada')).toHaveLength(1)
      expect(await audit(shop.ctx)).toEqual([])
    },
  )
})

onSqlite('the end of sales by sold tickets', (setup) => {
  test('the confirmation that reaches it ends them, to the second; a report does not', async () => {
    const shop = await openRuled(setup, half, { total_numeros: 8 })
    await buy(shop)
    const [second, third] = [await pay(shop), await pay(shop)]
    expect((await raffleOf(shop)).estado).toBe('publicada')
    shop.ctx.clock.advance(1_234)
    await judge.approve(shop, second.id, 1)
    const { estado, cerrada_en } = await raffleOf(shop)
    expect([estado, cerrada_en]).toEqual(['cerrada', shop.ctx.clock.now() - 234])
    expect((await hold(shop)).json().code).toBe('RIFA_CERRADA')
    // Earlier reports may still be decided, and a decision taken back opens nothing again.
    await judge.approve(shop, third.id, 1)
    await judge.undo(shop, second.id)
    await judge.annul(shop, third.id, null, { motivo: 'Devolvimos el dinero.' })
    expect(await raffleOf(shop)).toMatchObject({ estado: 'cerrada', cerrada_en })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('fakes that take every number end nothing: rejected tickets are on sale again', async () => {
    const shop = await openRuled(setup, { cierre: { tipo: 'agotarse', limite: null } }, { total_numeros: 4 })
    await buy(shop)
    const fake = await pay(shop)
    await closeDue(shop.ctx)
    expect((await raffleOf(shop)).estado).toBe('publicada')
    await judge.reject(shop, fake.id, 1)
    shop.ctx.clock.advance(86_400_000 * 3)
    await buy(shop)
    expect((await raffleOf(shop)).estado).toBe('cerrada')
  })

  test('an approval after its last hour ends them at that hour', async () => {
    const shop = await openRuled(setup, half, { total_numeros: 8 })
    const { id } = await pay(shop)
    await buy(shop)
    atClose(shop, HOUR)
    await judge.approve(shop, id, 1)
    expect(await raffleOf(shop)).toMatchObject({ estado: 'cerrada', cerrada_en: CLOSED })
  })
})
