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
  marksOf,
  notice,
  openBdvShop,
  openMoneyShop,
  pay,
  type Telling,
} from '#app/server/testing/money/money-shop.ts'
import { bringHere, csv, movementsOf, previewHere } from '#app/server/testing/money/statement-shop.ts'
import type { CalendarDate } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { listReversals } from '#reconciliation/server/match/reversals.ts'
import type { Told } from '../movement.ts'

const [FRIDAY, SUNDAY, MONDAY] = ['2026-11-17', '2026-11-19', '2026-11-20'] as CalendarDate[] as [
  CalendarDate,
  CalendarDate,
  CalendarDate,
]
const [RECEIPT, OTHER] = ['154469146319', '288877665544']
const [FIRST, NEXT, LAST] = ['067720010001', '067720010002', '067733330003']
const BDV = { banco_origen: '0102' }
const [HIS_PHONE, HIS_DOCUMENT] = [{ telefono_origen: '584169998877' }, { documento_origen: 'V87654321' }]
const PHONE = { ...BDV, ...HER_PHONE }
const PAYER = { ...BDV, ...HER_DOCUMENT }
const BOTH = { ...PHONE, ...PAYER }
const BARE = [{ referencia: FIRST }, { referencia: NEXT }]
const HERS = BARE.map((row) => ({ ...row, ...PAYER }))
const later = { ...list('bdv'), crudo_sha256: 'later' }

/** Tellings of payments of one person at Banco de Venezuela, of which one is told again, and how many payments there are. */
const AGAIN: [string, number, Telling[]][] = [
  [
    'a call names a phone and the list a document, and the file has its number on Monday',
    1,
    [
      [[{ ...PHONE, referencia: RECEIPT, dia: FRIDAY }], call('bdv')],
      [[{ ...PAYER, referencia: FIRST, dia: FRIDAY }], list('bdv')],
      [[{ ...PAYER, referencia: FIRST, dia: MONDAY }], file('noon')],
    ],
  ],
  [
    'the same, and the list moves what the file had, without its zero',
    1,
    [
      [[{ ...PHONE, referencia: RECEIPT, dia: FRIDAY }], call('bdv')],
      [[{ ...PAYER, referencia: FIRST, dia: FRIDAY }], file('noon')],
      [[{ ...PAYER, referencia: FIRST.slice(1), dia: MONDAY }], list('bdv')],
    ],
  ],
  [
    'the bank calls again in other words',
    2,
    [
      [[FIRST, LAST].map((referencia) => ({ ...PAYER, referencia })), list('bdv')],
      ...[RECEIPT, RECEIPT, OTHER].map((referencia): Telling => [[{ ...BOTH, referencia }], call('bdv')]),
    ],
  ],
  [
    'the list has its row without a number first',
    1,
    [
      [[{ ...BOTH, referencia: RECEIPT }], call('bdv')],
      [[PAYER], list('bdv')],
      [[{ ...PAYER, referencia: FIRST }], later],
    ],
  ],
  [
    'a file without payers has both numbers, and the list names her',
    1,
    [
      [BARE, file('noon')],
      [HERS, list('bdv')],
    ],
  ],
  [
    'the list does not name her, and a file does',
    1,
    [
      [[{ ...BOTH, referencia: RECEIPT }], call('bdv')],
      [BARE, list('bdv')],
      [HERS, file('noon')],
    ],
  ],
  [
    'the list names her once, and a file twice',
    1,
    [
      [[{ ...BOTH, referencia: RECEIPT }], call('bdv')],
      [[{ ...PAYER, referencia: FIRST }, { referencia: NEXT }], list('bdv')],
      [HERS, file('noon')],
    ],
  ],
  [
    'the first row of a list is a day away from the call that another row has',
    2,
    [
      [[{ ...BOTH, referencia: OTHER, dia: MONDAY }], call('bdv')],
      [
        [
          { ...PAYER, referencia: FIRST, dia: SUNDAY },
          { ...PAYER, referencia: LAST, dia: MONDAY },
        ],
        list('bdv'),
      ],
      [[{ ...BOTH, referencia: RECEIPT, dia: '2026-11-18' as CalendarDate }], call('bdv')],
    ],
  ],
]

