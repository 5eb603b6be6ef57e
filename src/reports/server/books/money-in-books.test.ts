import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import {
  ACCOUNT,
  act,
  booksOf,
  comeIn,
  confirmAll,
  look,
  type MoneyDesk,
  openMoneyShop,
  PRICE,
  pay,
} from '#app/server/testing/money/money-shop.ts'
import { addRaffle } from '#app/server/testing/shop.ts'
import type { Books } from '#money/books-contract.ts'
import type { Unreported } from '#money/contract.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { expectAccountsAddUp, expectAddsUp } from '../testing/books.ts'

const join = (shop: MoneyDesk, compra_id: number, ...movimientos: { id: number; monto?: string }[]) =>
  act(shop, '/conciliacion/unir', { compra_id, movimientos })

async function expectWhole(shop: MoneyDesk, ...all: Books[]): Promise<void> {
  for (const books of all) {
    for (const { propia, ves, usd } of books.metodos) for (const figures of [propia, ves, usd]) expectAddsUp(figures)
    expectAddsUp(books.total.ves)
    expectAddsUp(books.total.usd)
    expectAccountsAddUp(books)
  }
  expect(await audit(shop.ctx)).toEqual([])
}

onSqlite('money above the owed amount', (setup) => {
  test('is to be given back from when it is joined or approved, until a person has given it back', async () => {
    const shop = await openMoneyShop(setup)
    const [joined, exact] = [await pay(shop, '700000000001'), await pay(shop, '700000000002')]
    const [more = 0, rest = 0] = await comeIn(shop, [
      { centimos: PRICE + 5_000 },
      { centimos: PRICE + 1_234, referencia: '700000000002' },
    ])
    await join(shop, joined, { id: more })
    await join(shop, exact, { id: rest })
    const before = await booksOf(shop)
    expect(before.total.ves).toMatchObject({
      vendido: '13428.48',
      recibido: '13490.82',
      debe: '0.00',
      devolver: '62.34',
    })
    expect(before.metodos).toMatchObject([{ usd: { recibido: '20.09', devolver: '0.09' } }])
    expect(before.cuentas).toMatchObject([
      { entro: '13490.82', unido: '13428.48', sobra: '62.34', sin_reporte: '0.00' },
    ])
    await expectWhole(shop, before)
    // Where a person decides about it, whatever became of its purchase.
    const open = async () =>
      (await look<Unreported>(shop, '/sin-reporte')).movimientos.map(({ id, libre }) => [id, libre])
    const left = [
      [rest, '12.34'],
      [more, '50.00'],
    ]
    expect(await open()).toEqual(left)
    await act(shop, `/compras/${exact}/aprobar`, { version: 1 })
    expect(await open()).toEqual(left)
    await act(shop, `/conciliacion/movimientos/${more}`, { que: 'devuelto', razon: 'Pagó de más.' })
    const after = await booksOf(shop)
    expect(after.total.ves).toMatchObject({ recibido: '13440.82', devolver: '12.34' })
    expect(after.cuentas).toMatchObject([{ sobra: '12.34', devuelto: '50.00' }])
    await expectWhole(shop, after)
  })

  test('of one transfer for purchases of two raffles counts in one of them, once', async () => {
    const shop = await openMoneyShop(setup)
    const other = await addRaffle(shop.ctx)
    const mine = await pay(shop, '700000000001')
    const theirs = await pay(shop, '700000000002', { id_rifa: String(other) })
    const [money = 0] = await comeIn(shop, [{ centimos: 2 * PRICE + 700 }])
    await join(shop, theirs, { id: money })
    expect((await booksOf(shop, other)).total.ves).toMatchObject({ devolver: '6721.24' })
    await join(shop, mine, { id: money })
    const both = [await booksOf(shop), await booksOf(shop, other)]
    expect(both.map(({ total }) => [total.ves.recibido, total.ves.devolver])).toEqual([
      ['6721.24', '7.00'],
      ['6714.24', '0.00'],
    ])
    await expectWhole(shop, ...both)
  })

  test('covers nothing that a person left open: it is to be given back, and the rest is owed', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '700000000001')
    const [money = 0] = await comeIn(shop, [{}])
    await join(shop, id, { id: money, monto: '6000.00' })
    const books = await booksOf(shop)
    expect(books.total.ves).toMatchObject({ recibido: '6714.24', debe: '714.24', devolver: '714.24' })
    await expectWhole(shop, books)
  })
})

