import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import {
  chooseCents,
  comeIn,
  confirmAll,
  decide,
  file,
  join,
  letConfirm,
  type MoneyDesk,
  notice,
  openBdvShop,
  openMoneyShop,
  PRICE,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { HIS_DOCUMENT, LUIS, play, stories } from '#app/server/testing/money/money-story.ts'
import { movementsOf } from '#app/server/testing/money/statement-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readBooks } from '#money/server/books/read-books.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { after } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '../automatic/watch-money.ts'

const BDV = '0102 Banco de Venezuela'
const HOUSE = 'J-12345678-0'
/** The number that Banco de Venezuela lists for its own customers. */
const LISTED = { referencia: '0677200011', banco_origen: '0102' }

/** Transfers come into the same account as Pago Móvil. */
async function addTransfer({ ctx }: MoneyDesk, cedula = HOUSE, banco = BDV): Promise<void> {
  const account = {
    numeroCuenta: `${banco.slice(0, 4)}-0000-12-0000123456`,
    nombre: 'Inversiones Ejemplo',
    cedula,
    banco,
  }
  const money = { moneda: 'VES' as const, precio_por_boleto: null, paginas: ['A' as const, 'B' as const] }
  await changeMethod(ctx, 5, { ...account, ...money }, TESTER)
}

onSqlite('one payment pays one purchase', (setup) => {
  test.each([
    ['though it is told under the two methods of one account', 1, HOUSE, HOUSE, BDV],
    ['also where one names its holder by the cédula, the other by the RIF', 1, 'V-12345678', 'V-12345678-0', BDV],
    ['also where that is written without its dashes', 1, 'V-12345678', 'V123456780', BDV],
    ['also where one does not name its holder', 1, '', 'V-12345678', BDV],
    ['control: under the methods of two accounts it is two payments', 2, HOUSE, HOUSE, '0134 Banesco'],
  ])('%s', async (_, payments, one, other, banco) => {
    const shop = await openBdvShop(setup)
    await addTransfer(shop, other, banco)
    await changeMethod(shop.ctx, 1, { cedula: one }, TESTER)
    const told = [{ ...LISTED, ...HIS_DOCUMENT, id_banco: 'fila-1' }]
    await comeIn(shop, told)
    const first = await pay(shop, '30906155', LUIS)
    expect(await confirmAll(shop)).toEqual([first])
    await comeIn(shop, told, { ...file('x'), metodo_id: 5 })
    await pay(shop, '99887766', LUIS)
    expect(await confirmAll(shop)).toEqual([])
    expect(await movementsOf(shop)).toHaveLength(payments)
  })
})

onSqlite('the books of one account with two methods', (setup) => {
  test('have its money and its commissions once, whichever method they were told under', async () => {
    const shop = await openBdvShop(setup)
    await addTransfer(shop)
    const id = await pay(shop, '30906155', { metodo_id: '5', metodo_pago: 'transferencia' })
    await comeIn(shop, [{ referencia: '30906155', banco_origen: '0134' }])
    const fee = { referencia: '30906155', centimos: 2_000, sentido: 'debito', concepto: 'CARGO' } as const
    await comeIn(shop, [fee], { ...file('x'), metodo_id: 5 })
    expect(await confirmAll(shop)).toEqual([id])
    const books = await readBooks(shop.ctx, shop.ctx.db.read, shop.id)
    expect(books.metodos).toMatchObject([{ propia: { recibido: '6714.24', comisiones: '20.00' } }])
    expect(books.cuentas).toMatchObject([{ unido: '6714.24', comisiones: '20.00', titulo: 'Pago Movil y Nequi' }])
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('nothing is exact', (setup) => {
  test.each(
    stories(`
of a payment whose notice has the phone and whose statement the document, where two buyers each name one
  at bdv
  notice a: 000030906155 phone
  file b: 0677200011 @0102 doc
  marks -
  somebody 30906155 as telefono=0414-1112233
  somebody 55443322 as cedula=V-12.345.678
  confirms nothing
by the word of a phone that its bank tells under its own reference, before the bank has
  notice a: phone
  notice b: phone 000030906155
  marks - 1
  confirms nothing
  list bdv: phone 000030906155 @0134
  marks 2 -
  somebody 30906155 as telefono=0414-1112233
  confirms 1
of a payment whose rival a made-up notice of today would take away
  at bdv
  ana 30906155 as nombre=Ana_Pérez
  list bdv: 0677200011 @0102 doc day17
  notice a: phone 108834000222
  somebody 44332211 on 17 as pagador_cedula=V-12.345.678
  confirms nothing
of which one trait fits and another contradicts: the phone, and not the document
  at bdv
  list bdv: 0677200011 @0102 doc=V5555555 name=PEDRO_GOMEZ phone
  somebody 99887766 as pagador_telefono=0414-1112233
  confirms nothing
of which one trait fits and another contradicts: the document, and not its name
  at bdv
  list bdv: 0677200099 @0102 doc=V5555555 name=PEDRO_GOMEZ
  somebody 44332211 as cedula=V-5.555.555 nombre=Juana_Rojas
  confirms nothing
that somebody else names too, on whatever day
  somebody 000030906155
  list bdv: 0050930906155 @0134 day17
  somebody 906155 on 17
  confirms nothing
whose payer reported it three days late, and somebody else claims to have paid for them
  at bdv
  somebody 000030906155 as cedula=V-7.777.777
  list bdv: 0677200011 @0102 doc=V7777777 day17
  somebody 44332211 on 17 as pagador_cedula=V-7.777.777
  confirms nothing
that only a phone has reported, until the bank agrees
  somebody 30906155
  notice a: 000030906155
  confirms nothing
  file b: 000030906155
  confirms 1
that may be returned money, told later; a false notice that was ignored takes nothing of later money
  notice a:
  ignorado 1
  file b: his-phone
  otra 2
  devuelto 2
  somebody 30906155
  luis 40906155
  list bdv: 0050930906155 @0134 phone | 000040906155 @0134 his-phone
  confirms 1
`),
  )('%s', (_, lines) => play(setup, lines))

  test.each([
    ['by its own céntimos, where the bank names a payer who reports another amount', '0424-2222222', []],
    ['control: a payer who reports nothing may be anybody', '0424-3333333', [1]],
  ])('%s', async (_, telefono, confirmed) => {
    const shop = await openBdvShop(setup, { centimos_unicos: 99 })
    const { apartado, centimos } = await chooseCents(shop)
    await pay(shop, '44556677', { apartado })
    await pay(shop, '88776655', { telefono })
    await comeIn(shop, [{ ...LISTED, centimos, documento_origen: 'V2222222', telefono_origen: '584242222222' }])
    expect(await confirmAll(shop)).toEqual(confirmed)
  })
})

onSqlite('a decision of a person about money', (setup) => {
  test('is of the rest at that time: money that a purchase lets go of later is free, and the same money is never both', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    const [money = 0] = await comeIn(shop, [{ referencia: '11112222', centimos: PRICE + 1_000 }])
    const say = async (que: string) =>
      (await shop.post(`/conciliacion/movimientos/${money}`, { que, razon: 'Así es.' })).json()
    expect((await join(shop, id, money)).statusCode).toBe(200)
    await decide(shop, money, 'devuelto')
    expect(await say('ignorado')).toMatchObject({ code: 'MOVIMIENTO_USADO' })
    await shop.post('/conciliacion/desunir', { compra_id: id, movimiento_id: money })
    expect(await movementsOf(shop)).toMatchObject([{ unido: 0, devuelto: 1_000, ignorado: 0, estado: 'abierto' }])
    const tooMuch = { compra_id: id, movimientos: [{ id: money, monto: '6714.25' }] }
    expect((await shop.post('/conciliacion/unir', tooMuch)).json()).toMatchObject({ code: 'MOVIMIENTO_USADO' })
    expect((await join(shop, id, money)).statusCode).toBe(200)
    const more = shop.ctx.db.read.updateTable('movements').set({ devuelto: 1_001 }).where('id', '=', money)
    await expect(more.execute()).rejects.toThrow()
    expect(await audit(shop.ctx)).toEqual([])
    expect(await say('abierto')).toMatchObject({ libre: '10.00', devuelto: '0.00' })
  })
})

/** The bank's line for the woman who paid within it, and how she reports. */
const PAID = { ...LISTED, documento_origen: 'V12345678', nombre_origen: 'ANA PEREZ' }
const BUYER = { cedula: 'V-12.345.678', telefono: '0414-1112233', nombre: 'Ana Pérez' }

// A message forged to the shop's phone, in the words of its bank: the thief's reference and phone, the price that everybody pays.
onSqlite('a notice that somebody made up', (setup) => {
  test.each(
    stories(`
does not become the word of the bank where it comes before the payment: neither alone nor together are its words exact
  at bdv alone
  notice a: 108834000222 phone=584149999999
  list bdv: 0677200011 @0102 doc name=ANA_PEREZ
  stranger 34000222
  tries
  waits 1
does not become the word of the bank where it comes after the payment
  at bdv alone
  list bdv: 0677200011 @0102 doc name=ANA_PEREZ
  notice a: 108834000222 phone=584149999999
  stranger 34000222
  tries
  waits 1
takes nothing from its true payer
  at bdv
  notice a: 108834000222 phone=584149999999
  file b: 0677200011 @0102 doc name=ANA_PEREZ
  confirms nothing
  ana 30906155 as nombre=Ana_Pérez
  confirms 1
takes nothing from its true payer where it says nothing but a name
  at bdv
  notice a: name=PEDRO_GOMEZ
  file b: 0677200011 @0102 doc name=ANA_PEREZ
  confirms nothing
  ana 30906155 as nombre=Ana_Pérez
  confirms 1
that went to the row of another payer leaves each their own
  at bdv
  notice a: 108834000222 phone=584149999999
  file b: 0677200011 @0102 doc name=ANA_PEREZ | 0677200033 @0102 doc=V9999999 name=LUIS_PAZ
  stranger 34000222 as nombre=Luis_Paz
  stranger 55443322 as nombre=Luis_Paz
  confirms nothing
`),
  )('%s', (_, lines) => play(setup, lines))

  test('control: details under the reference of the bank are filled in by it', async () => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [{ referencia: '30906155', telefono_origen: '584141112233' }], notice('a'))
    await comeIn(shop, [{ referencia: '0050930906155' }], file('b'))
    expect(await movementsOf(shop)).toMatchObject([
      { confianza: 'extracto', telefono_origen: '584141112233', cola_avisada: '30906155' },
    ])
  })
})

onSqlite('a stranger who knows the phone of somebody about to pay', (setup) => {
  test.each(
    stories(`
and reports first, of no reference, is not confirmed by that payment
  at bdv alone
  looks
  somebody 0000 as telefono=0414-1112233
  list bdv: 005030906155 @0134 phone
  looks
  waits 1
and reports first, of any reference, is not confirmed by that payment
  at bdv alone
  looks
  somebody 99887766 as telefono=0414-1112233
  list bdv: 30906155 @0102 phone
  looks
  waits 1
is never exact by the phone in a report of no reference; control: a phone with the name of its owner is certain
  at alone
  list bdv: 005030906155 @0134 phone name=ANA_PEREZ
  somebody 0000 as pagador_telefono=0414-1112233 nombre=Ana_Rojas_Pérez
  confirms nothing
  ana 906155 as nombre=Ana_Pérez
  looks
  waits 1
  pays 1
`),
  )('%s', (_, lines) => play(setup, lines))

  test('money that came after its report does not confirm it alone, under any cédula', async () => {
    const shop = await openBdvShop(setup)
    await letConfirm(shop)
    const ids = [await pay(shop, '99887766', BUYER), await pay(shop, '88776655', { cedula: 'V-2.222.222' })]
    const en = shop.ctx.clock.now()
    await comeIn(shop, [
      { ...PAID, en: after(en, 16 * 60_000) },
      { ...PAID, referencia: '0677200022', documento_origen: 'V2222222', nombre_origen: '', en: after(en, 60_000) },
    ])
    await createMoneyWatch(shop.ctx)()
    expect(await Promise.all(ids.map((id) => stateOf(shop, id)))).toEqual(['en revision', 'confirmado'])
  })

  test('céntimos that another paid by the word of the bank wait for a person: they may be the plain price of another raffle', async () => {
    const shop = await openBdvShop(setup, { centimos_unicos: 999 })
    await letConfirm(shop)
    const look = createMoneyWatch(shop.ctx)
    await look()
    const [his, hers] = [await chooseCents(shop), await chooseCents(shop)]
    const thief = await pay(shop, '44556677', { apartado: his.apartado })
    const ana = await pay(shop, '55667788', { apartado: hers.apartado, ...BUYER })
    await comeIn(shop, [
      { ...PAID, centimos: his.centimos },
      { ...PAID, referencia: '0677200012', centimos: hers.centimos },
    ])
    await look()
    expect([await stateOf(shop, thief), await stateOf(shop, ana)]).toEqual(['en revision', 'confirmado'])
  })
})
