import { expect, test } from 'vitest'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { openShop, report, type Shop } from './testing/shop.ts'

onBothEngines('a report and its hold', (setup) => {
  const hold = async (shop: Shop, body: object): Promise<string> =>
    (await shop.app.inject({ method: 'POST', url: `/api/rifas/${shop.id}/apartados`, payload: body })).json().token

  test('one that names other numbers than were held is refused, and keeps the hold; the same in another order is not', async () => {
    const shop = await openShop(setup)
    const apartado = await hold(shop, { cantidad_tickets: 2, numeros_seleccionados: ['03', '07'] })
    const named = (numbers: string[]) =>
      report(shop, { apartado, numeros_seleccionados: JSON.stringify(numbers) }, { manual: true })
    for (const others of [
      ['03', '08'],
      ['03', '03'],
    ]) {
      const refused = await named(others)
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'APARTADO_DISTINTO'])
    }
    expect((await shop.app.inject(`/api/rifas/apartados/${apartado}`)).statusCode).toBe(200)
    const { statusCode, body } = await named(['07', '03'])
    expect(statusCode, body).toBe(201)
  })

  test('numbers that are named for a hold without any are refused too', async () => {
    const shop = await openShop(setup)
    const apartado = await hold(shop, { cantidad_tickets: 2 })
    const refused = await report(shop, { apartado, numeros_seleccionados: '["03","07"]' }, { manual: true })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'APARTADO_DISTINTO'])
  })

  test('the hold of an accepted report buys nothing a second time, whatever was changed in the form', async () => {
    const shop = await openShop(setup)
    const apartado = await hold(shop, { cantidad_tickets: 2 })
    expect((await report(shop, { apartado }, { key: 'primera-vez' })).statusCode).toBe(201)
    const again = await report(shop, { apartado, referencia: '004512783391' }, { key: 'segunda-vez' })
    expect([again.statusCode, again.json().code]).toEqual([409, 'APARTADO_REPORTADO'])
    const { data } = (await shop.app.inject(`/api/rifas/${shop.id}/status`)).json()
    expect(data.rifa.numeros_disponibles).toBe(98)
  })
})
