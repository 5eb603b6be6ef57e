import { expect, test } from 'vitest'
import {
  ANA,
  call,
  comeIn,
  confirmAll,
  file,
  HER_DOCUMENT,
  HER_PHONE,
  list,
  marksOf,
  openBdvShop,
  openMoneyShop,
  pay,
} from '#app/server/testing/money/money-shop.ts'
import { bringHere, csv } from '#app/server/testing/money/statement-shop.ts'
import type { CalendarDate } from '#platform/clock.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { previewStatement } from './statements/preview-statement.ts'

const HER = { ...ANA, nombre: 'Ana Perez' }
const CALLED = { ...HER_PHONE, ...HER_DOCUMENT, banco_origen: '0102' }
const RECEIPT = '154469146319'
const ROW = { ...HER_DOCUMENT, banco_origen: '0102', concepto: 'PAGOMOVIL BDV V012345678 ANA PEREZ' }
const row = (id_banco: string, referencia: string) => ({ ...ROW, id_banco, referencia })
const hers = (referencia: string) => `20/11/2026;${referencia};PAGOMOVIL BDV V012345678 ANA PEREZ;;6714,24`
const others = (length: number) =>
  Array.from(
    { length },
    (_, at) => `20/11/2026;0677${30_000_000 + at};PAGOMOVIL BDV V0${20_000_000 + at} LUIS PAZ;;20,00`,
  )

onBothEngines('a row that a later list has again', (setup) => {
  test.each([
    ['a file', [file('noon'), file('evening')]],
    ['the list', [list('bdv'), list('bdv')]],
  ] as const)('takes no other payment of its payer: %s', async (_, [noon, evening]) => {
    const shop = await openBdvShop(setup)
    const calls = [RECEIPT, '288877665544']
    for (const referencia of calls) await comeIn(shop, [{ ...CALLED, referencia }], call('bdv'))
    const first = row('r0', '067720010001')
    await comeIn(shop, [first], noon)
    await comeIn(shop, [first, row('r1', '067720010002'), row('r2', '067733330003')], evening)
    const both = [await pay(shop, calls[0] as string, ANA), await pay(shop, calls[1] as string, ANA)]
    expect((await confirmAll(shop)).sort()).toEqual(both)
    await pay(shop, '199999999', ANA)
    expect(await confirmAll(shop)).toEqual([])
  })

  test.each(['067720010002', '067720010001'])(
    'is no second payment where a file had given a foreign number: %s',
    async (again) => {
      const shop = await openBdvShop(setup)
      await comeIn(shop, [{ ...CALLED, referencia: RECEIPT }], call('bdv'))
      await comeIn(shop, [{ referencia: '067700010000' }], file('morning'))
      await comeIn(shop, [row('r0', '067720010001')], list('bdv'))
      await comeIn(shop, [row('r0', '067720010001'), row('r1', again)], list('bdv'))
      const first = await pay(shop, RECEIPT, ANA)
      expect(await confirmAll(shop)).toEqual([first])
      await pay(shop, '199999999', ANA)
      expect(await confirmAll(shop)).toEqual([])
    },
  )

  test('is no second payment days later, under its number', async () => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [{ ...CALLED, referencia: RECEIPT }], call('bdv'))
    await comeIn(shop, [row('r0', '067720010001')], list('bdv'))
    await comeIn(shop, [{ ...row('r1', '067720010001'), dia: '2026-11-17' as CalendarDate }], list('bdv'))
    expect(await marksOf(shop)).toEqual([null, 1])
  })

  test.each([10, 510])(
    'is no second payment where its number found no room, and is counted so (%i rows between)',
    async (length) => {
      const shop = await openBdvShop(setup)
      await comeIn(shop, [{ ...CALLED, referencia: RECEIPT, referencia_otra: '999988887777' }], call('bdv'))
      const bytes = csv(hers('067720010001'), ...others(length), hers('067720010001'))
      const { cuentas } = await previewStatement(shop.ctx, { metodo_id: 1, mapa: null, nombre: 'a.csv', bytes })
      const { nuevos, conocidos, posibles } = await bringHere(shop, bytes)
      const first = await pay(shop, RECEIPT, HER)
      await pay(shop, '199999999', HER)
      expect((await confirmAll(shop)).filter((id) => id !== first)).toEqual([])
      expect(cuentas).toMatchObject({ nuevos, conocidos, posibles })
    },
  )
})

onBothEngines('a long file', (setup) => {
  test.each([10, 510])('leaves the movement that a row far below names (%i rows between)', async (length) => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [{ ...HER_DOCUMENT, banco_origen: '0102', referencia: '067799990002' }], list('bdv'))
    await bringHere(shop, csv(hers('067711110001'), ...others(length), hers('067799990002')))
    const both = [await pay(shop, '067711110001', HER), await pay(shop, '067799990002', HER)]
    expect((await confirmAll(shop)).sort()).toEqual(both)
  })

  test.each([10, 510])('leaves it to a row without number that names its payer (%i rows between)', async (length) => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [{ ...CALLED, referencia: RECEIPT }], call('bdv'))
    const fees = others(length).map((text) => text.replace(/PAGOMOVIL.*PAZ/, 'ABONO'))
    const payer = '20/11/2026;;PAGOMOVIL BDV V012345678 ANA PEREZ;;6714,24'
    await bringHere(shop, csv('20/11/2026;067711110001;ABONO;;6714,24', ...fees, payer))
    const first = await pay(shop, RECEIPT, HER)
    expect(await confirmAll(shop)).toEqual([first])
  })

  test.each([10, 590])(
    'says that its last payments are of another account (%i short numbers above)',
    async (length) => {
      const shop = await openMoneyShop(setup)
      for (const referencia of ['30906155', '40906155']) await pay(shop, referencia)
      const short = Array.from({ length }, (_, at) => `20/11/2026;${1000 + at};DEPOSITO;;${20 + at},10`)
      const bytes = csv(...short, '20/11/2026;000030906155;UNO;;6714,24', '20/11/2026;000040906155;DOS;;6714,24')
      const seen = await previewStatement(shop.ctx, { metodo_id: 2, mapa: null, nombre: 'a.csv', bytes })
      expect(seen.avisos.join()).toContain('2 de estos pagos son de Pago Movil')
    },
  )
})
