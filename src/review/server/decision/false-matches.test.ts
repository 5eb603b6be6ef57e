import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import {
  ANA,
  chooseCents,
  comeIn,
  confirmAll,
  letConfirm,
  type MoneyDesk,
  openBdvShop,
  openConfirming,
  openMoneyShop,
  PRICE,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { addDays, after, type CalendarDate, dayInCaracas } from '#platform/clock.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { readBooks } from '#reconciliation/server/books/read-books.ts'
import { createMoneyWatch } from '../automatic/watch-money.ts'

const BDV = '0102 Banco de Venezuela'
const NOTICE = { fuente: 'aviso', confianza: 'aviso' } as const
const STATEMENT = { fuente: 'extracto', confianza: 'extracto' } as const
/** The number that Banco de Venezuela lists for its own customers. */
const LISTED = { referencia: '0677200011', banco_origen: '0102' }

/** Transfers come into the same account as Pago Móvil. */
async function addTransfer({ ctx }: MoneyDesk): Promise<void> {
  const account = { numeroCuenta: '0102-0000-12-0000123456', nombre: 'Inversiones Ejemplo', cedula: 'J-12345678-0' }
  const money = { moneda: 'VES' as const, precio_por_boleto: null, paginas: ['A' as const, 'B' as const] }
  await changeMethod(ctx, 5, { ...account, ...money, banco: BDV }, TESTER)
}

const movements = ({ ctx }: MoneyDesk) => ctx.db.read.selectFrom('movements').selectAll().orderBy('id').execute()
const daysAgo = ({ ctx }: MoneyDesk, days: number) => addDays(dayInCaracas(ctx.clock.now()), -days) as CalendarDate

const join = (shop: MoneyDesk, compra_id: number, id: number) =>
  shop.post('/conciliacion/unir', { compra_id, movimientos: [{ id }] })

onBothEngines('one payment pays one purchase', (setup) => {
  test('though it is reported under the two methods of one account', async () => {
    const shop = await openBdvShop(setup)
    await addTransfer(shop)
    const payment = { ...LISTED, documento_origen: 'V12345678' }
    await comeIn(shop, [payment])
    const first = await pay(shop, '30906155', ANA)
    expect(await confirmAll(shop)).toEqual([first])
    await comeIn(shop, [payment], { ...STATEMENT, metodo_id: 5 })
    await pay(shop, '99887766', ANA)
    expect(await confirmAll(shop)).toEqual([])
    expect(await movements(shop)).toHaveLength(1)
  })
})

onSqlite('one payment pays one purchase', (setup) => {
  test('though the forwarded notice has the phone and the statement the document, and two buyers each name one', async () => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [{ referencia: '000030906155', telefono_origen: '584141112233' }], NOTICE)
    await comeIn(shop, [{ ...LISTED, documento_origen: 'V12345678' }], STATEMENT)
    expect(await movements(shop)).toHaveLength(1)
    await pay(shop, '30906155', { telefono: ANA.telefono })
    await pay(shop, '55443322', { cedula: ANA.cedula })
    expect(await confirmAll(shop)).toEqual([])
  })

  test.each([
    ['one names its holder by the cédula, the other by the RIF', 'V-12345678', 'V-12345678-0'],
    ['that is written without its dashes', 'V-12345678', 'V123456780'],
    ['one does not name its holder', '', 'V-12345678'],
  ])('also where %s', async (_, one, other) => {
    const shop = await openBdvShop(setup)
    await addTransfer(shop)
    await changeMethod(shop.ctx, 1, { cedula: one }, TESTER)
    await changeMethod(shop.ctx, 5, { cedula: other }, TESTER)
    for (const metodo_id of [1, 5]) await comeIn(shop, [{ ...LISTED, id_banco: 'fila-1' }], { ...STATEMENT, metodo_id })
    expect(await movements(shop)).toHaveLength(1)
  })

  test('control: under the methods of two accounts it is two payments', async () => {
    const shop = await openBdvShop(setup)
    await addTransfer(shop)
    await changeMethod(shop.ctx, 5, { banco: '0134 Banesco' }, TESTER)
    const payment = { ...LISTED, documento_origen: 'V12345678' }
    await comeIn(shop, [payment])
    await comeIn(shop, [payment], { ...STATEMENT, metodo_id: 5 })
    expect(await movements(shop)).toHaveLength(2)
  })

  test('though a workbook lost its reference, or another one cut its description', async () => {
    for (const [before, after] of [
      [
        { referencia: '120030906155', telefono_origen: '584141112233' },
        { referencia: '', telefono_origen: '584141112233' },
      ],
      [
        { referencia: '120030906155', concepto: 'PAGO MOVIL 0134 RIFA' },
        { referencia: '120030906155', concepto: 'PAGO MOVIL 0134' },
      ],
    ]) {
      const shop = await openMoneyShop(setup)
      await comeIn(shop, [before ?? {}], STATEMENT)
      const [again = 0] = await comeIn(shop, [after ?? {}], { ...STATEMENT, crudo_sha256: 'another' })
      expect((await movements(shop)).map(({ id, repetida_de }) => [id, repetida_de !== null])).toEqual([
        [expect.any(Number), false],
        [again, true],
      ])
    }
  })
})

