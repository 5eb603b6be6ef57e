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
  notice,
  openBdvShop,
  openMoneyShop,
  pay,
  type Telling,
} from '#app/server/testing/money/money-shop.ts'
import type { CalendarDate } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { MOVEMENTS_LANE } from './record-movements.ts'

const [RECEIPT, OTHER, OWN, NEXT] = ['154469146319', '288877665544', '067724761107', '067755558009']
const AFTER_OWN = '067724761108'
const FRIDAY = '2026-11-17' as CalendarDate
const BDV = { banco_origen: '0102' }
const HERS = { ...HER_PHONE, ...HER_DOCUMENT }
const [HIS_PHONE, HIS_DOCUMENT] = [{ telefono_origen: '584169998877' }, { documento_origen: 'V87654321' }]
const LUIS = { cedula: 'V-87.654.321', telefono: '0416-9998877' }
const both = { referencia: RECEIPT, referencia_otra: OWN }
const back = { sentido: 'debito' } as const
const own: Telling = [[{ ...HER_DOCUMENT, referencia: OWN }], file('own')]
const onFriday: Telling = [[{ ...HER_DOCUMENT, ...BDV, referencia: OWN, dia: FRIDAY }], list('bdv')]
const onMonday = (referencia: string): Telling => [[{ ...HER_DOCUMENT, ...BDV, referencia }], file('monday')]
const falsely: Telling = [[{ ...HER_DOCUMENT, ...BDV, referencia: RECEIPT }], notice('false')]
const lied: Telling = [[{ ...HIS_PHONE, ...HIS_DOCUMENT, ...BDV, referencia: OWN }], notice('false')]
const calledAgain = [RECEIPT, RECEIPT, OTHER].map(
  (referencia): Telling => [[{ ...HERS, ...BDV, referencia }], call('bdv')],
)

type Case = [string, typeof openBdvShop, (Telling | 'upgrade')[], [string, typeof ANA][], number]
const CASES: Case[] = [
  ...(
    [
      ['a file lost its number and a call has two', [[HER_DOCUMENT], file('a')], [[{ ...HERS, ...both }], call('bnc')]],
      ['a file lost all and a list has two', [[{}], file('a')], [[{ ...HER_DOCUMENT, ...both }], list('bnc')]],
      [
        'a file has zeros before its number',
        [[{ ...HER_DOCUMENT, referencia: `000${RECEIPT}` }], file('b')],
        [[{ ...HERS, referencia: RECEIPT }], call('bnc')],
        [[{ ...HER_DOCUMENT, ...both }], list('bnc')],
      ],
    ] as [string, ...Telling[]][]
  ).map(
    ([name, ...tells]): Case => [
      name,
      openMoneyShop,
      [...tells, own],
      [
        [RECEIPT, ANA],
        [OWN, ANA],
      ],
      1,
    ],
  ),
  ...[OWN.slice(0, 9), OWN.slice(-5)].map(
    (cut): Case => [
      `a file moves it, cut to ${cut}`,
      openBdvShop,
      [onFriday, onMonday(cut)],
      [
        [RECEIPT, ANA],
        [OTHER, ANA],
      ],
      1,
    ],
  ),
  [
    'a call came on Friday, and a file has its second number on Monday',
    openMoneyShop,
    [[[{ ...HERS, ...both, dia: FRIDAY }], call('bnc')], own],
    [
      [RECEIPT, ANA],
      [OWN, ANA],
    ],
    1,
  ],
  [
    'a call comes again after an upgrade',
    openBdvShop,
    [
      [[OWN, NEXT].map((referencia) => ({ ...HERS, ...BDV, referencia })), list('bdv')],
      ...calledAgain.toSpliced(1, 0, 'upgrade' as never),
    ],
    [
      [RECEIPT, ANA],
      [OTHER, ANA],
      ['199999998', ANA],
    ],
    2,
  ],
  [
    'a false notice knew the number, and the buyer’s document came by its list',
    openBdvShop,
    [
      falsely,
      [[{ ...HIS_PHONE, ...BDV, referencia: RECEIPT }], call('bdv')],
      [[{ ...HIS_DOCUMENT, ...BDV, referencia: OWN }], list('bdv')],
    ],
    [
      [RECEIPT, LUIS],
      [OTHER, LUIS],
    ],
    1,
  ],
  [
    'a false notice knew the number of another',
    openBdvShop,
    [falsely, [[{ ...HIS_PHONE, ...BDV, referencia: RECEIPT }], call('bdv')]],
    [[RECEIPT, ANA]],
    0,
  ],
  [
    'a false notice knew the number of its list, which has it twice',
    openBdvShop,
    [lied, [[OWN, AFTER_OWN].map((referencia) => ({ ...HER_DOCUMENT, ...BDV, referencia })), list('bdv')]],
    [
      [OWN, ANA],
      [AFTER_OWN, ANA],
    ],
    1,
  ],
  ...[list('bdv'), file('bare')].map(
    (said): Case => [
      `a false notice knew the number, and a ${said.fuente} names nobody`,
      openBdvShop,
      [lied, [[{ referencia: OWN }], said], [[{ ...HERS, ...BDV, referencia: RECEIPT }], call('bdv')]],
      [
        [OWN, LUIS],
        [RECEIPT, ANA],
      ],
      1,
    ],
  ),
  [
    'a notice has the end of it, a file its beginning, and a list all',
    openMoneyShop,
    [
      [[{ ...HER_DOCUMENT, referencia: RECEIPT.slice(-8) }], notice('sms')],
      [[{ ...HER_PHONE, referencia: RECEIPT.slice(0, 9) }], file('cut')],
      [[{ ...HER_DOCUMENT, referencia: RECEIPT }], list('bnc')],
    ],
    [
      [RECEIPT, ANA],
      [`999${RECEIPT.slice(0, 9)}`, ANA],
    ],
    1,
  ],
  [
    'a notice has the second number, and the spent one another bank',
    openMoneyShop,
    [
      [[{ ...HERS, banco_origen: '0105' }], file('a')],
      [[{ ...HER_PHONE, ...both }], call('bnc')],
      [[{ ...HER_PHONE, referencia: OWN.slice(-6) }], notice('f')],
      [
        [
          { ...HER_DOCUMENT, banco_origen: '0105', referencia: OTHER },
          { ...HER_DOCUMENT, ...BDV, ...both },
        ],
        list('bnc'),
      ],
    ],
    [
      ['199999997', ANA],
      [OTHER, ANA],
      [RECEIPT, ANA],
      [OWN, ANA],
    ],
    2,
  ],
]

