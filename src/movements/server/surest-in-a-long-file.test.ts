import { expect, test } from 'vitest'
import { ANA, call, comeIn, confirmAll, openBdvShop, openMoneyShop, pay } from '#app/server/testing/money/money-shop.ts'
import { bringHere, csv, movementsOf } from '#app/server/testing/money/statement-shop.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { previewStatement } from './statements/preview-statement.ts'

const HER = { ...ANA, nombre: 'Ana Perez' }
const CALLED = { referencia: '000030906155', telefono_origen: '584141112233', documento_origen: 'V12345678' }
const fees = (length: number) =>
  Array.from({ length }, (_, at) => `20/11/2026;0677${20_010_001 + at};COMISION;20,${10 + (at % 90)};`)

onBothEngines('a file in which a row without payer is far before the row that names a payment', (setup) => {
  test.each([10, 510])('has both payments (%i rows between)', async (length) => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [CALLED], call('bnc'))
    const [lost, hers] = ['20/11/2026;;ABONO;;6714,24', '20/11/2026;000030906155;PAGO MOVIL V012345678;;6714,24']
    await bringHere(shop, csv(lost, ...fees(length), hers))
    const kept = (await movementsOf(shop)).filter(({ sentido }) => sentido === 'credito')
    expect(kept.map(({ referencia, repetida_de }) => [referencia, repetida_de])).toEqual([
      ['000030906155', null],
      ['', null],
    ])
  })

  test.each([10, 510])('is exact where the bank renumbers (%i rows between)', async (length) => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [{ ...CALLED, banco_origen: '0102' }], call('bdv'))
    const rows = ['20/11/2026;067700010000;ABONO;;6714,24', '20/11/2026;067700010001;PAGOMOVIL BDV V012345678;;6714,24']
    await bringHere(shop, csv(rows[0] as string, ...fees(length), rows[1] as string))
    const first = await pay(shop, CALLED.referencia, HER)
    expect(await confirmAll(shop)).toEqual([first])
  })

  test('is counted by the preview as the import counts it, where it is told again in a later part', async () => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [{ ...CALLED, banco_origen: '0102' }], call('bdv'))
    const row = (dia: string) => `${dia}/11/2026;067720010001;PAGOMOVIL BDV V012345678 ANA PEREZ;;6714,24`
    const others = Array.from(
      { length: 510 },
      (_, at) => `20/11/2026;0677${30_000_000 + at};PAGOMOVIL BDV V0${20_000_000 + at} LUIS PAZ;;20,00`,
    )
    const bytes = csv(row('20'), ...others, row('20'), row('18'))
    const seen = await previewStatement(shop.ctx, { metodo_id: 1, mapa: null, nombre: 'a.csv', bytes })
    const { nuevos, conocidos, posibles } = await bringHere(shop, bytes)
    expect([nuevos, conocidos, posibles]).toEqual([512, 1, 2])
    expect(seen.cuentas).toMatchObject({ nuevos, conocidos, posibles })
  })
})
