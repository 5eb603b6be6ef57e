import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { post } from '#app/server/testing/desk.ts'
import {
  comeIn,
  confirmAll,
  type MoneyShop,
  openBdvShop,
  openMoneyShop,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { addDays, type CalendarDate, dayInCaracas } from '#platform/clock.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

const NOTICE = { fuente: 'aviso', confianza: 'aviso' } as const
const STATEMENT = { fuente: 'extracto', confianza: 'extracto' } as const
const ANA = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
const LIST = { fuente: 'bdv', confianza: 'banco' } as const
const CALL = { ...LIST, canal: 'webhook', crudo_sha256: 'call' } as const
const CALLED = { referencia: '154469146319', telefono_origen: '584141112233', banco_origen: '0102' }
const LUIS = { id_banco: 'luis', referencia: '067700010001', documento_origen: 'V87654321', banco_origen: '0102' }
const HERS = { id_banco: 'ana', referencia: '067700020002', documento_origen: 'V12345678', banco_origen: '0102' }

/** Ana reports a second time, with another number. */
async function expectOnce(shop: MoneyShop): Promise<void> {
  const next = await pay(shop, '199999999', ANA)
  await confirmAll(shop)
  expect(await stateOf(shop, next)).toBe('en revision')
}

const byHand = async (shop: MoneyShop, compra_id: number, id: number | undefined) =>
  expect((await post(shop, shop.headers, '/conciliacion/unir', { compra_id, movimientos: [{ id }] })).statusCode).toBe(
    200,
  )

const movements = ({ ctx }: MoneyShop) => ctx.db.read.selectFrom('movements').selectAll().orderBy('id').execute()
const daysAgo = ({ ctx }: MoneyShop, days: number) => addDays(dayInCaracas(ctx.clock.now()), -days) as CalendarDate

onBothEngines('a payment that two sources report', (setup) => {
  test.each([
    ['the list of the bank', { fuente: 'bnc', confianza: 'banco' }],
    ['the statement', STATEMENT],
  ] as const)('is one where a call had both of its numbers and %s the second', async (_, word) => {
    const shop = await openMoneyShop(setup)
    const payer = { documento_origen: 'V12345678', banco_origen: '0134' }
    const both = { referencia: '000030906155', referencia_otra: '771200345', ...payer }
    await comeIn(shop, [both], { fuente: 'bnc', confianza: 'banco', canal: 'webhook' })
    await comeIn(shop, [{ referencia: '771200345', ...payer }], word)
    expect(await movements(shop)).toHaveLength(1)
    const first = await pay(shop, '30906155', ANA)
    await pay(shop, '1234', ANA)
    expect([...(await confirmAll(shop)), ...(await confirmAll(shop))]).toEqual([first])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('may be one under the same number days apart, also of a phone; control: under another it is another', async () => {
    const shop = await openMoneyShop(setup)
    // A bank that is asked about a payment does not give its day: that of the report is used.
    await comeIn(shop, [{ referencia: '30906155' }, { referencia: '906144' }])
    await comeIn(shop, [{ referencia: '000040906155' }], NOTICE)
    const paid = { dia: daysAgo(shop, 3), documento_origen: 'V12345678' }
    const rows = ['0050930906155', '906144', '906199', '000040906155'].map((referencia) => ({ referencia, ...paid }))
    await comeIn(shop, rows, STATEMENT)
    const told = await movements(shop)
    expect(told.slice(3).map(({ repetida_de }) => repetida_de)).toEqual([told[0]?.id, told[1]?.id, null, told[2]?.id])
  })

  test('two lists of one payment, days apart, confirm one purchase', async () => {
    const shop = await openMoneyShop(setup)
    const told = { referencia: '000040906155', documento_origen: 'V12345678' }
    await comeIn(shop, [{ ...told, dia: daysAgo(shop, 3) }], STATEMENT)
    await comeIn(shop, [{ ...told, concepto: 'OTRA HOJA' }], STATEMENT)
    const [first, second] = await movements(shop)
    expect(second?.repetida_de).toBe(first?.id)
  })

  test.each([
    ['lost its reference', ''],
    ['cut it to five digits', '56789'],
  ])('pays one purchase where a file %s and another has it whole, whichever comes first', async (_, short) => {
    for (const files of [
      [short, '000123456789'],
      ['000123456789', short],
    ]) {
      const shop = await openMoneyShop(setup)
      const ids = [await pay(shop, '000123456789'), await pay(shop, '99887766')]
      const join = (at: number, id = 0) =>
        post(shop, shop.headers, '/conciliacion/unir', { compra_id: ids[at], movimientos: [{ id }] })
      const bring = (at: number) =>
        comeIn(shop, [{ referencia: files[at] ?? '' }], { ...STATEMENT, crudo_sha256: `${at}` })
      expect((await join(0, (await bring(0))[0])).statusCode).toBe(200)
      await post(shop, shop.headers, `/compras/${ids[0]}/aprobar`, { version: 1 })
      const [again] = await bring(1)
      await pay(shop, '000123456789')
      expect(await confirmAll(shop)).toEqual([])
      expect((await join(1, again)).json()).toMatchObject({ code: 'PUEDE_SER_REPETIDO' })
      await post(shop, shop.headers, `/conciliacion/movimientos/${again}`, { que: 'otra' })
      expect((await join(1, again)).statusCode).toBe(200)
      expect(await audit(shop.ctx)).toEqual([])
    }
  })

  test('confirms nobody a second time where a file lost its reference and another row is marked for it', async () => {
    const shop = await openMoneyShop(setup)
    const first = await pay(shop, '000123456789')
    const [lost] = await comeIn(shop, [{}], STATEMENT)
    await post(shop, shop.headers, '/conciliacion/unir', { compra_id: first, movimientos: [{ id: lost }] })
    await post(shop, shop.headers, `/compras/${first}/aprobar`, { version: 1 })
    expect(await stateOf(shop, first)).toBe('confirmado')
    const rows = [{ referencia: '000999999999' }, { referencia: '000123456789' }]
    await comeIn(shop, rows, { ...STATEMENT, crudo_sha256: 'whole' })
    expect((await movements(shop)).map(({ repetida_de }) => repetida_de !== null)).toEqual([false, true, false])
    const second = await pay(shop, '000123456789')
    expect(await confirmAll(shop)).toEqual([])
    expect(await stateOf(shop, second)).toBe('en revision')
  })

  test('is a repetition of both where both tell of it twice', async () => {
    const shop = await openBdvShop(setup)
    const payer = { documento_origen: 'V12345678', concepto: 'PAGOMOVIL BDV V012345678 ANA' }
    const twice = ['0677200011', '0677200012'].map((referencia) => ({ referencia, ...payer }))
    await comeIn(shop, twice, STATEMENT)
    await comeIn(shop, twice)
    const told = await movements(shop)
    expect(told.map(({ repetida_de, confianza }) => [repetida_de !== null, confianza])).toEqual([
      [false, 'banco'],
      [true, 'banco'],
    ])
    const ids = [await pay(shop, '30906155', ANA), await pay(shop, '99887766', { ...ANA, nombre: 'Ana' })]
    const join = (at: number) =>
      post(shop, shop.headers, '/conciliacion/unir', { compra_id: ids[at], movimientos: [{ id: told[at]?.id }] })
    expect((await join(0)).statusCode).toBe(200)
    expect((await join(1)).json()).toMatchObject({ code: 'PUEDE_SER_REPETIDO' })
  })
})

onBothEngines('a payment that was taken for another one of its price, which nothing ties to it', (setup) => {
  test.each([
    ['paid', STATEMENT, STATEMENT, [LUIS, HERS]],
    ['paid', STATEMENT, STATEMENT, [HERS]],
    ['paid', STATEMENT, STATEMENT, [{ ...LUIS, id_banco: 'luis again' }, HERS]],
    ['paid', STATEMENT, LIST, [LUIS, HERS]],
    ['paid', LIST, LIST, [LUIS, HERS]],
    ['paid', LIST, STATEMENT, [LUIS, HERS]],
    ['returned', STATEMENT, STATEMENT, [LUIS, HERS]],
    ['undone', STATEMENT, STATEMENT, [LUIS, HERS]],
  ] as const)('confirms no second purchase by its own row after a call: %s (%#)', async (how, noon, later, evening) => {
    const shop = await openBdvShop(setup)
    const [called] = await comeIn(shop, [CALLED], CALL)
    if (how === 'returned') {
      const back = { que: 'devuelto', razon: 'Por Pago Móvil.' }
      expect((await post(shop, shop.headers, `/conciliacion/movimientos/${called}`, back)).statusCode).toBe(200)
    } else {
      const first = await pay(shop, CALLED.referencia, ANA)
      expect(await confirmAll(shop)).toEqual([first])
      if (how === 'undone')
        expect((await post(shop, shop.headers, `/compras/${first}/deshacer`, { version: 2 })).statusCode).toBe(200)
    }
    await comeIn(shop, [LUIS], { ...noon, crudo_sha256: 'noon' })
    if (how === 'undone') await confirmAll(shop)
    await comeIn(shop, evening, { ...later, crudo_sha256: 'evening' })
    await expectOnce(shop)
  })

  test('confirms no second purchase by its own row, where a person had joined its notice', async () => {
    const shop = await openBdvShop(setup)
    const [heard] = await comeIn(shop, [CALLED], { ...NOTICE, crudo_sha256: 'sms' })
    await byHand(shop, await pay(shop, CALLED.referencia, ANA), heard)
    for (const [sha, rows] of [
      ['noon', [LUIS]],
      ['evening', [LUIS, HERS]],
    ] as const)
      await comeIn(shop, rows, { ...STATEMENT, crudo_sha256: sha })
    await expectOnce(shop)
  })

  test('confirms no second purchase at another bank by its own row, where a person had joined a row that names nobody', async () => {
    const shop = await openMoneyShop(setup)
    const [bare] = await comeIn(shop, [{}], { ...STATEMENT, crudo_sha256: 'noon' })
    await byHand(shop, await pay(shop, '000030906155', ANA), bare)
    for (const row of [
      { referencia: '000087654300', documento_origen: 'V87654321' },
      { referencia: '000044444444', documento_origen: 'V12345678' },
    ])
      await comeIn(shop, [row], { ...LIST, fuente: 'bnc' })
    await expectOnce(shop)
  })

  test('confirms no second purchase at another bank by its own row, where the call was taken for one beside it', async () => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [{}, { documento_origen: 'V12345678' }], { ...STATEMENT, crudo_sha256: 'noon' })
    await comeIn(shop, [{ referencia: '000030906155', telefono_origen: '584141112233' }], { ...CALL, fuente: 'bnc' })
    const both = [await pay(shop, '000030906155', ANA), await pay(shop, '199999999', ANA)]
    await confirmAll(shop)
    expect(await Promise.all(both.map((id) => stateOf(shop, id)))).not.toEqual(['confirmado', 'confirmado'])
  })

  test('still pays its own purchase once, and the other one its own, where each source tells both', async () => {
    const shop = await openBdvShop(setup)
    const other = { referencia: '187654300777', telefono_origen: '584169998877', banco_origen: '0102' }
    await comeIn(shop, [CALLED, other], CALL)
    const both = [
      await pay(shop, CALLED.referencia, ANA),
      await pay(shop, other.referencia, { cedula: 'V-87.654.321', telefono: '0416-9998877' }),
    ]
    await comeIn(shop, [LUIS], { ...STATEMENT, crudo_sha256: 'noon' })
    await comeIn(shop, [HERS, LUIS], { ...STATEMENT, crudo_sha256: 'evening' })
    expect((await confirmAll(shop)).sort()).toEqual(both.sort())
    await expectOnce(shop)
  })
})
