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
  letConfirm,
  list,
  marksOf,
  openMoneyShop,
  openTransfers,
  pay,
  stateOf,
  type Telling,
} from '#app/server/testing/money/money-shop.ts'
import { play, stories } from '#app/server/testing/money/money-story.ts'
import { movementsOf } from '#app/server/testing/money/statement-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { decideMovement } from '#movements/server/decide-movement.ts'
import { MOVEMENTS_LANE } from '#movements/server/record-movements.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import type { Instant } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'

const NOON = Date.parse('2026-11-20T16:00:00Z') as Instant
const OWN = { referencia: '000030906155' }
const BOTH: Telling = [[{ ...OWN, referencia_otra: '771200345', en: NOON, ...HER_DOCUMENT }], call('bnc')]

/** What was told before, the first of it decided, and what is told then. */
const LATER = stories(`
a notice and its repetition, which the bank tells
  notice a: 000030906155 at16
  notice b: 000030906155 at15
  decided
  list bdv x: 000030906155 at15
a notice by its payer, and its repetition, whose word alone is the bank's
  notice a: phone at16
  notice b: 000030906155 phone at15
  decided
  list bdv x: 000030906155 at15
a row of a file by its payer, which the bank tells with its reference
  file a: doc
  decided
  list bdv x: 000030906155 doc
a row of a list, which a call with both numbers joins to a row of a file
  list bnc: 771200345 doc
  file b: 000030906155 at16
  decided
  call bnc: 000030906155 771200345 at16 doc
`)

onSqlite('money that a person returned or set aside, and another source tells later', (setup) => {
  test.each(LATER.flatMap(([title, lines]) => ['devuelto', 'ignorado'].map((que) => [que, title, lines] as const)))(
    'confirms nobody, alone or together, after %s: %s',
    async (que, _, lines) => {
      const told = lines.map((line) => (line === 'decided' ? `${que} 1` : line))
      await play(setup, ['at alone', ...told, 'ana 000030906155', 'tries', 'waits 1'])
    },
  )
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
