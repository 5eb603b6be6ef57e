import { beforeAll, expect, test } from 'vitest'
import {
  call,
  comeIn,
  decide,
  file,
  HER_DOCUMENT,
  type MoneyShop,
  notice,
  openBdvShop,
  openMoneyShop,
  type Telling,
} from '#app/server/testing/money/money-shop.ts'
import { movementsOf } from '#app/server/testing/money/statement-shop.ts'
import type { CalendarDate } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import type { Told } from '../movement.ts'

// At Banco de Venezuela the call and the notice have the number of the receipt, the file another.
const RECEIPT = { referencia: '154469146319' }
const OWN = '067770752606'
const OTHER = '067720010001'
const TODAY = { dia: '2026-11-20' as CalendarDate }
const PAID = { dia: '2026-11-17' as CalendarDate, ...HER_DOCUMENT }

const own = (referencia: string): Telling => [[{ referencia }], file(referencia)]
const heard = (referencia: string): Telling => [[{ referencia }], notice(referencia)]
const CALLED: Telling = [[RECEIPT], call('bdv')]

/** A notice of the morning, and what else told its payment. */
const MORNING: [string, Telling[]][] = [
  ['the file has another number', [heard(RECEIPT.referencia), own(OTHER)]],
  ['the file came first', [own(OTHER), heard(RECEIPT.referencia)]],
  ['the file lost its number', [heard(RECEIPT.referencia), [[HER_DOCUMENT], file('noon')]]],
  ['the file lost all', [heard(RECEIPT.referencia), [[{}], file('noon')]]],
  ['the file cut its number', [heard(RECEIPT.referencia), own('10001')]],
  ['the bank called before', [CALLED, heard(RECEIPT.referencia)]],
  ['the bank called after', [heard(RECEIPT.referencia), CALLED]],
]

onSqlite('which of the movements that are told may be one again', (setup) => {
  let bdv: MoneyShop
  let elsewhere: MoneyShop
  beforeAll(async () => {
    bdv = await openBdvShop(setup)
    elsewhere = await openMoneyShop(setup)
  })
  let amounts = 100_000

  /** Told under an amount of their own, which no other movement has. @returns by place, the movement that each may repeat. */
  async function marks(shop: MoneyShop, tells: readonly Telling[]): Promise<(number | null)[]> {
    const centimos = ++amounts
    const own = (row: Partial<Told>) => ({ ...row, centimos })
    for (const [rows, said] of tells)
      await comeIn(shop, rows.map(own), said && { ...said, crudo_sha256: `${centimos} ${said.crudo_sha256}.` })
    const told = (await movementsOf(shop)).filter((row) => row.centimos === centimos)
    return told.map(({ repetida_de }) => repetida_de && told.findIndex(({ id }) => id === repetida_de))
  }

  test.each(MORNING)('a notice of BDV under another whole number is another payment, where %s', async (_, tells) => {
    expect(await marks(bdv, [...tells, heard('187654300777')])).toEqual([null, null])
  })

  test.each(MORNING)(
    'a notice of BDV is marked under its number, cut or without one, where %s',
    async (told, tells) => {
      const whole = RECEIPT.referencia
      // Notices without a number are of one price, and a file's row that says nothing changes none.
      const none = told === 'the file lost all' ? [] : ['']
      for (const again of [`000${whole}`, whole.slice(-6), whole.slice(0, -3), whole.slice(0, -5), ...none])
        expect.soft(await marks(bdv, [...tells, [[{ referencia: again }], notice('again')]]), again).toEqual([null, 0])
    },
  )

  test.each<[string, 'bdv' | 'elsewhere', readonly Telling[], readonly (number | null)[]]>([
    [
      'a phone cut many digits of a long number',
      ...(['bdv' as const, [heard('12345678901234567890'), heard('123456789012')], [null, 0]] as const),
    ],
    [
      'control: another file has another whole number than that of the morning',
      ...(['bdv', [heard(RECEIPT.referencia), own(OTHER), own('067720010777')], [null, null]] as const),
    ],
    [
      'two files cut its number, to four digits and to five',
      'bdv',
      [CALLED, own(OWN.slice(-4)), own(OWN.slice(-5)), own(OWN)],
      [null, 0, 0],
    ],
    ['a file cut it to three digits', 'bdv', [CALLED, own(OWN.slice(-3)), own(OWN)], [null, 0]],
    ['a file cut its end', 'bdv', [CALLED, own(OWN.slice(0, 7)), own(OWN)], [null, 0]],
    [
      'the list of the bank wrote the number of the call otherwise, and two files have another',
      ...([
        'bdv',
        [CALLED, [[{ referencia: `000${RECEIPT.referencia}` }]], own(OWN), [[{ referencia: OWN }], file('b')]],
        [null, 0],
      ] as const),
    ],
    ['control: a file had another whole number', 'bdv', [CALLED, own('067770750001'), own(OWN)], [null, null]],
    [
      'a file cut it behind six digits',
      'elsewhere',
      ['000123456789', '0001234567'].map(
        (referencia): Telling => [[{ referencia, concepto: 'PAGO' }], file(referencia)],
      ),
      [null, 0],
    ],
    // A bank that is asked about a payment does not give its day: that of the report is used.
    [
      'days apart under its number',
      'elsewhere',
      [[[{ referencia: '30906155' }]], [[{ referencia: '0050930906155', ...PAID }], file('x')]],
      [null, 0],
    ],
    [
      'days apart under six digits',
      'elsewhere',
      [[[{ referencia: '906144' }]], [[{ referencia: '906144', ...PAID }], file('x')]],
      [null, 0],
    ],
    [
      'days apart under the number of a notice',
      'elsewhere',
      [heard('000040906155'), [[{ referencia: '000040906155', ...PAID }], file('x')]],
      [null, 0],
    ],
    [
      'days apart in two files',
      'elsewhere',
      [
        [[{ referencia: '000040906155', ...PAID }], file('a')],
        [[{ referencia: '000040906155', ...HER_DOCUMENT, ...TODAY, concepto: 'OTRA HOJA' }], file('b')],
      ],
      [null, 0],
    ],
    [
      'control: days apart under another number',
      'elsewhere',
      [[[{ referencia: '906144' }]], [[{ referencia: '906199', ...PAID }], file('x')]],
      [null, null],
    ],
  ])('a movement is marked where %s', async (_, at, tells, expected) => {
    expect(await marks(at === 'bdv' ? bdv : elsewhere, tells)).toEqual(expected)
  })

  test.each(['a file', 'the bank'])(
    'a row without its number is marked on one that %s told and a person returned',
    async (who) => {
      const centimos = ++amounts
      const said = who === 'a file' ? file(`${centimos}`) : {}
      const [told] = await comeIn(elsewhere, [{ referencia: '000123456789', centimos }], said)
      await decide(elsewhere, told, 'devuelto')
      const [again] = await comeIn(elsewhere, [{ centimos }], file('lost'))
      expect((await movementsOf(elsewhere)).find(({ id }) => id === again)?.repetida_de).toBe(told)
    },
  )
})
