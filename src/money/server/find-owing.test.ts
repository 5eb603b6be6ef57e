import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { post } from '#app/server/testing/desk.ts'
import {
  comeIn,
  confirmAll,
  look,
  type MoneyShop,
  openMoneyShop,
  PRICE,
  pay,
  sellCash,
  verdictsOf,
} from '#app/server/testing/money/money-shop.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import type { OwingReport, ToReturn } from '../contract.ts'

const found = async (shop: MoneyShop, text: string) =>
  (await look<{ reportes: OwingReport[] }>(shop, `/reportes?buscar=${encodeURIComponent(text)}`)).reportes.map(
    ({ id, estado, falta }) => [id, estado, falta],
  )
const verdictOf = async (shop: MoneyShop, id: number) => (await verdictsOf(shop, id))[0]
const join = (shop: MoneyShop, compra_id: number, id: number, monto?: string) =>
  post(shop, shop.headers, '/conciliacion/unir', { compra_id, movimientos: [{ id, ...(monto ? { monto } : {}) }] })
const approve = (shop: MoneyShop, id: number) =>
  post(shop, shop.headers, `/compras/${id}/aprobar`, { version: 1, motivo: 'Paga el resto mañana.' })
const ANA = { nombre: 'Ana Pérez' }

onBothEngines('reports that money may belong to', (setup) => {
  test('are those in review and confirmed ones that something is missing of: late money is joined to those too', async () => {
    const shop = await openMoneyShop(setup)
    const [waits, less, paid] = [
      await pay(shop, '10906155', ANA),
      await pay(shop, '20906155', ANA),
      await pay(shop, '30906155', ANA),
    ]
    const [little = 0, late = 0] = await comeIn(shop, [
      { centimos: PRICE - 60_000, referencia: '99999998' },
      { centimos: 60_000, referencia: '99999999' },
    ])
    await comeIn(shop, [{ referencia: '30906155' }])
    await confirmAll(shop)
    await join(shop, less, little)
    expect((await approve(shop, less)).statusCode).toBe(200)
    expect(await found(shop, 'Ana Pérez')).toEqual([
      [waits, 'en revision', '6714.24'],
      [less, 'confirmado', '600.00'],
    ])
    expect((await join(shop, less, late)).statusCode).toBe(200)
    expect(await found(shop, 'Ana Pérez')).toEqual([[waits, 'en revision', '6714.24']])
    expect(await found(shop, '  ')).toEqual([])
    expect(await verdictOf(shop, less)).toMatchObject({ veredicto: 'unido', falta: null, sobra: null })
    expect(await verdictOf(shop, paid)).toMatchObject({
      movimientos: [{ por: 'regla', regla: 'referencia', quien: 'Marisela', monto: '6714.24', en: expect.any(String) }],
    })
    expect(await verdictOf(shop, less)).toMatchObject({
      movimientos: [
        { por: 'persona', regla: '', monto: '6114.24' },
        { por: 'persona', regla: '', monto: '600.00' },
      ],
    })
  })
})

onSqlite('reports that money may belong to', (setup) => {
  test('a sale for cash is not one of them', async () => {
    const shop = await openMoneyShop(setup)
    await sellCash(shop, ANA)
    const id = await pay(shop, '10906155', ANA)
    expect((await found(shop, 'Ana Pérez')).map(([one]) => one)).toEqual([id])
  })

  test('one that was rejected before its money came is found last, and money joined to it is to be given back', async () => {
    const shop = await openMoneyShop(setup)
    const [fell, waits] = [await pay(shop, '10906155', ANA), await pay(shop, '20906155', ANA)]
    const motivo = 'El pago no aparece en la cuenta.'
    await post(shop, shop.headers, `/compras/${fell}/rechazar`, { version: 1, motivo })
    const [late = 0] = await comeIn(shop, [{ referencia: '10906155' }])
    expect(await found(shop, 'Ana Pérez')).toEqual([
      [waits, 'en revision', '6714.24'],
      [fell, 'rechazado', '6714.24'],
    ])
    expect((await join(shop, fell, late)).statusCode).toBe(200)
    expect(await found(shop, 'Ana Pérez')).toEqual([[waits, 'en revision', '6714.24']])
    const { compras } = await look<ToReturn>(shop, '/por-devolver')
    expect(compras).toMatchObject([{ id: fell, monto: '6714.24', llego: true }])
    expect(await audit(shop.ctx)).toEqual([])
  })
})
