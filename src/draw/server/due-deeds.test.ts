import { expect, test } from 'vitest'
import { addHand, byBeacon, byLottery, openLed, PAGE } from '#app/server/testing/led-draw.ts'
import { atClose, buy, HOUR, openRuled, pay, tick } from '#app/server/testing/ruled-shop.ts'
import { SYSTEM } from '#journal/actor.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { readDueDeeds } from './due-deeds.ts'
import { takeRound } from './steps/take-round.ts'

onBothEngines('tasks that draws put in the panel', (setup) => {
  test('nothing while a raffle is sold, then the last payments, then the hour of the draw', async () => {
    const shop = await openRuled(setup)
    const owner = await addHand(shop, 'Marisela', 'dueno')
    const read = () => readDueDeeds(shop.ctx, owner)
    await buy(shop)
    await pay(shop)
    expect(await read()).toEqual([])
    atClose(shop)
    await tick(shop)
    const about = { id: shop.id, titulo: 'Moto 200 cc', invitar: false }
    expect(await read()).toEqual([
      { ...about, urge: true, texto: expect.stringContaining('Decide los últimos pagos.') },
    ])
    atClose(shop, 12 * HOUR)
    await tick(shop)
    expect(await read()).toEqual([
      { ...about, urge: false, texto: 'Se sortea el 22 de noviembre, 9:00\u00a0a.\u00a0m.' },
    ])
  })

  test('somebody tells a winner that no mail reaches, and the time counts from then', async () => {
    const { shop, league } = await openLed(setup, [byBeacon()])
    const { ctx } = shop
    const owner = await addHand(shop, 'Marisela', 'dueno')
    ctx.clock.set('2026-11-22T09:00:00-04:00')
    const round = { premio: 0, ronda: 34_183_012, firma: league.sign(34_183_012) }
    await takeRound(ctx, shop.id, round, SYSTEM)
    // Promised, and on its way; where no mail leaves it never is.
    expect(await readDueDeeds(ctx, owner)).toMatchObject([
      { urge: true, texto: expect.stringContaining('Avisa a quien ganó') },
    ])
    ctx.config.mail.smtpUrl = 'smtp://127.0.0.1:9'
    expect(await readDueDeeds(ctx, owner)).toEqual([])
    await ctx.db.write('correo', (tx) =>
      tx.updateTable('outbox').set({ estado: 'fallido' }).where('clave', 'like', '%ganador%').execute(),
    )
    const winner = (await owner.look()).premios[0]?.ganador
    expect(await readDueDeeds(ctx, owner)).toMatchObject([
      { urge: true, texto: `Avisa a quien ganó con el ${winner?.numero}.` },
    ])
    await owner.ask('POST', `/ganadores/${winner?.id}/avisado`, { version: winner?.version })
    expect((await owner.look()).premios[0]?.ganador).toMatchObject({ reclama_hasta: '2026-11-25T09:00:00-04:00' })
    expect(await readDueDeeds(ctx, owner)).toEqual([])
  })
})

onSqlite('tasks that draws put in the panel', (setup) => {
  test('a lottery that has drawn waits for somebody to type it', async () => {
    const partes = [{ loteria: 'Triple Gana', toma: 'ultimas' as const, cifras: 2, al_reves: false }]
    const por = { tipo: 'loteria' as const, hora: '13:00', partes, suma: 0, intentos: 2, pagina: PAGE }
    const shop = await openRuled(setup, { premios: [{ titulo: 'Moto', por, reclamo_horas: 72 }] })
    const owner = await addHand(shop, 'Marisela', 'dueno')
    await buy(shop)
    atClose(shop)
    await tick(shop)
    atClose(shop, 12 * HOUR)
    await tick(shop)
    expect(await readDueDeeds(shop.ctx, owner)).toMatchObject([{ urge: true, invitar: true }])
    await addHand(shop, 'Rafael')
    expect(await readDueDeeds(shop.ctx, owner)).toMatchObject([{ urge: false, invitar: false }])
    atClose(shop, 18 * HOUR)
    expect(await readDueDeeds(shop.ctx, owner)).toMatchObject([
      { urge: true, texto: 'Ya se puede escribir lo que salió en la lotería.' },
    ])
  })

  test('a lottery asks for its second person from the day before on, and nothing else does', async () => {
    const shop = await openRuled(setup, { premios: [byBeacon('Bono'), byLottery()] })
    const beacon = await openRuled(setup)
    const owner = await addHand(shop, 'Marisela', 'dueno')
    const asks = async () => (await readDueDeeds(shop.ctx, owner)).map(({ invitar }) => invitar)
    expect(await asks()).toEqual([])
    for (const one of [shop, beacon]) one.ctx.clock.set('2026-11-21T00:30:00-04:00')
    expect(await asks()).toEqual([true])
    expect(await readDueDeeds(beacon.ctx, await addHand(beacon, 'Marisela', 'dueno'))).toEqual([])
    await addHand(shop, 'Rafael')
    expect(await asks()).toEqual([])
  })

  test('a prize that was lost waits for its evening and keeps no lottery waiting', async () => {
    const { shop, league } = await openLed(setup, [
      { ...byBeacon('Bono'), reclamo_horas: 1 },
      byLottery({ hora: '13:00' }),
    ])
    const { ctx } = shop
    const owner = await addHand(shop, 'Marisela', 'dueno', true)
    ctx.clock.set('2026-11-22T09:00:00-04:00')
    await takeRound(ctx, shop.id, { premio: 0, ronda: 34_183_012, firma: league.sign(34_183_012) }, SYSTEM)
    const enviado_en = ctx.clock.now()
    await ctx.db.write('correo', (tx) => tx.updateTable('outbox').set({ estado: 'enviado', enviado_en }).execute())
    ctx.clock.set('2026-11-22T10:30:00-04:00')
    const winner = (await owner.look()).premios[0]?.ganador
    const lost = await owner.ask('POST', `/ganadores/${winner?.id}/vencido`, () => ({
      version: winner?.version,
      codigo: owner.code(),
    }))
    expect(lost.statusCode, lost.body).toBe(200)
    ctx.clock.set('2026-11-22T13:05:00-04:00')
    expect(await readDueDeeds(ctx, owner)).toMatchObject([
      { texto: 'Ya se puede escribir lo que salió en la lotería.' },
    ])
    // Its round is out and nobody may bring it before the lottery: the beacon is not late.
    ctx.clock.set('2026-11-24T09:00:00-04:00')
    expect((await owner.look()).faro).toBe(null)
  })
})
