import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import {
  ANA,
  comeIn,
  confirmAll,
  join,
  linksOf,
  look,
  openBdvShop,
  PRICE,
  pay,
  sellCash,
} from '#app/server/testing/money/money-shop.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import { readBooks } from './books/read-books.ts'

onSqlite('a sale for cash', (setup) => {
  test.each([
    ['confirmed', '1', PRICE],
    ['left in review', '', PRICE - 100],
  ])(
    '%s with the number of a receipt, it takes no money that comes into an account',
    async (_, confirmar, centimos) => {
      const shop = await openBdvShop(setup)
      const cash = await sellCash(shop, { ...ANA, referencia: '000123456', confirmar })
      // Another payment of hers, under that very number, before she has reported it.
      await comeIn(shop, [{ referencia: '0000123456', centimos, banco_origen: '0134', documento_origen: 'V12345678' }])
      await createMoneyWatch(shop.ctx)()
      expect(await linksOf(shop)).toEqual([])
      expect(await look(shop, `/veredictos?compras=${cash}`)).toEqual({ veredictos: {} })
      if (confirmar === '') {
        const purchase = await shop.app.inject({ url: `/api/panel/compras/${cash}`, headers: shop.headers })
        expect(purchase.json().comprobaciones.map(({ sobre }: { sobre: string }) => sobre)).not.toContain('banco')
      }
      const id = await pay(shop, '30906155', ANA)
      await comeIn(shop, [{ referencia: '30906155', banco_origen: '0134' }])
      expect(await confirmAll(shop)).toEqual([id])
    },
  )

  test('money is not joined to it: the books count the cash, once', async () => {
    const shop = await openBdvShop(setup)
    const id = await sellCash(shop, { ...ANA, referencia: '' })
    const [money] = await comeIn(shop, [{ referencia: '30906155' }])
    const answer = await join(shop, id, money)
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'SE_COBRO_EN_EFECTIVO' }])
    expect(await linksOf(shop)).toEqual([])
    const { metodos } = await readBooks(shop.ctx, shop.ctx.db.read, shop.id)
    expect(metodos.map(({ titulo, propia }) => [titulo, propia.recibido])).toEqual([['Efectivo', '6714.24']])
    expect(await audit(shop.ctx)).toEqual([])
  })
})