onSqlite('a payment that is told again', (setup) => {
  test('in another form, of rows that say no reference and nobody, may be repeated as often as it was there; control: in one file it is not', async () => {
    const shop = await openMoneyShop(setup)
    const rows = (concepto: string, count: number) => Array.from({ length: count }, () => ({ concepto }))
    await comeIn(shop, rows('ABONO', 2), { ...STATEMENT, crudo_sha256: 'csv' })
    await comeIn(shop, rows('ABONO EN CUENTA', 3), { ...STATEMENT, crudo_sha256: 'qif' })
    expect((await movements(shop)).map(({ repetida_de }) => repetida_de !== null)).toEqual([
      ...[false, false],
      ...[true, true, false],
    ])
  })

  test('by the bank under its own reference is no repetition of the word of a phone', async () => {
    const shop = await openMoneyShop(setup)
    const phone = { telefono_origen: '584141112233' }
    await comeIn(shop, [phone], NOTICE)
    await comeIn(shop, [{ ...phone, referencia: '000030906155' }], NOTICE)
    expect((await movements(shop)).map(({ repetida_de }) => repetida_de)).toEqual([null, 1])
    await comeIn(shop, [{ ...phone, referencia: '000030906155', banco_origen: '0134' }])
    expect((await movements(shop)).map(({ repetida_de }) => repetida_de)).toEqual([2, null])
    const id = await pay(shop, '30906155', { telefono: '0414-1112233' })
    expect(await confirmAll(shop)).toEqual([id])
  })

  test('by the bank names its payer, whatever a notice under that reference has said', async () => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [{ referencia: '30906155', telefono_origen: '584149999999', nombre_origen: 'LUIS PAZ' }], NOTICE)
    await comeIn(shop, [{ referencia: '30906155', telefono_origen: '584141112233' }])
    expect(await movements(shop)).toMatchObject([{ telefono_origen: '584141112233', confianza: 'banco' }])
  })

  test('by a made-up notice of today takes no rival away', async () => {
    const shop = await openBdvShop(setup)
    const paid = daysAgo(shop, 3)
    await pay(shop, '30906155', { ...ANA, nombre: 'Ana Pérez' })
    await comeIn(shop, [{ ...LISTED, documento_origen: 'V12345678', dia: paid }])
    await comeIn(shop, [{ telefono_origen: '584141112233', referencia: '108834000222' }], NOTICE)
    await pay(shop, '44332211', { pagador_cedula: 'V-12.345.678', fecha: paid })
    expect(await confirmAll(shop)).toEqual([])
  })
})