onSqlite('a payment that is told again', (setup) => {
  test.each(AGAIN)('pays no second purchase: %s', async (_, payments, tells) => {
    const shop = await openBdvShop(setup)
    const paid: number[] = []
    const fecha = tells[0]?.[0][0]?.dia
    await pay(shop, RECEIPT, { ...ANA, ...(fecha && { fecha }) })
    for (const [rows, said] of tells) {
      await comeIn(shop, rows, said)
      paid.push(...(await confirmAll(shop)))
    }
    for (const referencia of [FIRST, OTHER, '199999999', '199999998']) {
      await pay(shop, referencia, ANA)
      paid.push(...(await confirmAll(shop)))
    }
    expect((await marksOf(shop)).filter((mark) => mark === null)).toHaveLength(payments)
    expect(paid.length).toBeGreaterThan(0)
    expect(paid.length).toBeLessThanOrEqual(payments)
  })

  test('by a list is no row that a later call takes', async () => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, HERS, list('bdv'))
    for (const referencia of [RECEIPT, OTHER]) await comeIn(shop, [{ ...BOTH, referencia }], call('bdv'))
    expect(await marksOf(shop)).toEqual([null, 1, null])
  })

  test('by the list takes its repetition to the first', async () => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, BARE, file('noon'))
    await comeIn(shop, [{ referencia: NEXT.slice(-6) }], file('evening'))
    expect(await marksOf(shop)).toEqual([null, null, 2])
    await comeIn(shop, HERS, list('bdv'))
    expect(await marksOf(shop)).toEqual([null, 1, 1])
  })

  test('of which two files cut the number at two sides, pays one', async () => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [{ ...HER_PHONE, ...HER_DOCUMENT, referencia: RECEIPT }], call('bnc'))
    await comeIn(shop, [{ ...HER_DOCUMENT, referencia: RECEIPT.slice(-6) }], file('a'))
    await comeIn(shop, [{ ...HER_DOCUMENT, referencia: RECEIPT.slice(0, 6) }], file('b'))
    const first = await pay(shop, RECEIPT, ANA)
    expect(await confirmAll(shop)).toEqual([first])
    await pay(shop, `9999${RECEIPT.slice(0, 6)}`, ANA)
    expect(await confirmAll(shop)).toEqual([])
  })

  const [begins, ends] = [RECEIPT.slice(0, 9), RECEIPT.slice(-8)]
  test.each([
    ['beginning', [begins, ends]],
    ['end', [ends, begins]],
    ['six digits', [RECEIPT.slice(0, 6), RECEIPT.slice(-6)]],
  ])('of which two files cut the number and none has it whole, pays one: its %s comes first', async (_, parts) => {
    const shop = await openMoneyShop(setup)
    const paid: number[] = []
    for (const [name, referencia] of parts.entries()) {
      await comeIn(shop, [{ ...HER_DOCUMENT, referencia }], file(`f${name}`))
      await pay(shop, `9999${referencia}`, ANA)
      paid.push(...(await confirmAll(shop)))
    }
    expect(paid).toHaveLength(1)
  })

  test('of which a file had the beginning, that paid, and a list has the whole for another’s end, pays one', async () => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [{ ...HER_DOCUMENT, referencia: begins }], file('a'))
    const first = await pay(shop, `9999${begins}`, ANA)
    expect(await confirmAll(shop)).toEqual([first])
    await comeIn(shop, [{ ...HER_DOCUMENT, referencia: ends }], file('b'))
    await comeIn(shop, [{ ...HER_DOCUMENT, referencia: RECEIPT }], list('bnc'))
    await pay(shop, RECEIPT, ANA)
    expect(await confirmAll(shop)).toEqual([])
  })

  test('is none where two files of eight digits have it on two days, or one of them has both', async () => {
    const shop = await openMoneyShop(setup)
    const numbers = [RECEIPT, OTHER, NEXT].map((number) => number.slice(-8))
    const [one, two, three] = numbers.map((referencia) => ({ ...HER_DOCUMENT, referencia, id_banco: referencia }))
    await comeIn(shop, [{ ...three, dia: SUNDAY }], file('sunday'))
    await comeIn(shop, [{ ...one }], file('noon'))
    await comeIn(shop, [{ ...one }, { ...two }], file('evening'))
    const reports = []
    for (const number of numbers) reports.push(await pay(shop, number, ANA))
    expect((await confirmAll(shop)).sort()).toEqual(reports)
  })

  const cutOff = (referencia: string): Telling => [
    [{ ...HER_DOCUMENT, referencia: referencia.slice(0, 9) }],
    file('noon'),
  ]
  const called: Telling = [
    [{ ...HER_PHONE, banco_origen: '0105', referencia: RECEIPT, referencia_otra: FIRST }],
    call('bnc'),
  ]
  test.each<[string, Telling[]]>([
    ['the second number of a call', [called, cutOff(FIRST)]],
    ['it before the call', [cutOff(FIRST), called]],
    ['a number that has zeros elsewhere', [cutOff(RECEIPT), [[{ referencia: `000${RECEIPT}` }], list('bnc')]]],
    ['the number of a notice', [[[{ ...HER_PHONE, referencia: RECEIPT }], notice('sms')], cutOff(RECEIPT)]],
  ])('by a file that cut %s, is marked', async (_, tells) => {
    const shop = await openMoneyShop(setup)
    for (const [rows, said] of tells) await comeIn(shop, rows, said)
    expect(await marksOf(shop)).toEqual([null, 1])
  })

  test('that the bank took back, is the one that it named itself, and not that of a false notice', async () => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [{ ...PHONE, referencia: RECEIPT }], call('bdv'))
    await comeIn(shop, [{ ...PHONE, referencia: OTHER }], notice('false'))
    const [his] = await comeIn(shop, [{ ...BDV, ...HIS_PHONE, referencia: OTHER }], call('bdv'))
    await comeIn(shop, [{ sentido: 'debito', referencia: OTHER }], list('bdv'))
    expect([...(await listReversals(shop.ctx.db.read)).keys()]).toEqual([his])
  })

  test('that the bank took back under the number of its list, is not exact', async () => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [{ ...BOTH, referencia: RECEIPT }], call('bdv'))
    await pay(shop, RECEIPT, ANA)
    const row = { ...PAYER, referencia: FIRST }
    await comeIn(shop, [row, { ...row, sentido: 'debito' }], list('bdv'))
    expect(await confirmAll(shop)).toEqual([])
  })

  test.each(['0', '498'])('is counted by the preview as by the import, %s cheaper rows before', async (fees) => {
    const shop = await openBdvShop(setup)
    const line = (referencia: string, text: string, day = 20) => `${day}/11/2026;${referencia};${text};;6714,24`
    const cheap = Array.from({ length: Number(fees) }, (_, at) => `20/11/2026;${770_000_000 + at};COMISION;;10,10`)
    const many = Array.from({ length: 1_001 }, (_, at) =>
      line(`0677${30_000_000 + at * 7}`, `PAGOMOVIL BDV V0${20_000_000 + at} LUIS PAZ`),
    )
    const moved = line('067730000000', 'PAGOMOVIL BDV V020000000 LUIS PAZ', 17)
    for (const rows of [
      [...many, moved],
      [...cheap, ...many, line('', 'ABONO')],
    ]) {
      const bytes = csv(...rows)
      const { cuentas } = await previewHere(shop, bytes)
      const { nuevos, conocidos, posibles, repetidos } = await bringHere(shop, bytes)
      expect(cuentas).toMatchObject({ nuevos, conocidos, posibles, repetidos })
    }
  })
})

