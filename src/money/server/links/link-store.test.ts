import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { post } from '#app/server/testing/desk.ts'
import { comeIn, openMoneyShop, PRICE, pay } from '#app/server/testing/money/money-shop.ts'
import { noteWritten } from '#journal/server/testing/note-written.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { listLinks, removeLinks } from './link-store.ts'

onBothEngines('money that somebody joins from two windows, or again after an answer that was lost', (setup) => {
  test('is joined once: the page sends the state that it showed', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    const [money = 0] = await comeIn(shop, [{ centimos: 2 * PRICE }])
    const join = (unido?: string) =>
      post(shop, shop.headers, '/conciliacion/unir', {
        compra_id: id,
        movimientos: [{ id: money, monto: '6714.24' }],
        ...(unido === undefined ? {} : { unido }),
      })
    const answers = await Promise.all([join('0.00'), join('0.00')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await join('0.00')).json()).toMatchObject({ code: 'LO_UNIDO_CAMBIO' })
    expect((await join('6714.2')).statusCode).toBe(422)
    const links = await listLinks(shop.ctx.db.read, [id])
    expect(links.map(({ centimos }) => Number(centimos))).toEqual([PRICE])
    // A caller who knows the sum may, and so may a program that sends none.
    expect((await join('6714.24')).statusCode).toBe(200)
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('a link that is taken away', (setup) => {
  test('gives back what it has by then, though somebody joined more since it was read', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    const [money = 0] = await comeIn(shop, [{ centimos: 2 * PRICE }])
    const join = async (monto: string) => {
      const body = { compra_id: id, movimientos: [{ id: money, monto }] }
      expect((await post(shop, shop.headers, '/conciliacion/unir', body)).statusCode).toBe(200)
    }
    await join('100.00')
    const read = await listLinks(shop.ctx.db.read, [id])
    await join('50.00')
    await shop.ctx.db.write(`rifa:${shop.id}`, async (tx) => {
      await removeLinks(tx, read)
      await noteWritten(tx, { purchases: [1], movements: [1] })
    })
    expect(await audit(shop.ctx)).toEqual([])
    const row = await shop.ctx.db.read.selectFrom('movements').select('unido').executeTakeFirst()
    expect(Number(row?.unido)).toBe(0)
  })
})
