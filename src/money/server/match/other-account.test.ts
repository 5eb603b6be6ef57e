import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { post } from '#app/server/testing/desk.ts'
import {
  ACCOUNT,
  comeIn,
  confirmAll,
  file,
  letConfirm,
  linksOf,
  look,
  type MoneyShop,
  openMoneyShop,
  PRICE,
  pay,
  stateOf,
  verdictsOf,
} from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { addedMethod } from '#payment-methods/contract.ts'
import { METHOD_TITLES } from '#payment-methods/methods.ts'
import { addMethod } from '#payment-methods/server/change-method.ts'
import { addDays, dayInCaracas } from '#platform/clock.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import type { Suggestions, Unreported } from '../../contract.ts'
import type { Told } from '../../movement.ts'

const OTHER = 6
const REFERENCE = '0012330906155'

/** A shop with an account at Banesco, and another at Mercantil. */
async function openTwo(setup: Setup): Promise<MoneyShop> {
  const shop = await openMoneyShop(setup)
  const account = { titulo: 'Cuenta', numeroCuenta: '0105-0000-0000-0000-0001', cedula: 'J-12345678-9', nombre: 'Ana' }
  const method = addedMethod.parse({ forma: 'transferencia', banco: '0105 Mercantil', paginas: ['A', 'B'], ...account })
  expect(await addMethod(shop.ctx, method, TESTER)).toBe(OTHER)
  return shop
}

const verdictOf = async (shop: MoneyShop, id: number) => (await verdictsOf(shop, id))[0]
const comeThere = (shop: MoneyShop, more: Partial<Told> = {}) =>
  comeIn(shop, [{ referencia: REFERENCE, ...more }], { metodo_id: OTHER })
const approve = async (shop: MoneyShop, id: number, movimiento_id?: number) =>
  (await post(shop, shop.headers, `/compras/${id}/aprobar`, { version: 1, motivo: 'Lo miré.', movimiento_id })).json()
    .code ?? 'confirmed'

onSqlite('a payment to the other account of the house', (setup) => {
  test('is suggested with the name of that account, and one approval joins it to one purchase', async () => {
    const shop = await openTwo(setup)
    await letConfirm(shop)
    const id = await pay(shop, '330906155')
    const [money = 0] = await comeThere(shop)
    const found = { regla: 'otra_cuenta', exacta: false, movimiento: { id: money, llego_a: 'Mercantil' } }
    const razones = expect.arrayContaining([{ nivel: 'aviso', texto: 'Otra cuenta tuya' }])
    expect(await verdictOf(shop, id)).toMatchObject({ veredicto: 'encontrado', ...found, razones })
    expect((await look<Suggestions>(shop, '/sugerencias?ver=por_mirar')).filas).toMatchObject([
      { compra: { id }, ...found },
    ])
    // Only a person, who was shown it.
    await createMoneyWatch(shop.ctx)()
    expect([await confirmAll(shop), await stateOf(shop, id)]).toEqual([[], 'en revision'])
    expect(await approve(shop, id, money)).toBe('confirmed')
    expect(await linksOf(shop)).toMatchObject([
      { compra_id: id, movimiento_id: money, regla: 'otra_cuenta', centimos: PRICE },
    ])
    const again = await pay(shop, REFERENCE)
    expect(await verdictOf(shop, again)).toMatchObject({ veredicto: 'no_visto' })
    expect(await approve(shop, again, money)).toBe('YA_NO_ES_SU_PAGO')
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is not joined by an operator who was not shown it', async () => {
    const shop = await openTwo(setup)
    const id = await pay(shop, REFERENCE)
    await comeThere(shop)
    expect([await approve(shop, id), await linksOf(shop)]).toEqual(['confirmed', []])
  })

  test('is of the buyer who named that account, and of two that named the wrong one a person finds out', async () => {
    const shop = await openTwo(setup)
    const wrong = await pay(shop, REFERENCE)
    const [money] = await comeThere(shop)
    const other = await pay(shop, '330906155')
    for (const id of [wrong, other])
      expect(await verdictOf(shop, id)).toMatchObject({
        veredicto: 'ambiguo',
        candidatos: [{ movimiento: { id: money } }],
      })
    const right = await pay(shop, REFERENCE, { metodo_pago: METHOD_TITLES.transferencia, metodo_id: String(OTHER) })
    expect(await verdictOf(shop, right)).toMatchObject({ veredicto: 'encontrado', regla: 'referencia', exacta: true })
    for (const id of [wrong, other]) expect(await verdictOf(shop, id)).toMatchObject({ veredicto: 'no_visto' })
    const { filas } = await look<Suggestions>(shop, '/sugerencias')
    expect(filas.map(({ compra }) => compra.id)).toEqual([right])
  })

  test('of another amount, another day or another reference is none of it', async () => {
    const shop = await openTwo(setup)
    const id = await pay(shop, REFERENCE)
    await comeThere(shop, { centimos: PRICE + 1 })
    await comeThere(shop, { dia: addDays(dayInCaracas(shop.ctx.clock.now()), -3) })
    await comeThere(shop, { referencia: '0012330906156' })
    expect(await verdictOf(shop, id)).toMatchObject({ veredicto: 'no_visto' })
    const { movimientos } = await look<Unreported>(shop, '/sin-reporte?buscar=330906')
    expect(movimientos.map(({ llego_a }) => llego_a)).toEqual(['Mercantil', 'Mercantil', 'Mercantil'])
  })
})