const [first, next] = [{ referencia: FIRST }, { referencia: NEXT }]

onSqlite('two payments', (setup) => {
  test.each<[string, Telling[]]>([
    ['one row has no payer', [[[first, { ...next, ...HER_DOCUMENT }], list('bnc')]]],
    [
      'one has a phone and the other a document',
      [
        [
          [
            { ...first, ...HIS_PHONE },
            { ...next, ...HER_DOCUMENT },
          ],
          list('bnc'),
        ],
      ],
    ],
    [
      'they have two concepts',
      [
        [
          ['A', 'B'].map((concepto, at) => ({ ...HER_DOCUMENT, referencia: [FIRST, NEXT][at] as string, concepto })),
          list('bnc'),
        ],
      ],
    ],
    [
      'the bank had called for the first',
      [
        [[{ ...HER_PHONE, referencia: FIRST }], call('bnc')],
        [
          [
            { ...first, ...HER_DOCUMENT },
            { ...next, ...HIS_DOCUMENT },
          ],
          list('bnc'),
        ],
      ],
    ],
  ])('of one list under neighbouring numbers are two: %s', async (_, tells) => {
    const shop = await openMoneyShop(setup)
    for (const [rows, said] of tells) await comeIn(shop, rows, said)
    expect(await marksOf(shop)).toEqual([null, null])
  })

  test.each<[string, Telling, Telling]>([
    ['his call', [[{ ...first, ...PAYER }], list('bdv')], [[{ ...HIS_PHONE, referencia: OTHER }], call('bdv')]],
    [
      'his row',
      [[{ ...PHONE, referencia: RECEIPT }], call('bdv')],
      [[{ ...HIS_DOCUMENT, referencia: OTHER }], list('bdv')],
    ],
    ['a short row had other digits', [[{ referencia: '94302' }], file('noon')], [[{ referencia: OTHER }], list('bdv')]],
  ])('of which one comes from another bank, are two: %s', async (_, hers, [rows, said]) => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, ...hers)
    await comeIn(
      shop,
      rows.map((row) => ({ ...row, banco_origen: '0105' })),
      said,
    )
    expect(await marksOf(shop)).toEqual([null, null])
  })

  test('whose notices name phones and whose list documents, are exact under neighbouring numbers', async () => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [{ ...PHONE, referencia: RECEIPT }], notice('a'))
    await comeIn(shop, [{ ...BDV, ...HIS_PHONE, referencia: OTHER }], notice('b'))
    await comeIn(
      shop,
      [
        { ...first, ...PAYER },
        { ...next, ...BDV, ...HIS_DOCUMENT },
      ],
      list('bdv'),
    )
    const luis = { cedula: 'V-87.654.321', telefono: '0416-9998877' }
    const both = [await pay(shop, RECEIPT, ANA), await pay(shop, OTHER, luis)]
    expect((await confirmAll(shop)).sort()).toEqual(both)
  })
})

