import { beforeAll, expect, test } from 'vitest'
import {
  ANA,
  call,
  comeIn,
  confirmAll,
  decide,
  file,
  HER_DOCUMENT,
  HER_PHONE,
  list,
  type MoneyShop,
  marksOf,
  notice,
  openBdvShop,
  openMoneyShop,
  pay,
  stateOf,
  type Telling,
} from '#app/server/testing/money/money-shop.ts'
import { bringHere, csv, movementsOf, previewHere } from '#app/server/testing/money/statement-shop.ts'
import type { CalendarDate } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import type { Told } from '../movement.ts'

const HER = { ...ANA, nombre: 'Ana Perez' }
const RECEIPT = '154469146319'
const CALLED = { ...HER_PHONE, ...HER_DOCUMENT, referencia: RECEIPT }
const AT_BDV = { ...CALLED, banco_origen: '0102' }
const ROW = { ...HER_DOCUMENT, banco_origen: '0102', concepto: 'PAGOMOVIL BDV V012345678 ANA PEREZ' }
const row = (id_banco: string, referencia: string) => ({ ...ROW, id_banco, referencia })
const hers = (referencia: string) => `20/11/2026;${referencia};${ROW.concepto};;6714,24`
const others = (length: number) =>
  Array.from(
    { length },
    (_, at) => `20/11/2026;0677${30_000_000 + at};PAGOMOVIL BDV V0${20_000_000 + at} LUIS PAZ;;20,00`,
  )

onSqlite('a file in which one payment lost its number and another is known by it', (setup) => {
  const HERS = { id_banco: 'ana', referencia: RECEIPT, ...HER_DOCUMENT }
  const LOST = { id_banco: 'luis', nombre_origen: 'LUIS PAZ' }
  const ORDERS = [[[HERS, LOST]], [[LOST, HERS]]]
  const fees = (length: number) =>
    Array.from({ length }, (_, at) => `20/11/2026;0677${20_010_001 + at};COMISION;20,${10 + (at % 90)};`)

  test.each(ORDERS)('has two payments, whichever row is first (%#)', async (rows) => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [CALLED], call('bnc'))
    await comeIn(shop, rows, file('noon'))
    const kept = await movementsOf(shop)
    expect(kept.map(({ nombre_origen, repetida_de }) => [nombre_origen, repetida_de])).toEqual([
      ['', null],
      ['LUIS PAZ', null],
    ])
  })

  test('has two payments where another part of a long file names the known one', async () => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [CALLED], call('bnc'))
    await bringHere(
      shop,
      csv('20/11/2026;;ABONO;;6714,24', ...fees(510), `20/11/2026;${RECEIPT};PAGO MOVIL V012345678;;6714,24`),
    )
    const kept = (await movementsOf(shop)).filter(({ sentido }) => sentido === 'credito')
    expect(kept.map(({ referencia, repetida_de }) => [referencia, repetida_de])).toEqual([
      [RECEIPT, null],
      ['', null],
    ])
  })

  test.each(ORDERS)('is exact where the bank renumbers, whichever row is first (%#)', async (rows) => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [AT_BDV], call('bdv'))
    const told = rows.map((row, at) => ({ ...row, referencia: `06770001000${at}`, banco_origen: '0102' }))
    await comeIn(shop, told, file('noon'))
    const first = await pay(shop, RECEIPT, ANA)
    expect(await confirmAll(shop)).toEqual([first])
  })

  test('is exact where the bank renumbers, and another part of a long file names the payer', async () => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [AT_BDV], call('bdv'))
    const hers = '20/11/2026;067700010001;PAGOMOVIL BDV V012345678;;6714,24'
    await bringHere(shop, csv('20/11/2026;067700010000;ABONO;;6714,24', ...fees(510), hers))
    const first = await pay(shop, RECEIPT, HER)
    expect(await confirmAll(shop)).toEqual([first])
  })
})

onSqlite('a payment for which a file took the number of another one', (setup) => {
  const HERS = { id_banco: 'ana', referencia: '067700020002', banco_origen: '0102', ...HER_DOCUMENT }
  const LUIS = { id_banco: 'luis', referencia: '067700010001', banco_origen: '0102', documento_origen: 'V87654321' }
  test.each([[[HERS, LUIS]], [[LUIS, HERS]]])(
    'is exact by the list that names its payer, and so is the other one (%#)',
    async (rows) => {
      const shop = await openBdvShop(setup)
      await comeIn(shop, [AT_BDV], call('bdv'))
      await comeIn(shop, [{ referencia: LUIS.referencia }], file('noon'))
      await comeIn(shop, rows, list('bdv'))
      const first = await pay(shop, RECEIPT, ANA)
      const next = await pay(shop, '177777777', { cedula: 'V-87.654.321', telefono: '0416-9998877' })
      expect(new Set(await confirmAll(shop))).toEqual(new Set([first, next]))
    },
  )
})