onBothEngines('the books of one account with two methods', (setup) => {
  test('have its money and its commissions once, whichever method they were told under', async () => {
    const shop = await openBdvShop(setup)
    await addTransfer(shop)
    const id = await pay(shop, '30906155', { metodo_id: '5', metodo_pago: 'transferencia' })
    await comeIn(shop, [{ referencia: '30906155', banco_origen: '0134' }])
    const fee = { referencia: '30906155', centimos: 2_000, sentido: 'debito', concepto: 'CARGO' } as const
    await comeIn(shop, [fee], { ...STATEMENT, metodo_id: 5 })
    expect(await confirmAll(shop)).toEqual([id])
    const books = await readBooks(shop.ctx, shop.ctx.db.read, shop.id)
    expect(books.metodos).toMatchObject([{ propia: { recibido: '6714.24', comisiones: '20.00' } }])
    expect(books.cuentas).toMatchObject([{ unido: '6714.24', comisiones: '20.00', titulo: 'Pago Movil y Nequi' }])
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('nothing is exact', (setup) => {
  test('of which one trait fits and another contradicts', async () => {
    const shop = await openBdvShop(setup)
    const stranger = { documento_origen: 'V5555555', nombre_origen: 'PEDRO GOMEZ' }
    await comeIn(shop, [{ ...LISTED, ...stranger, telefono_origen: '584141112233' }])
    await pay(shop, '99887766', { pagador_telefono: '0414-1112233' })
    expect(await confirmAll(shop)).toEqual([])
    // The buyer's own cédula is a stranger's, whose name the bank gives.
    await comeIn(shop, [{ ...LISTED, referencia: '0677200099', ...stranger }])
    await pay(shop, '44332211', { cedula: 'V-5.555.555', nombre: 'Juana Rojas' })
    expect(await confirmAll(shop)).toEqual([])
  })

  test('that somebody else names too, on whatever day', async () => {
    const shop = await openMoneyShop(setup)
    const paid = daysAgo(shop, 3)
    // The payer paid then and reports without a day.
    await pay(shop, '000030906155')
    await comeIn(shop, [{ referencia: '0050930906155', banco_origen: '0134', dia: paid }])
    await pay(shop, '906155', { fecha: paid })
    expect(await confirmAll(shop)).toEqual([])
  })

  test('whose payer reported it three days late, and somebody else claims to have paid for them', async () => {
    const shop = await openBdvShop(setup)
    const paid = daysAgo(shop, 3)
    await pay(shop, '000030906155', { cedula: 'V-7.777.777' })
    await comeIn(shop, [{ ...LISTED, documento_origen: 'V7777777', dia: paid }])
    await pay(shop, '44332211', { pagador_cedula: 'V-7.777.777', fecha: paid })
    expect(await confirmAll(shop)).toEqual([])
  })

  test('that only a phone has reported', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    await comeIn(shop, [{ referencia: '000030906155' }], NOTICE)
    expect(await confirmAll(shop)).toEqual([])
    // The bank agrees.
    await comeIn(shop, [{ referencia: '000030906155' }], STATEMENT)
    expect(await confirmAll(shop)).toEqual([id])
  })

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
  const decide = (shop: MoneyDesk, id: number, que: string, razon = 'Así es.') =>
    shop.post(`/conciliacion/movimientos/${id}`, { que, razon })

  test('takes nothing of later money where a false notice was ignored, and a person looks at money that may be returned money', async () => {
    const shop = await openMoneyShop(setup)
    const [notice = 0] = await comeIn(shop, [{}], NOTICE)
    await decide(shop, notice, 'ignorado')
    const [back = 0] = await comeIn(shop, [{ telefono_origen: '584149998877' }], STATEMENT)
    // It may be the notice told again: it goes back once a person says that it is another one.
    await decide(shop, back, 'otra')
    await decide(shop, back, 'devuelto')
    const ids = [await pay(shop, '30906155'), await pay(shop, '40906155', { telefono: '0414-9998877' })]
    await comeIn(shop, [
      { referencia: '0050930906155', banco_origen: '0134', telefono_origen: '584141112233' },
      { referencia: '000040906155', banco_origen: '0134', telefono_origen: '584149998877' },
    ])
    expect(await confirmAll(shop)).toEqual(ids.slice(0, 1))
  })

  test('is of the rest at that time: money that a purchase lets go of later is free, and the same money is never both', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    const [money = 0] = await comeIn(shop, [{ referencia: '11112222', centimos: PRICE + 1_000 }])
    expect((await join(shop, id, money)).statusCode).toBe(200)
    expect((await decide(shop, money, 'devuelto')).statusCode).toBe(200)
    expect((await decide(shop, money, 'ignorado')).json()).toMatchObject({ code: 'MOVIMIENTO_USADO' })
    await shop.post('/conciliacion/desunir', { compra_id: id, movimiento_id: money })
    expect(await movements(shop)).toMatchObject([{ unido: 0, devuelto: 1_000, ignorado: 0, estado: 'abierto' }])
    const too_much = { compra_id: id, movimientos: [{ id: money, monto: '6714.25' }] }
    expect((await shop.post('/conciliacion/unir', too_much)).json()).toMatchObject({
      code: 'MOVIMIENTO_USADO',
    })
    expect((await join(shop, id, money)).statusCode).toBe(200)
    const whole = ({ ctx }: MoneyDesk) =>
      ctx.db.read.updateTable('movements').set({ devuelto: 1_001 }).where('id', '=', money).execute()
    await expect(whole(shop)).rejects.toThrow()
    expect(await audit(shop.ctx)).toEqual([])
    expect((await decide(shop, money, 'abierto')).json()).toMatchObject({ libre: '10.00', devuelto: '0.00' })
  })
})

/** A message forged to the shop's phone, in the words of its bank: the thief's reference and phone, the price that everybody pays. */
const MADE_UP = { referencia: '108834000222', telefono_origen: '584149999999' }
const THIEF = { telefono: '0414-9999999' }
/** The bank's line for the woman who paid within it. */
const PAID = {
  referencia: '0677200011',
  documento_origen: 'V12345678',
  nombre_origen: 'ANA PEREZ',
  banco_origen: '0102',
}
const BUYER = { ...ANA, nombre: 'Ana Pérez' }

onSqlite('a notice that somebody made up', (setup) => {
  test.each([
    ['before the payment', [NOTICE, undefined]],
    ['after it', [undefined, NOTICE]],
  ])('%s does not become the word of the bank: neither alone nor together are its words exact', async (_, order) => {
    const shop = await openBdvShop(setup)
    await letConfirm(shop)
    for (const word of order) await comeIn(shop, [word === NOTICE ? MADE_UP : PAID], word)
    const thief = await pay(shop, '34000222', THIEF)
    await createMoneyWatch(shop.ctx)()
    expect([await stateOf(shop, thief), await confirmAll(shop)]).toEqual(['en revision', []])
  })

  test('takes nothing from its true payer, also where it says nothing but a name', async () => {
    for (const words of [MADE_UP, { nombre_origen: 'PEDRO GOMEZ' }]) {
      const shop = await openBdvShop(setup)
      await comeIn(shop, [words], NOTICE)
      await comeIn(shop, [PAID], STATEMENT)
      expect(await confirmAll(shop)).toEqual([])
      const ana = await pay(shop, '30906155', BUYER)
      expect(await confirmAll(shop)).toEqual([ana])
    }
  })

  test('control: details under the reference of the bank are filled in by it', async () => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [{ referencia: '30906155', telefono_origen: '584141112233' }], NOTICE)
    await comeIn(shop, [{ referencia: '0050930906155' }], STATEMENT)
    const [money] = await shop.ctx.db.read.selectFrom('movements').selectAll().execute()
    expect(money).toMatchObject({ confianza: 'extracto', telefono_origen: '584141112233', cola_avisada: '30906155' })
  })

  test('that went to the row of another payer leaves each their own', async () => {
    const shop = await openBdvShop(setup)
    const luis = { cedula: 'V-9.999.999', telefono: '0414-9999999', nombre: 'Luis Paz' }
    await comeIn(shop, [MADE_UP], NOTICE)
    const his = { ...PAID, referencia: '0677200033', documento_origen: 'V9999999', nombre_origen: 'LUIS PAZ' }
    await comeIn(shop, [PAID, his], STATEMENT)
    await pay(shop, '34000222', luis)
    await pay(shop, '55443322', luis)
    expect(await confirmAll(shop)).toEqual([])
  })
})