onSqlite('a payment of two numbers', (setup) => {
  test.each(CASES)('pays no second purchase: %s', async (_, open, tells, reports, most) => {
    const shop = await open(setup)
    const paid: number[] = []
    const report = async (referencia: string, who: typeof ANA, fecha?: CalendarDate) => {
      await pay(shop, referencia, { ...who, ...(fecha && { fecha }) })
      paid.push(...(await confirmAll(shop)))
    }
    const [[first, buyer], ...more] = reports as [[string, typeof ANA], ...[string, typeof ANA][]]
    await report(first, buyer, (tells[0] as Telling)[0][0]?.dia)
    for (const tell of tells) {
      // As app/server/service/upgrade.ts fills the columns.
      if (tell === 'upgrade')
        await shop.ctx.db.write(MOVEMENTS_LANE, async (tx) => {
          for (const { id, cola, fin } of await tx.selectFrom('movements').select(['id', 'cola', 'fin']).execute()) {
            const before = { cola, fin, fin_otra: '', dicho: '' }
            await tx.updateTable('movement_sightings').set(before).where('movimiento_id', '=', id).execute()
          }
        })
      else await comeIn(shop, ...tell)
      paid.push(...(await confirmAll(shop)))
    }
    for (const [referencia, who] of more) await report(referencia, who)
    expect(paid.length).toBeLessThanOrEqual(most)
  })

  test.each<[string, Telling[]]>([
    [
      'second number of a call',
      [
        [[{ ...HERS, ...both }], call('bnc')],
        [[{ ...back, referencia: OWN }], list('bnc')],
      ],
    ],
    [
      'second number of its list',
      [
        [
          [
            { ...HERS, ...both },
            { ...back, referencia: OWN },
          ],
          list('bnc'),
        ],
      ],
    ],
    [
      'number that the debit has second',
      [
        [[{ ...HERS, referencia: RECEIPT }], call('bnc')],
        [[{ ...back, referencia: OTHER, referencia_otra: RECEIPT }], list('bnc')],
      ],
    ],
    [
      'number that a file cut',
      [
        [[{ ...HERS, referencia: RECEIPT }], call('bnc')],
        [[HER_DOCUMENT, back].map((more) => ({ ...more, referencia: RECEIPT.slice(0, 9) })), file('a')],
      ],
    ],
    [
      'payer and no number',
      [
        [
          [
            { ...HERS, referencia: RECEIPT },
            { ...back, ...HER_DOCUMENT },
          ],
          file('a'),
        ],
      ],
    ],
    [
      'payer and the beginning of its number',
      [
        [[{ ...HERS, referencia: RECEIPT, dia: FRIDAY }], list('bnc')],
        [[{ ...back, ...HER_DOCUMENT, referencia: RECEIPT.slice(0, 9) }], file('a')],
      ],
    ],
  ])('is not exact where the bank took it back under the %s', async (_, tells) => {
    const shop = await openMoneyShop(setup)
    for (const [rows, said] of tells) await comeIn(shop, rows, said)
    await pay(shop, RECEIPT, ANA)
    expect(await confirmAll(shop)).toEqual([])
  })

  test.each([
    ['phone, and the credit her phone alone', HER_PHONE, HER_PHONE],
    ['document, and the credit her phone', HER_PHONE, HER_DOCUMENT],
    ['document, and the credit nobody', {}, HER_DOCUMENT],
    ['phone, and the credit nobody', {}, HER_PHONE],
  ])('is not exact where as much went back to her who reports it: the debit has her %s', async (_, hers, to) => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [{ referencia: OTHER, dia: '2026-09-01' as CalendarDate, moneda: 'USD' }], {
      ...list('bnc'),
      metodo_id: 2,
    })
    await comeIn(shop, [{ ...hers, referencia: RECEIPT }], list('bnc'))
    await comeIn(shop, [{ ...back, ...to, referencia: `3${OTHER.slice(1)}` }], file('a'))
    await pay(shop, RECEIPT, ANA)
    expect(await confirmAll(shop)).toEqual([])
  })

  test.each<[string, Telling[]]>([
    ['before it came', [[[{ ...back, ...HER_DOCUMENT, dia: FRIDAY }], file('a')]]],
    ['to somebody else', [[[{ ...back, ...HIS_DOCUMENT }], file('a')]]],
    [
      'under the number of another of hers',
      [[[HERS, back].map((more) => ({ ...more, referencia: OTHER })), file('a')]],
    ],
  ])('control: is exact where as much went back %s', async (_, tells) => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [{ ...HERS, referencia: RECEIPT }], list('bnc'))
    for (const [rows, said] of tells) await comeIn(shop, rows, said)
    expect(await confirmAll(shop)).toEqual([])
    const id = await pay(shop, RECEIPT, ANA)
    expect(await confirmAll(shop)).toEqual([id])
  })
})