onSqlite('two payments of one person from two banks, under short numbers', (setup) => {
  test.each(['0134', '0105'])('keep their numbers by the bank that a file names: %s', async (banco_origen) => {
    const shop = await openMoneyShop(setup)
    const short = ['0134', '0105'].map((bank, at) => ({ ...HER_DOCUMENT, referencia: `418${at}`, banco_origen: bank }))
    await comeIn(shop, short, list('bnc'))
    await comeIn(shop, [{ ...HER_DOCUMENT, referencia: '764404804556', banco_origen }], file('noon'))
    const kept = (await movementsOf(shop)).filter(({ referencia_otra }) => referencia_otra !== '')
    expect(kept.map((row) => row.banco_origen)).toEqual([banco_origen])
  })
})

onSqlite('a payment of which the bank called, and which a file has twice', (setup) => {
  const rowsOf = (...references: string[]) => references.map((referencia, at) => row(`row ${at}`, referencia))
  const line = (dia: string) => `${dia}/11/2026;067720010001;${ROW.concepto};;6714,24`

  test.each([
    ['under one number', '067720010001', call('bdv'), 2],
    ['under the next number', '067720010002', call('bdv'), 2],
    ['under the next number, in a later file', '067720010002', call('bdv'), 1],
    ['under the next number, after a notice', '067720010002', notice('sms'), 2],
  ] as const)('confirms one purchase: %s', async (_, again, word, length) => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [AT_BDV], word)
    const rows = rowsOf('067720010001', again)
    await comeIn(shop, rows.slice(0, length), file('noon'))
    if (length < rows.length) await comeIn(shop, rows, file('evening'))
    const first = await pay(shop, RECEIPT, ANA)
    expect(await confirmAll(shop)).toEqual([first])
    const next = await pay(shop, '199999999', ANA)
    expect(await confirmAll(shop)).toEqual([])
    expect(await stateOf(shop, next)).toBe('en revision')
  })

  test('and of two such payments confirms no third', async () => {
    const shop = await openBdvShop(setup)
    const calls = [RECEIPT, '288877665544'] as const
    for (const referencia of calls) await comeIn(shop, [{ ...AT_BDV, referencia }], call('bdv'))
    await comeIn(shop, rowsOf('067720010001', '067720010001', '067733330003'), file('noon'))
    const both = [await pay(shop, calls[0], ANA), await pay(shop, calls[1], ANA)]
    expect(new Set(await confirmAll(shop))).toEqual(new Set(both))
    await pay(shop, '199999999', ANA)
    expect(await confirmAll(shop)).toEqual([])
  })

  test('is counted by the preview as the import counts it, also in a later part of the file', async () => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [AT_BDV], call('bdv'))
    const bytes = csv(line('20'), ...others(510), line('20'), line('18'))
    const seen = await previewHere(shop, bytes)
    const { nuevos, conocidos, posibles } = await bringHere(shop, bytes)
    expect([nuevos, conocidos, posibles]).toEqual([512, 1, 2])
    expect(seen.cuentas).toMatchObject({ nuevos, conocidos, posibles })
  })
})

onSqlite('a row that a later list has again', (setup) => {
  test.each([
    ['a file', [file('noon'), file('evening')]],
    ['the list', [list('bdv'), list('bdv')]],
  ] as const)('takes no other payment of its payer: %s', async (_, [noon, evening]) => {
    const shop = await openBdvShop(setup)
    const calls = [RECEIPT, '288877665544']
    for (const referencia of calls) await comeIn(shop, [{ ...AT_BDV, referencia }], call('bdv'))
    const first = row('r0', '067720010001')
    await comeIn(shop, [first], noon)
    await comeIn(shop, [first, row('r1', '067720010002'), row('r2', '067733330003')], evening)
    const both = [await pay(shop, calls[0] as string, ANA), await pay(shop, calls[1] as string, ANA)]
    expect((await confirmAll(shop)).sort()).toEqual(both)
    await pay(shop, '199999999', ANA)
    expect(await confirmAll(shop)).toEqual([])
  })

  test.each(['067720010002', '067720010001'])(
    'is no second payment where a file had given a foreign number: %s',
    async (again) => {
      const shop = await openBdvShop(setup)
      await comeIn(shop, [AT_BDV], call('bdv'))
      await comeIn(shop, [{ referencia: '067700010000' }], file('morning'))
      await comeIn(shop, [row('r0', '067720010001')], list('bdv'))
      await comeIn(shop, [row('r0', '067720010001'), row('r1', again)], list('bdv'))
      const first = await pay(shop, RECEIPT, ANA)
      expect(await confirmAll(shop)).toEqual([first])
      await pay(shop, '199999999', ANA)
      expect(await confirmAll(shop)).toEqual([])
    },
  )

  test('is no second payment days later, under its number', async () => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [AT_BDV], call('bdv'))
    await comeIn(shop, [row('r0', '067720010001')], list('bdv'))
    await comeIn(shop, [{ ...row('r1', '067720010001'), dia: '2026-11-17' as CalendarDate }], list('bdv'))
    expect(await marksOf(shop)).toEqual([null, 1])
  })

  test.each([10, 510])(
    'is no second payment where its number found no room, and is counted so (%i rows between)',
    async (length) => {
      const shop = await openBdvShop(setup)
      await comeIn(shop, [{ ...AT_BDV, referencia_otra: '999988887777' }], call('bdv'))
      const bytes = csv(hers('067720010001'), ...others(length), hers('067720010001'))
      const { cuentas } = await previewHere(shop, bytes)
      const { nuevos, conocidos, posibles } = await bringHere(shop, bytes)
      const first = await pay(shop, RECEIPT, HER)
      await pay(shop, '199999999', HER)
      expect((await confirmAll(shop)).filter((id) => id !== first)).toEqual([])
      expect(cuentas).toMatchObject({ nuevos, conocidos, posibles })
    },
  )
})

