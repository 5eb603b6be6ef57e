import { expect, test } from 'vitest'
import { addHand, BEGIN, byBeacon, byLottery, openLed, takeSigned } from '#app/server/testing/led-draw.ts'
import { atClose, buy, CLOSE, HOUR, openRuled, pay, tick } from '#app/server/testing/ruled-shop.ts'
import { openShop, type Shop } from '#app/server/testing/shop.ts'
import { setColumns } from '#journal/server/testing/set-columns.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { readDueDeeds } from './due-deeds.ts'

const open = async (shop: Shop) => (await addHand(shop, 'Marisela', 'dueno')).look

onSqlite('the draw as its owner sees it', (setup) => {
  test('without a rule there is none', async () => {
    const read = await open(await openShop(setup))
    expect(await read()).toMatchObject({ etapa: 'sin_regla', titulo: 'Moto 200 cc', premios: [] })
  })

  test('it names its state and the next step; the home asks for the last payments, then names the hour of the draw', async () => {
    const shop = await openRuled(setup)
    const owner = await addHand(shop, 'Marisela', 'dueno')
    const read = owner.look
    const tasks = () => readDueDeeds(shop.ctx, owner)
    const about = { id: shop.id, titulo: 'Moto 200 cc', invitar: false }
    await buy(shop)
    await pay(shop)
    const prize = { premio: 0, titulo: 'Moto 200 cc', por: 'faro', ganador: null, anteriores: [], no_vendido: false }
    const [frozen, drawn] = ['2026-11-22T08:00:00-04:00', '2026-11-22T09:00:00-04:00']
    expect(await read()).toMatchObject({
      etapa: 'vendiendo',
      cierre: CLOSE,
      revision: null,
      lista: null,
      sorteo_desde: drawn,
      premios: [{ ...prize, espera: null }],
    })
    expect(await tasks()).toEqual([])
    atClose(shop)
    await tick(shop)
    const asked = { ...about, urge: true, texto: expect.stringContaining('Decide los últimos pagos.') }
    expect(await tasks()).toEqual([asked])
    expect(await read()).toMatchObject({
      etapa: 'revisando',
      cierre: CLOSE,
      revision: { hasta: frozen, esperan: 1 },
    })
    atClose(shop, 12 * HOUR)
    await tick(shop)
    const due = { tipo: 'faro', ronda: 34_183_012, en: drawn, llego: false }
    expect(await read()).toMatchObject({
      etapa: 'congelada',
      revision: null,
      lista: { cuenta: 2, congelada_en: frozen },
      aplazable: true,
      premios: [{ ...prize, espera: due }],
      faro: { estado: 'espera' },
    })
    const named = { ...about, urge: false, texto: 'Se sortea el 22 de noviembre, 9:00\u00a0a.\u00a0m.' }
    expect(await tasks()).toEqual([named])
    shop.ctx.clock.advance(HOUR)
    expect(await read()).toMatchObject({ aplazable: false, faro: { estado: 'buscando' } })
    shop.ctx.clock.advance(HOUR)
    expect(await read()).toMatchObject({ premios: [{ espera: { llego: true } }], faro: { estado: 'tarde' } })
  })

  test('where nobody took part, no prize has a winner', async () => {
    const shop = await openRuled(setup)
    const read = await open(shop)
    atClose(shop)
    await tick(shop)
    expect(await read()).toMatchObject({ etapa: 'terminado', premios: [{ no_vendido: true, espera: null }] })
  })
})

onSqlite('tasks that draws put in the panel', (setup) => {
  test('somebody tells a winner that no mail reaches, and the time counts from then', async () => {
    const { shop, league } = await openLed(setup, [byBeacon()])
    const { ctx } = shop
    const owner = await addHand(shop, 'Marisela', 'dueno')
    ctx.clock.set(BEGIN)
    await takeSigned({ shop, league })
    // Promised, and on its way; where no mail leaves it never is.
    expect(await readDueDeeds(ctx, owner)).toMatchObject([
      { urge: true, texto: expect.stringContaining('Avisa a quien ganó') },
    ])
    ctx.config.mail.smtpUrl = 'smtp://127.0.0.1:9'
    expect(await readDueDeeds(ctx, owner)).toEqual([])
    await setColumns(ctx, 'outbox', { estado: 'fallido' }, { clave: '%ganador%' })
    const winner = (await owner.look()).premios[0]?.ganador
    expect(await readDueDeeds(ctx, owner)).toMatchObject([
      { urge: true, texto: `Avisa a quien ganó con el ${winner?.numero}.` },
    ])
    await owner.ask('POST', `/ganadores/${winner?.id}/avisado`, { version: winner?.version })
    expect((await owner.look()).premios[0]?.ganador).toMatchObject({ reclama_hasta: '2026-11-25T09:00:00-04:00' })
    expect(await readDueDeeds(ctx, owner)).toEqual([])
  })

  test('a lottery that has drawn waits for somebody to type it', async () => {
    const { shop } = await openLed(setup, [byLottery({ hora: '13:00' })])
    const owner = await addHand(shop, 'Marisela', 'dueno')
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
    ctx.clock.set(BEGIN)
    await takeSigned({ shop, league })
    const enviado_en = ctx.clock.now()
    await setColumns(ctx, 'outbox', { estado: 'enviado', enviado_en })
    ctx.clock.set('2026-11-22T10:30:00-04:00')
    const winner = (await owner.look()).premios[0]?.ganador
    const given = () => ({ version: winner?.version, codigo: owner.code() })
    const lost = await owner.ask('POST', `/ganadores/${winner?.id}/vencido`, given)
    expect(lost.statusCode, lost.body).toBe(200)
    ctx.clock.set('2026-11-22T13:05:00-04:00')
    const texto = 'Ya se puede escribir lo que salió en la lotería.'
    expect(await readDueDeeds(ctx, owner)).toMatchObject([{ texto }])
    // Its round is out and nobody may bring it before the lottery: the beacon is not late.
    ctx.clock.set('2026-11-24T09:00:00-04:00')
    expect((await owner.look()).faro).toBe(null)
  })
})
