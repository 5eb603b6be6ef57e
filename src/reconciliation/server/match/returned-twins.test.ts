import { expect, test } from 'vitest'
import {
  ANA,
  BY_TRANSFER,
  call,
  comeIn,
  confirmAll,
  decide,
  file,
  HER_DOCUMENT,
  HER_PHONE,
  letConfirm,
  list,
  marksOf,
  notice,
  openMoneyShop,
  openTransfers,
  pay,
  stateOf,
  type Telling,
} from '#app/server/testing/money/money-shop.ts'
import { movementsOf } from '#app/server/testing/money/statement-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { decideMovement } from '#movements/server/decide-movement.ts'
import { MOVEMENTS_LANE } from '#movements/server/record-movements.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import type { Instant } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'

const NOON = Date.parse('2026-11-20T16:00:00Z') as Instant
const EARLIER = (NOON - 3_600_000) as Instant
const OWN = { referencia: '000030906155' }
const BOTH: Telling = [[{ ...OWN, referencia_otra: '771200345', en: NOON, ...HER_DOCUMENT }], call('bnc')]

onSqlite('money that a person returned or set aside, and another source tells later', (setup) => {
  /** What was told before, the first of it decided, and what is told then. */
  const told: [string, Telling[], Telling][] = [
    [
      'a notice and its repetition, which the bank tells',
      [
        [[{ ...OWN, en: NOON }], notice('a')],
        [[{ ...OWN, en: EARLIER }], notice('b')],
      ],
      [[{ ...OWN, en: EARLIER }]],
    ],
    // The bank’s word is the repetition’s alone.
    [
      'a notice by its payer, and its repetition, which the bank tells',
      [
        [[{ ...HER_PHONE, en: NOON }], notice('a')],
        [[{ ...OWN, ...HER_PHONE, en: EARLIER }], notice('b')],
      ],
      [[{ ...OWN, en: EARLIER }]],
    ],
    [
      'a row of a file by its payer, which the bank tells with its reference',
      [[[HER_DOCUMENT], file('a')]],
      [[{ ...OWN, ...HER_DOCUMENT }]],
    ],
    [
      'a row of a list, which a call with both numbers joins to a row of a file',
      [
        [[{ referencia: '771200345', ...HER_DOCUMENT }], list('bnc')],
        [[{ ...OWN, en: NOON }], file('b')],
      ],
      BOTH,
    ],
  ]
  test.each(
    told.flatMap(([title, ...tells]) => ['devuelto', 'ignorado'].map((que) => [que, title, ...tells] as const)),
  )('confirms nobody, alone or together, after %s: %s', async (que, _, before, later) => {
    const shop = await openMoneyShop(setup)
    await letConfirm(shop)
    const ids: number[] = []
    for (const telling of before) ids.push(...(await comeIn(shop, ...telling)))
    await decide(shop, ids[0], que)
    await comeIn(shop, ...later)
    const next = await pay(shop, OWN.referencia, ANA)
    await createMoneyWatch(shop.ctx)()
    await confirmAll(shop)
    expect(await stateOf(shop, next)).toBe('en revision')
  })
})

onSqlite('money that a person returned and another row of it', (setup) => {
  test('confirms nobody alone where it is told for a method that was once the same account, under the same reference', async () => {
    const shop = await openMoneyShop(setup)
    await letConfirm(shop)
    await openTransfers(shop)
    const told = [{ ...OWN, ...HER_DOCUMENT }]
    const [first] = await comeIn(shop, told)
    await decide(shop, first, 'devuelto')
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    await comeIn(shop, told, { metodo_id: 5, crudo_sha256: 'b' })
    const next = await pay(shop, '30906155', { ...BY_TRANSFER, ...ANA })
    await createMoneyWatch(shop.ctx)()
    await confirmAll(shop)
    expect(await stateOf(shop, next)).toBe('en revision')
  })

  test.each([0, 1])('marks the untouched one of two rows that a call with both numbers joins (%#)', async (at) => {
    const shop = await openMoneyShop(setup)
    const ids = [
      ...(await comeIn(shop, [{ referencia: '771200345', en: NOON }], list('bnc'))),
      ...(await comeIn(shop, [{ ...OWN, en: NOON }], file('b'))),
    ]
    const part = { que: 'devuelto', razon: 'Pagó de más.', centimos: 10_000, actor: TESTER, now: NOON } as const
    await shop.ctx.db.write(MOVEMENTS_LANE, (tx) => decideMovement(tx, ids[at] ?? 0, part))
    await comeIn(shop, ...BOTH)
    expect.soft((await movementsOf(shop))[at]?.devuelto).toBe(10_000)
    expect(await marksOf(shop)).toEqual(ids.map((_, row) => (row === at ? null : ids[at])))
  })
})
