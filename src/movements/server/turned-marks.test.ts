import { expect, test } from 'vitest'
import { post } from '#app/server/testing/desk.ts'
import {
  comeIn,
  confirmAll,
  type MoneyShop,
  openMoneyShop,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import type { Instant } from '#platform/clock.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { decideMovement } from './decide-movement.ts'
import { MOVEMENTS_LANE } from './record-movements.ts'

const NOTICE = { fuente: 'aviso', confianza: 'aviso' } as const
const OWN = { referencia: '000059762001' }
const PAYER = { telefono_origen: '584141112233' }

const decide = async (shop: MoneyShop, id: number | undefined, que: string) =>
  expect(
    (await post(shop, shop.headers, `/conciliacion/movimientos/${id}`, { que, razon: 'Por Pago Móvil.' })).statusCode,
  ).toBe(200)

onBothEngines('a notice whose money a person returned, and its repetition', (setup) => {
  test.each([
    ['devuelto', OWN, OWN],
    ['ignorado', OWN, OWN],
    // The bank’s word is the repetition’s alone.
    ['devuelto', PAYER, { ...OWN, ...PAYER }],
    ['ignorado', PAYER, { ...OWN, ...PAYER }],
  ])('pays nobody when the bank tells the repetition, after %s (%#)', async (que, said, again) => {
    const shop = await openMoneyShop(setup)
    const now = shop.ctx.clock.now()
    const [first] = await comeIn(shop, [{ ...said, en: now }], { ...NOTICE, crudo_sha256: 'a' })
    await comeIn(shop, [{ ...again, en: (now - 3_600_000) as Instant }], { ...NOTICE, crudo_sha256: 'b' })
    await decide(shop, first, que)
    await comeIn(shop, [{ ...OWN, en: (now - 3_600_000) as Instant }])
    const next = await pay(shop, '59762001')
    await confirmAll(shop)
    expect(await stateOf(shop, next)).toBe('en revision')
  })

  test.each([0, 1])('marks the untouched one of two rows that a call with both numbers joins (%#)', async (at) => {
    const shop = await openMoneyShop(setup)
    const now = shop.ctx.clock.now()
    const ids = [
      ...(await comeIn(shop, [{ referencia: '771200345', en: now }], { fuente: 'bnc', crudo_sha256: 'a' })),
      ...(await comeIn(shop, [{ referencia: '000030906155', en: now }], {
        fuente: 'extracto',
        confianza: 'extracto',
        crudo_sha256: 'b',
      })),
    ]
    const part = { que: 'devuelto', razon: 'Pagó de más.', centimos: 10_000, actor: TESTER, now } as const
    await shop.ctx.db.write(MOVEMENTS_LANE, (tx) => decideMovement(tx, ids[at] ?? 0, part))
    await comeIn(shop, [{ referencia: '000030906155', referencia_otra: '771200345', en: now }], {
      fuente: 'bnc',
      canal: 'webhook',
      crudo_sha256: 'c',
    })
    const rows = await shop.ctx.db.read
      .selectFrom('movements')
      .select(['devuelto', 'repetida_de'])
      .orderBy('id')
      .execute()
    expect.soft(rows[at]?.devuelto).toBe(10_000)
    expect(rows.map(({ repetida_de }) => repetida_de)).toEqual(ids.map((_, row) => (row === at ? null : ids[at])))
  })
})
