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