onSqlite('money that may be told twice', (setup) => {
  test('counts apart until a person says that it is another payment', async () => {
    const shop = await openMoneyShop(setup)
    const row = { referencia: '700000000001' }
    const fee = { ...row, sentido: 'debito', centimos: 201 } as const
    await comeIn(
      shop,
      [row, row, fee, fee].map((one, at) => ({ ...one, id_banco: `fila-${at}` })),
    )
    await pay(shop, '700000000009')
    const money = await shop.ctx.db.read.selectFrom('movements').select(['id', 'repetida_de']).orderBy('id').execute()
    expect(money.map(({ repetida_de }) => repetida_de !== null)).toEqual([false, true, false, true])
    const before = await booksOf(shop)
    const once = { entro: '6714.24', sin_reporte: '6714.24', comisiones: '2.01', otras_salidas: '0.00' }
    expect(before.cuentas).toMatchObject([{ ...once, repetido: '6714.24', salidas_repetidas: '2.01' }])
    await expectWhole(shop, before)
    const summary = async () => (await shop.get('/conciliacion')).json().sin_reporte
    const list = async () => (await shop.get('/conciliacion/sin-reporte')).json()
    const apart = { cantidad: 2, sumas: [{ moneda: 'VES', monto: '6714.24' }], repetidas: 1, revertidas: 0 }
    expect(await summary()).toEqual(apart)
    expect(await list()).toMatchObject(apart)
    // Put aside as the same row it is still no money.
    const [, again = { id: 0 }] = money
    await act(shop, `/conciliacion/movimientos/${again.id}`, { que: 'ignorado', razon: 'Es la misma fila.' })
    expect((await booksOf(shop)).cuentas).toMatchObject([{ ...once, ignorado: '0.00', repetido: '6714.24' }])
    await act(shop, `/conciliacion/movimientos/${again.id}`, { que: 'abierto' })
    await act(shop, `/conciliacion/movimientos/${again.id}`, { que: 'otra' })
    const after = await booksOf(shop)
    expect(after.cuentas).toMatchObject([{ entro: '13428.48', sin_reporte: '13428.48', repetido: '0.00' }])
    expect(await summary()).toEqual({
      cantidad: 2,
      sumas: [{ moneda: 'VES', monto: '13428.48' }],
      repetidas: 0,
      revertidas: 0,
    })
    await expectWhole(shop, after)
  })
})

onSqlite('a commission of a bank for a payment', (setup) => {
  test('is of the method and the currency of the purchase, at its rate, also where nobody said a method', async () => {
    const shop = await openMoneyShop(setup)
    const none = await pay(shop, '700000000001', { metodo_id: '', metodo_pago: '' })
    const kind = await pay(shop, '700000000002', { metodo_id: '' })
    await pay(shop, '700000000003', { metodo_id: '', metodo_pago: 'zelle' })
    await comeIn(shop, [
      { referencia: '700000000001' },
      { referencia: '700000000002' },
      { referencia: '700000000001', sentido: 'debito', centimos: 671 },
      { referencia: '700000000002', sentido: 'debito', centimos: 1_343 },
      // Under the same number, in another currency: of something else.
      { referencia: '700000000002', sentido: 'debito', centimos: 5, moneda: 'USD', tipo: 'otro' },
      { sentido: 'debito', centimos: 99, concepto: 'COMISION MENSUAL' },
    ])
    expect((await confirmAll(shop)).sort()).toEqual([none, kind].sort())
    const books = await booksOf(shop)
    const fees = books.metodos.map(({ titulo, moneda, propia, ves, usd }) => [
      `${titulo} ${moneda}`,
      ...[propia, ves, usd].map(({ comisiones }) => comisiones),
    ])
    expect(fees).toEqual([
      ['Pago Movil VES', '13.43', '13.43', '0.02'],
      ['Sin método VES', '6.71', '6.71', '0.01'],
      ['Zelle USD', '0.00', '0.00', '0.00'],
    ])
    expect([books.total.ves.comisiones, books.total.usd.comisiones]).toEqual(['20.14', '0.03'])
    // The account of purchases that name none is where their money came in.
    expect(books.cuentas).toMatchObject([
      { metodo_id: ACCOUNT, moneda: 'VES', unido: '13428.48', comisiones: '21.13' },
      { metodo_id: ACCOUNT, moneda: 'USD' },
    ])
    await expectWhole(shop, books)
  })
})
