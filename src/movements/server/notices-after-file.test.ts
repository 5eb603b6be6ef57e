import { expect, test } from 'vitest'
import { comeIn, confirmAll, type MoneyShop, openBdvShop, pay, stateOf } from '#app/server/testing/money/money-shop.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import type { Told } from '../movement.ts'

const NOTICE = { fuente: 'aviso', confianza: 'aviso' } as const
const ST = { fuente: 'extracto', confianza: 'extracto' } as const
const ANA = { cedula: 'V-12.345.678', telefono: '0414-1112233' }
const LUIS = { cedula: 'V-87.654.321', telefono: '0416-9998877' }

onBothEngines('a payment of Banco de Venezuela whose notice comes after the file of the morning', (setup) => {
  test('is not marked for another one of its price: the notice of that one had another whole reference', async () => {
    const shop = await openBdvShop(setup)
    const ana = { id_banco: 'f1', referencia: '067720010001', documento_origen: 'V12345678', banco_origen: '0102' }
    const luis = { id_banco: 'f2', referencia: '067720010777', documento_origen: 'V87654321', banco_origen: '0102' }
    const first = await pay(shop, '000154469146', ANA)
    await comeIn(shop, [{ referencia: '000154469146', telefono_origen: '584141112233' }], {
      ...NOTICE,
      crudo_sha256: 'a',
    })
    await comeIn(shop, [ana], { ...ST, crudo_sha256: 'noon' })
    const next = await pay(shop, '000187654300', LUIS)
    await comeIn(shop, [{ referencia: '000187654300', telefono_origen: '584169998877' }], {
      ...NOTICE,
      crudo_sha256: 'b',
    })
    await comeIn(shop, [ana, luis], { ...ST, crudo_sha256: 'night' })
    const rows = await shop.ctx.db.read.selectFrom('movements').select('repetida_de').orderBy('id').execute()
    expect.soft(rows.map(({ repetida_de }) => repetida_de)).toEqual([null, null])
    await confirmAll(shop)
    expect([await stateOf(shop, first), await stateOf(shop, next)]).toEqual(['confirmado', 'confirmado'])
  })
})

onBothEngines('a notice of Banco de Venezuela under a price that a notice of the morning has', (setup) => {
  const marks = async ({ ctx }: MoneyShop) =>
    (await ctx.db.read.selectFrom('movements').select('repetida_de').orderBy('id').execute()).map(
      ({ repetida_de }) => repetida_de,
    )
  const FIRST = '154469146319'
  const heard = (referencia: string) => [[{ referencia }], { ...NOTICE, crudo_sha256: referencia }] as const
  const FILE = { ...ST, crudo_sha256: 'noon' } as const
  const CALL = { fuente: 'bdv', confianza: 'banco', canal: 'webhook', crudo_sha256: 'call' } as const
  const morning: [string, readonly (readonly [readonly Partial<Told>[], object])[]][] = [
    ['the file has another number', [heard(FIRST), [[{ referencia: '067720010001' }], FILE]]],
    ['the file came first', [[[{ referencia: '067720010001' }], FILE], heard(FIRST)]],
    ['the file lost its number', [heard(FIRST), [[{ documento_origen: 'V12345678' }], FILE]]],
    ['the file lost all', [heard(FIRST), [[{}], FILE]]],
    ['the file cut its number', [heard(FIRST), [[{ referencia: '10001' }], FILE]]],
    ['the bank called before', [[[{ referencia: FIRST }], CALL], heard(FIRST)]],
    ['the bank called after', [heard(FIRST), [[{ referencia: FIRST }], CALL]]],
  ]
  test.each(morning)('is another payment under another whole number, where %s', async (_, tells) => {
    const shop = await openBdvShop(setup)
    for (const [rows, word] of [...tells, heard('187654300777')]) await comeIn(shop, rows, word)
    expect(await marks(shop)).toEqual([null, null])
  })

  test.each(morning)('is marked under its number, cut or without one, where %s', async (_, tells) => {
    for (const again of [`000${FIRST}`, FIRST.slice(-6), FIRST.slice(0, -3), FIRST.slice(0, -5), '']) {
      const shop = await openBdvShop(setup)
      for (const [rows, word] of tells) await comeIn(shop, rows, word)
      await comeIn(shop, [{ referencia: again }], { ...NOTICE, crudo_sha256: 'again' })
      const [first] = await shop.ctx.db.read.selectFrom('movements').select('id').orderBy('id').execute()
      expect.soft(await marks(shop), again).toEqual([null, first?.id])
    }
  })

  test('is marked where a phone cut many digits of a long number', async () => {
    const shop = await openBdvShop(setup)
    for (const number of ['12345678901234567890', '123456789012']) await comeIn(shop, ...heard(number))
    expect(await marks(shop)).toEqual([null, 1])
  })

  test('is no reason to mark a row of another file under another whole number', async () => {
    const shop = await openBdvShop(setup)
    for (const [rows, word] of morning[0]?.[1] ?? []) await comeIn(shop, rows, word)
    await comeIn(shop, [{ referencia: '067720010777' }], { ...ST, crudo_sha256: 'night' })
    expect(await marks(shop)).toEqual([null, null])
  })
})

onBothEngines('a payment that the file of the evening lists beside one that the file of noon listed too', (setup) => {
  test.each([
    [
      'of another bank, by its phone',
      { referencia: '000187654300', telefono_origen: '584169998877', banco_origen: '0134' },
    ],
    ['without data of its payer', { referencia: '000187654300' }],
  ])('is exact: one list names both, so that they are two payments: %s', async (_, more) => {
    const shop = await openBdvShop(setup)
    const ana = { id_banco: 'f1', referencia: '067720010001', documento_origen: 'V12345678', banco_origen: '0102' }
    const first = await pay(shop, '000154469146', ANA)
    await comeIn(shop, [ana], { ...ST, crudo_sha256: 'noon' })
    expect(await confirmAll(shop)).toEqual([first])
    const next = await pay(shop, '000187654300', LUIS)
    await comeIn(shop, [ana, { id_banco: 'f2', ...more }], { ...ST, crudo_sha256: 'night' })
    expect(await confirmAll(shop)).toEqual([next])
  })
})
