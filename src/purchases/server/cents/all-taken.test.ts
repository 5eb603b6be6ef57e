import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { openShop, report } from '#app/server/testing/shop.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

onBothEngines('unique céntimos that are all taken', (setup) => {
  test('with 999 payments that wait, the next buyer is sold to, quoted the plain amount and never refused', async () => {
    const shop = await openShop(setup, { total_numeros: 1000, centimos_unicos: 999 })
    const waiting = await report(shop, { referencia: '700000000001', cedula: 'V-9.876.543' })
    const base = 671_424
    await shop.ctx.db.write('prueba', async (tx) => {
      for (let cents = 1; cents <= 999; cents++)
        await tx
          .insertInto('unique_cents')
          .values({
            ...{ metodo_id: 1, total: base + cents, apartado: `de-${cents}` },
            ...{ compra_id: waiting.json().id, usado_en: shop.ctx.clock.now() },
          })
          .execute()
    })
    const url = `/api/rifas/${shop.id}/apartados`
    const held = await shop.app.inject({ method: 'POST', url, payload: { cantidad_tickets: 2 } })
    const { token } = held.json()
    const chosen = await shop.app.inject({
      method: 'POST',
      url: '/api/rifas/apartado/metodo',
      payload: { apartado: token, metodo_id: 1 },
    })
    expect([chosen.statusCode, chosen.json().cotizacion.centimos]).toEqual([200, undefined])
    expect(chosen.json().cotizacion.total_bs).toBe('6714.24')
    const bought = await report(shop, { apartado: token, metodo_id: '1', referencia: '700000000002' })
    expect(bought.statusCode, bought.body).toBe(201)
    const { monto, centimos_unicos } = await shop.ctx.db.read
      .selectFrom('purchases')
      .select(['monto', 'centimos_unicos'])
      .where('id', '=', bought.json().id)
      .executeTakeFirstOrThrow()
    expect([monto, Number(centimos_unicos)]).toEqual(['6714.24', 0])
    expect(await audit(shop.ctx)).toEqual([])
  })
})