onSqlite('payments of one price to a shop with an account at Banco de Venezuela too', (setup) => {
  test('are told apart by their whole references, also in two files', async () => {
    const shop = await openTwo(setup)
    const data = { titulo: 'BDV', banco: '0102 Banco de Venezuela', telefono: '0414-5550102', cedula: 'V-12345678' }
    const method = addedMethod.parse({ forma: 'pago_movil', paginas: ['A'], nombre: 'Ana', ...data })
    await addMethod(shop.ctx, method, TESTER)
    const there = { metodo_id: String(OTHER), metodo_pago: METHOD_TITLES.transferencia }
    for (const referencia of ['771200330901', '771200440902']) {
      const id = await pay(shop, referencia, there)
      await comeIn(shop, [{ referencia }], { ...file(referencia), metodo_id: OTHER })
      expect(await confirmAll(shop)).toEqual([id])
    }
  })
})

onSqlite('a file that somebody imported into two accounts', (setup) => {
  test('pays by itself in none of them', async () => {
    const shop = await openTwo(setup)
    for (const metodo_id of [OTHER, ACCOUNT])
      await comeIn(shop, [{ referencia: REFERENCE }], { ...file('a'), metodo_id })
    await pay(shop, REFERENCE)
    await pay(shop, REFERENCE, { metodo_id: String(OTHER), metodo_pago: 'Transferencia Bancaria' })
    expect(await confirmAll(shop)).toEqual([])
  })

  test('in other bytes pays one purchase; control: eight equal digits are two payments', async () => {
    const shop = await openTwo(setup)
    for (const [referencia, many, there = {}] of [
      [REFERENCE, 1],
      ['663185123', 1],
      ['0012330906177', 1, { referencia: '2330906177' }],
      ['0012330906188', 1, { referencia: '771200000001', referencia_otra: '0012330906188' }],
      ['0012330906199', 1, { dia: addDays(dayInCaracas(shop.ctx.clock.now()), -1) }],
      ['84561239', 2],
    ] as const) {
      const ids = [
        await pay(shop, referencia),
        await pay(shop, referencia, { metodo_id: String(OTHER), metodo_pago: METHOD_TITLES.transferencia }),
      ]
      await comeIn(shop, [{ referencia }], file(`a${referencia}`))
      expect(await confirmAll(shop)).toEqual(ids.slice(0, 1))
      await comeIn(shop, [{ referencia, ...there }], { ...file(`b${referencia}`), metodo_id: OTHER })
      expect(await confirmAll(shop)).toEqual(ids.slice(1, many))
    }
  })
})
