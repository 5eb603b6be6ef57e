import { expect, test } from 'vitest'
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
import { onBothEngines } from '#platform/server/testing/engines.ts'

const FILE = { fuente: 'extracto', confianza: 'extracto' } as const
const LIST = { fuente: 'bdv', confianza: 'banco' } as const
const CALL = { ...LIST, canal: 'webhook', crudo_sha256: 'call' } as const
const NOTICE = { fuente: 'aviso', confianza: 'aviso', crudo_sha256: 'sms' } as const
const ANA = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
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

onBothEngines('a payment that was taken for another one of its price, which nothing ties to it', (setup) => {
  test.each([
    ['paid', FILE, [LUIS, HERS]],
    ['paid', FILE, [HERS]],
    ['paid', LIST, [LUIS, HERS]],
    ['returned', FILE, [LUIS, HERS]],
    ['undone', FILE, [LUIS, HERS]],
  ] as const)('confirms no second purchase by its own row after a call: %s (%#)', async (how, list, evening) => {
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
    await comeIn(shop, [LUIS], { ...list, crudo_sha256: 'noon' })
    if (how === 'undone') await confirmAll(shop)
    await comeIn(shop, evening, { ...list, crudo_sha256: 'evening' })
    await expectOnce(shop)
  })

  test('confirms no second purchase by its own row, where a person had joined its notice', async () => {
    const shop = await openBdvShop(setup)
    const [heard] = await comeIn(shop, [CALLED], NOTICE)
    await byHand(shop, await pay(shop, CALLED.referencia, ANA), heard)
    for (const [sha, rows] of [
      ['noon', [LUIS]],
      ['evening', [LUIS, HERS]],
    ] as const)
      await comeIn(shop, rows, { ...FILE, crudo_sha256: sha })
    await expectOnce(shop)
  })

  test('confirms no second purchase at another bank by its own row, where a person had joined a row that names nobody', async () => {
    const shop = await openMoneyShop(setup)
    const [bare] = await comeIn(shop, [{}], { ...FILE, crudo_sha256: 'noon' })
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
    await comeIn(shop, [{}, { documento_origen: 'V12345678' }], { ...FILE, crudo_sha256: 'noon' })
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
    await comeIn(shop, [LUIS], { ...FILE, crudo_sha256: 'noon' })
    await comeIn(shop, [HERS, LUIS], { ...FILE, crudo_sha256: 'evening' })
    expect((await confirmAll(shop)).sort()).toEqual(both.sort())
    await expectOnce(shop)
  })
})