onSqlite('a fuller row of a number that a file gave barely', (setup) => {
  test('is of the payment that it names', async () => {
    const shop = await openMoneyShop(setup)
    const from = { ...HER_DOCUMENT, banco_origen: '0105' }
    await comeIn(shop, [{ ...from, referencia: '41801' }], list('bnc'))
    await comeIn(shop, [{ referencia: RECEIPT }], file('a'))
    await comeIn(shop, [{ ...from, ...HER_PHONE, referencia: RECEIPT }], file('b'))
    const purchase = await pay(shop, RECEIPT, ANA)
    expect(await confirmAll(shop)).toEqual([purchase])
  })

  test('under a second number that is the whole of a cut one, is marked', async () => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [{ ...HER_DOCUMENT, referencia: '9220' }], file('a'))
    await comeIn(shop, [{ ...HER_DOCUMENT, referencia: RECEIPT, referencia_otra: '660611359220' }], file('b'))
    expect(await marksOf(shop)).toEqual([null, 1])
  })
})

onSqlite('a row whose payer its source names later', (setup) => {
  const row = { id_banco: 'row', referencia: RECEIPT }
  test.each([
    ['a file', file('a'), file('b')],
    ['the bank', list('bnc'), list('bnc')],
  ])('gets that payer and is no other payment: %s', async (_, first, second) => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [row], first)
    expect(await comeIn(shop, [{ ...row, ...HER_DOCUMENT, nombre_origen: 'ANA' }], second)).toEqual([])
    expect(await comeIn(shop, [{ ...row, ...HIS_DOCUMENT }], second)).toEqual([])
    expect(await movementsOf(shop)).toMatchObject([{ ...HER_DOCUMENT, nombre_origen: 'ANA', repetida_de: null }])
  })

  test.each<[string, Partial<Told>, Partial<Told>]>([
    ['first', {}, { referencia: RECEIPT }],
    ['second', { referencia: FIRST }, { referencia: FIRST, referencia_otra: RECEIPT }],
  ])('keeps the %s number that it gives then, by which the bank takes it back', async (_, before, later) => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [{ id_banco: 'row', ...before }], list('bnc'))
    await comeIn(shop, [{ id_banco: 'row', ...later, ...HER_DOCUMENT }], list('bnc'))
    await comeIn(shop, [{ sentido: 'debito', referencia: RECEIPT }], list('bnc'))
    await pay(shop, RECEIPT, ANA)
    expect(await confirmAll(shop)).toEqual([])
  })

  test('gives it to no payment that it was taken for by its count alone', async () => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [{ referencia: RECEIPT }], file('a'))
    await comeIn(shop, [{ id_banco: 'row' }], list('bnc'))
    await comeIn(shop, [{ ...row, referencia: OTHER, ...HIS_DOCUMENT }], list('bnc'))
    expect(await movementsOf(shop)).toMatchObject([{ documento_origen: '' }])
  })
})

onSqlite('two payments of one person, of which a file cut both numbers', (setup) => {
  test.each([[[RECEIPT, OTHER]], [[OTHER, RECEIPT]]])('pay two, whichever row is first (%#)', async (order) => {
    const shop = await openMoneyShop(setup)
    for (const [referencia, banco_origen] of [
      [RECEIPT, '0105'],
      [OTHER, '0102'],
    ] as const)
      await comeIn(shop, [{ ...HER_DOCUMENT, ...HER_PHONE, banco_origen, referencia }], call('bnc'))
    await comeIn(shop, [{ ...HER_DOCUMENT, referencia: RECEIPT }], file('a'))
    const cut = order.map((referencia) => ({ ...HER_DOCUMENT, referencia: referencia.slice(-5) }))
    await comeIn(shop, cut, file('b'))
    expect(await marksOf(shop)).toEqual([null, null, 1])
  })
})
