import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import {
  comeIn,
  confirmAll,
  HER_DOCUMENT,
  letConfirm,
  openBdvShop,
  openMoneyShop,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import type { Told } from '#movements/movement.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from './watch-money.ts'

const FILE = { fuente: 'extracto', confianza: 'extracto' } as const
const LISTED = { referencia: '0677200011', banco_origen: '0102' }
const HERS = { banco_origen: '0102', ...HER_DOCUMENT }

onSqlite('a text that a file adds to the word of the bank', (setup) => {
  const cases: [string, typeof openMoneyShop, Partial<Told>, Partial<Told>][] = [
    ['the reference', openMoneyShop, {}, { referencia: '30906155' }],
    ['another reference', openBdvShop, { ...HERS, referencia: '0677200011' }, { ...HERS, referencia: '30906155' }],
    ['who paid', openBdvShop, LISTED, { ...LISTED, ...HER_DOCUMENT }],
  ]
  test.each(
    cases.flatMap(([what, open, bank, file]) => [
      { what, when: 'after it', open, words: [[bank], [file, FILE]] as const },
      { what, when: 'before it', open, words: [[file, FILE], [bank]] as const },
    ]),
  )('confirms nobody without a person: $what, told $when', async ({ open, words }) => {
    const shop = await open(setup)
    await letConfirm(shop)
    const id = await pay(shop, '30906155', { cedula: 'V-12.345.678' })
    for (const [credit, word] of words) await comeIn(shop, [credit], word)
    expect(await shop.ctx.db.read.selectFrom('movements').select('id').execute()).toHaveLength(1)
    await createMoneyWatch(shop.ctx)()
    expect(await stateOf(shop, id)).toBe('en revision')
    expect(await confirmAll(shop)).toEqual([id])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test.each([
    ['before', [FILE, undefined]],
    ['after', [undefined, FILE]],
  ] as const)('control: told %s the bank, the same words, longer or shorter, are the bank’s', async (_, words) => {
    const shop = await openMoneyShop(setup)
    await letConfirm(shop)
    const id = await pay(shop, '30906155', { cedula: 'V-12.345.678' })
    for (const word of words)
      await comeIn(
        shop,
        [{ referencia: word ? '0050930906155' : '30906155', concepto: word ? 'PAGO' : '', ...HER_DOCUMENT }],
        word,
      )
    await createMoneyWatch(shop.ctx)()
    expect(await stateOf(shop, id)).toBe('confirmado')
  })
})
