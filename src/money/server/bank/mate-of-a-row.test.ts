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
  notice,
  openBdvShop,
  openMoneyShop,
  PRICE,
  pay,
  type Telling,
} from '#app/server/testing/money/money-shop.ts'
import { play, rowsIn, stories, tellingsIn } from '#app/server/testing/money/money-story.ts'
import { bringHere, csv, movementsOf, previewHere } from '#app/server/testing/money/statement-shop.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import type { Told } from '../../movement.ts'

const HER = { ...ANA, nombre: 'Ana Perez' }
const RECEIPT = '154469146319'
const CALLED = { ...HER_PHONE, ...HER_DOCUMENT, referencia: RECEIPT }
const AT_BDV = { ...CALLED, banco_origen: '0102' }
const ROW = { ...HER_DOCUMENT, banco_origen: '0102', concepto: 'PAGOMOVIL BDV V012345678 ANA PEREZ' }
const hers = (referencia: string) => `20/11/2026;${referencia};${ROW.concepto};;6714,24`

onSqlite('a file in which one payment lost its number and another is known by it', (setup) => {
  test('has two payments where another part of a long file names the known one', async () => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [CALLED], call('bnc'))
    const hers = `20/11/2026;${RECEIPT};PAGO MOVIL V012345678;;6714,24`
    await bringHere(shop, csv(...rowsIn(`20/11/2026;;ABONO;;6714,24 | others 510 | ${hers}`)))
    const kept = (await movementsOf(shop)).filter(({ centimos }) => centimos === PRICE)
    expect(kept.map(({ referencia, repetida_de }) => [referencia, repetida_de])).toEqual([
      [RECEIPT, null],
      ['', null],
    ])
  })
})

const BY_CALL = 'call bdv: phone doc @0102 154469146319'

onSqlite('a payment that a row of a file is', (setup) => {
  test.each(
    stories(`
is exact where the bank renumbers and another row lost its payer, whichever is {first/last}
  file noon: {id=ana 067700010000 doc @0102/id=luis 067700010000 name=LUIS_PAZ @0102} | {id=luis 067700010001 name=LUIS_PAZ @0102/id=ana 067700010001 doc @0102}
  ana 154469146319
  confirms 1
for which a file took the number of another, is exact by the list that names its payer {first/last}, and so is the other
  file noon: 067700010001
  list bdv: {id=ana 067700020002 @0102 doc/id=luis 067700010001 @0102 his-doc} | {id=luis 067700010001 @0102 his-doc/id=ana 067700020002 @0102 doc}
  ana 154469146319
  luis 177777777
  confirms 1 2
is exact where the bank renumbers, and another part of a long file names the payer
  brings 20/11/2026;067700010000;ABONO;;6714,24 | fees 510 | 20/11/2026;067700010001;PAGOMOVIL BDV V012345678;;6714,24
  ana 154469146319
  confirms 1
is left to a row without number that names its payer, {10/510} rows below
  brings 20/11/2026;067711110001;ABONO;;6714,24 | others {10/510} | 20/11/2026;;PAGOMOVIL BDV V012345678 ANA PEREZ;;6714,24
  ana 154469146319
  confirms 1
is no second payment days later, under its number
  list bdv: printed id=0 067720010001
  list bdv: printed id=1 067720010001 day17
  marks - 1
`),
  )('%s', (_, lines) => play(setup, ['at bdv', BY_CALL, ...lines]))

  test.each(
    stories(`
where a file has it twice under {one/the next} number
  file noon: printed id=0 067720010001 | printed id=1 {067720010001/067720010002}
where a later file has it twice under the next number
  file noon: printed id=0 067720010001
  file evening: printed id=0 067720010001 | printed id=1 067720010002
where a file had given a foreign number, and the list has it twice, under {the next/its} number
  file morning: 067700010000
  list bdv: printed id=0 067720010001
  list bdv: printed id=0 067720010001 | printed id=1 {067720010002/067720010001}
`),
  )('confirms one purchase %s', (_, lines) =>
    play(setup, ['at bdv', BY_CALL, ...lines, 'ana 154469146319', 'confirms 1', 'ana 199999999', 'confirms nothing']),
  )

  test.each(
    stories(`
a file has it twice
  file noon: printed id=0 067720010001 | printed id=1 067720010001 | printed id=2 067733330003
{a later file/the list} has it again
  {file noon/list bdv}: printed id=0 067720010001
  {file evening/list bdv}: printed id=0 067720010001 | printed id=1 067720010002 | printed id=2 067733330003
`),
  )('takes no other payment of its payer, and confirms no third purchase, where %s', (_, lines) =>
    play(setup, [
      ...['at bdv', BY_CALL, 'call bdv: phone doc @0102 288877665544', ...lines],
      ...['ana 154469146319', 'ana 288877665544', 'confirms 1 2', 'ana 199999999', 'confirms nothing'],
    ]),
  )

  test('confirms one purchase where a file has it twice under the next number, after a notice', () =>
    play(setup, [
      ...['at bdv', BY_CALL.replace('call bdv', 'notice sms')],
      'file noon: printed id=0 067720010001 | printed id=1 067720010002',
      ...['ana 154469146319', 'confirms 1', 'ana 199999999', 'confirms nothing'],
    ]))
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
  test.each([10, 510])(
    'is no second payment where its number found no room, and is counted so (%i rows between)',
    async (length) => {
      const shop = await openBdvShop(setup)
      await comeIn(shop, [{ ...AT_BDV, referencia_otra: '999988887777' }], call('bdv'))
      const bytes = csv(hers('067720010001'), ...rowsIn(`others ${length}`), hers('067720010001'))
      const { cuentas } = await previewHere(shop, bytes)
      const { nuevos, conocidos, posibles } = await bringHere(shop, bytes)
      const first = await pay(shop, RECEIPT, HER)
      await pay(shop, '199999999', HER)
      expect((await confirmAll(shop)).filter((id) => id !== first)).toEqual([])
      expect(cuentas).toMatchObject({ nuevos, conocidos, posibles })
    },
  )
})