onSqlite('a long file', (setup) => {
  test.each([10, 510])('leaves the movement that a row far below names (%i rows between)', async (length) => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [{ ...HER_DOCUMENT, banco_origen: '0102', referencia: '067799990002' }], list('bdv'))
    await bringHere(shop, csv(hers('067711110001'), ...others(length), hers('067799990002')))
    const both = [await pay(shop, '067711110001', HER), await pay(shop, '067799990002', HER)]
    expect((await confirmAll(shop)).sort()).toEqual(both)
  })

  test.each([10, 510])('leaves it to a row without number that names its payer (%i rows between)', async (length) => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [AT_BDV], call('bdv'))
    const fees = others(length).map((text) => text.replace(/PAGOMOVIL.*PAZ/, 'ABONO'))
    const payer = '20/11/2026;;PAGOMOVIL BDV V012345678 ANA PEREZ;;6714,24'
    await bringHere(shop, csv('20/11/2026;067711110001;ABONO;;6714,24', ...fees, payer))
    const first = await pay(shop, RECEIPT, HER)
    expect(await confirmAll(shop)).toEqual([first])
  })
})

// At Banco de Venezuela the call and the notice have the number of the receipt, the file another.
const PRINTED = { referencia: '154469146319' }
const OWN = '067770752606'
const OTHER = '067720010001'
const TODAY = { dia: '2026-11-20' as CalendarDate }
const PAID = { dia: '2026-11-17' as CalendarDate, ...HER_DOCUMENT }

const own = (referencia: string): Telling => [[{ referencia }], file(referencia)]
const heard = (referencia: string): Telling => [[{ referencia }], notice(referencia)]
const CALLED_FIRST: Telling = [[PRINTED], call('bdv')]

/** A notice of the morning, and what else told its payment. */
const MORNING: [string, Telling[]][] = [
  ['the file has another number', [heard(PRINTED.referencia), own(OTHER)]],
  ['the file came first', [own(OTHER), heard(PRINTED.referencia)]],
  ['the file lost its number', [heard(PRINTED.referencia), [[HER_DOCUMENT], file('noon')]]],
  ['the file lost all', [heard(PRINTED.referencia), [[{}], file('noon')]]],
  ['the file cut its number', [heard(PRINTED.referencia), own('10001')]],
  ['the bank called before', [CALLED_FIRST, heard(PRINTED.referencia)]],
  ['the bank called after', [heard(PRINTED.referencia), CALLED_FIRST]],
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
      const whole = PRINTED.referencia
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
      ...(['bdv', [heard(PRINTED.referencia), own(OTHER), own('067720010777')], [null, null]] as const),
    ],
    [
      'two files cut its number, to four digits and to five',
      'bdv',
      [CALLED_FIRST, own(OWN.slice(-4)), own(OWN.slice(-5)), own(OWN)],
      [null, 0, 0],
    ],
    ['a file cut it to three digits', 'bdv', [CALLED_FIRST, own(OWN.slice(-3)), own(OWN)], [null, 0]],
    ['a file cut its end', 'bdv', [CALLED_FIRST, own(OWN.slice(0, 7)), own(OWN)], [null, 0]],
    [
      'the list of the bank wrote the number of the call otherwise, and two files have another',
      ...([
        'bdv',
        [CALLED_FIRST, [[{ referencia: `000${PRINTED.referencia}` }]], own(OWN), [[{ referencia: OWN }], file('b')]],
        [null, 0],
      ] as const),
    ],
    ['control: a file had another whole number', 'bdv', [CALLED_FIRST, own('067770750001'), own(OWN)], [null, null]],
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