onSqlite('a stranger who knows the phone of somebody about to pay', (setup) => {
  const CALL = { referencia: '005030906155', banco_origen: '0134', telefono_origen: '584141112233' }

  test.each([
    ['and reports first, of no reference', '0000', CALL],
    ['and reports first, of any reference', '99887766', { ...CALL, referencia: '30906155', banco_origen: '0102' }],
  ])('%s, is not confirmed by that payment', async (_, reference, call) => {
    const shop = await openBdvShop(setup)
    await letConfirm(shop)
    const look = createMoneyWatch(shop.ctx)
    await look()
    const thief = await pay(shop, reference, { telefono: BUYER.telefono })
    await comeIn(shop, [call])
    await look()
    expect(await stateOf(shop, thief)).toBe('en revision')
  })

  test('a report of no reference is never exact by a phone, and control: a phone with the name of its owner is certain', async () => {
    const shop = await openConfirming(setup)
    await comeIn(shop, [{ ...CALL, nombre_origen: 'ANA PEREZ' }])
    const thief = await pay(shop, '0000', { pagador_telefono: BUYER.telefono, nombre: 'Ana Rojas Pérez' })
    expect(await confirmAll(shop)).toEqual([])
    const ana = await pay(shop, '906155', BUYER)
    await createMoneyWatch(shop.ctx)()
    expect([await stateOf(shop, thief), await stateOf(shop, ana)]).toEqual(['en revision', 'confirmado'])
  })

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
