import { expect, test } from 'vitest'
import { addHand } from '#app/server/testing/led-draw.ts'
import { atClose, buy, CLOSE, HOUR, openRuled, pay, tick } from '#app/server/testing/ruled-shop.ts'
import { openShop, type Shop } from '#app/server/testing/shop.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'

const open = async (shop: Shop) => (await addHand(shop, 'Marisela', 'dueno')).look

onSqlite('the draw as its owner sees it', (setup) => {
  test('without a rule there is none', async () => {
    const read = await open(await openShop(setup))
    expect(await read()).toMatchObject({ etapa: 'sin_regla', titulo: 'Moto 200 cc', premios: [], sigue: [] })
  })

  test('it names its state and the next step', async () => {
    const shop = await openRuled(setup)
    const read = await open(shop)
    await buy(shop)
    await pay(shop)
    const prize = { premio: 0, titulo: 'Moto 200 cc', por: 'faro', ganador: null, anteriores: [], no_vendido: false }
    const [frozen, drawn] = ['2026-11-22T08:00:00-04:00', '2026-11-22T09:00:00-04:00']
    const review = { que: 'lista', premio: null, en: frozen }
    const draw = { que: 'sorteo', premio: null, en: drawn }
    expect(await read()).toMatchObject({
      etapa: 'vendiendo',
      cierre: CLOSE,
      ensayo: false,
      revision: null,
      lista: null,
      sorteo_desde: drawn,
      premios: [{ ...prize, espera: null }],
      sigue: [{ que: 'cierre', en: CLOSE }, review, draw],
    })
    atClose(shop)
    await tick(shop)
    expect(await read()).toMatchObject({
      etapa: 'revisando',
      cierre: CLOSE,
      revision: { hasta: frozen, esperan: 1 },
      sigue: [review, draw],
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
      faro: { premio: 0, ronda: due.ronda, en: drawn, estado: 'espera', mirado_en: null },
      sigue: [{ que: 'faro', premio: 0, en: drawn }],
    })
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
    expect(await read()).toMatchObject({ etapa: 'terminado', premios: [{ no_vendido: true, espera: null }], sigue: [] })
  })
})