// At Banco de Venezuela the call and the notice have the number of the receipt, the file another.
const PRINTED = { referencia: '154469146319' }
const OTHER = '067720010001'

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

  test.each(
    stories(`
a phone cut many digits of a long number
  at bdv
  notice a: 12345678901234567890
  notice b: 123456789012
  marks - 0
control: another file has another whole number than that of the morning
  at bdv
  notice a: 154469146319
  file a: 067720010001
  file b: 067720010777
  marks - -
two files cut its number, to four digits and to five
  at bdv
  call bdv: 154469146319
  file a: 2606
  file b: 52606
  file c: 067770752606
  marks - 0 0
a file cut {it to three digits/its end}
  at bdv
  call bdv: 154469146319
  file a: {606/0677707}
  file b: 067770752606
  marks - 0
the list of the bank wrote the number of the call otherwise, and two files have another
  at bdv
  call bdv: 154469146319
  list bdv x: 000154469146319
  file a: 067770752606
  file b: 067770752606
  marks - 0
control: a file had another whole number
  at bdv
  call bdv: 154469146319
  file a: 067770750001
  file b: 067770752606
  marks - -
a file cut it behind six digits
  file a: 000123456789 says=PAGO
  file b: 0001234567 says=PAGO
  marks - 0
days apart under its number, for a bank that is asked about a payment does not give its day
  list bdv x: 30906155
  file x: 0050930906155 day17 doc
  marks - 0
days apart under six digits
  list bdv x: 906144
  file x: 906144 day17 doc
  marks - 0
days apart under the number of a notice
  notice a: 000040906155
  file x: 000040906155 day17 doc
  marks - 0
days apart in two files
  file a: 000040906155 day17 doc
  file b: 000040906155 doc day20 says=OTRA_HOJA
  marks - 0
control: days apart under another number
  list bdv x: 906144
  file x: 906199 day17 doc
  marks - -
`),
  )('a movement is marked where %s', async (_, lines) => {
    const said = lines.at(-1)?.split(' ').slice(1)
    const found = await marks(lines[0] === 'at bdv' ? bdv : elsewhere, tellingsIn(lines))
    expect(found).toEqual(said?.map((one) => (one === '-' ? null : Number(one))))
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

const NOON = '20/11/2026;067720010001;PAGOMOVIL BDV V012345678 ANA PEREZ;;6714,24'
const LATE = NOON.replace('067720010001', '067720990077')
const LUIS = '20/11/2026;000187654300;PAGOMOVIL OTROS BANCOS 0134 04169998877;;6714,24'

onSqlite('two payments of one price at Banco de Venezuela, which a file names both', (setup) => {
  test.each(
    stories(`
the file is {longer than a portion/short}, and its first fee has the number of the payment
  ana 067720010001
  brings ${NOON} | fees {510/10}
  confirms 1
  ana 067720990077
  brings ${NOON} | fees {510/10} | ${LATE}
  confirms 2
the second is of another bank
  perez 000154469146
  brings ${NOON} | fees 1
  confirms 1
  luis 000187654300
  brings ${NOON} | fees 1 | ${LUIS}
  confirms 2
each was in a file of its own before
  ana 067720010001
  ana 067720990077
  brings ${NOON}
  brings ${LATE}
  brings ${NOON} | ${LATE}
  confirms 1 2
the list has the one that a row far below names, {10/510} rows
  list bdv: doc @0102 067799990002
  brings ${NOON} | others {10/510} | ${NOON.replace('067720010001', '067799990002')}
  ana 067720010001
  ana 067799990002
  confirms 1 2
`),
  )('confirm both reports: %s', (_, lines) => play(setup, ['at bdv', ...lines]))
})
