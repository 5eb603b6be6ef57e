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
} from '#app/server/testing/money/money-shop.ts'
import { HIS_DOCUMENT, HIS_PHONE, play, stories } from '#app/server/testing/money/money-story.ts'
import { bringHere, csv, movementsOf, previewHere } from '#app/server/testing/money/statement-shop.ts'
import type { Shop } from '#app/server/testing/shop.ts'
import type { CalendarDate } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { listReversals } from '../match/reversals.ts'
import { MOVEMENTS_LANE } from './record-movements.ts'

const [RECEIPT, OTHER] = ['154469146319', '288877665544']
const BDV = { banco_origen: '0102' }

/** Tellings of payments of one person at Banco de Venezuela, of which one is told again, and how many payments there are. */
const AGAIN = stories(`
a call names a phone and the list a document, and the file has its number on Monday
  ana 154469146319 on 17
  call bdv: @0102 phone 154469146319 day17
  list bdv: @0102 doc 067720010001 day17
  file noon: @0102 doc 067720010001 day20
the same, and the list moves what the file had, without its zero
  ana 154469146319 on 17
  call bdv: @0102 phone 154469146319 day17
  file noon: @0102 doc 067720010001 day17
  list bdv: @0102 doc 67720010001 day20
the bank calls again in other words
  ana 154469146319
  list bdv: @0102 doc 067720010001 | @0102 doc 067733330003
  call bdv: @0102 phone doc 154469146319
  call bdv: @0102 phone doc 154469146319
  call bdv: @0102 phone doc 288877665544
  payments 2
the list has its row without a number first
  ana 154469146319
  call bdv: @0102 phone doc 154469146319
  list bdv: @0102 doc
  list bdv later: @0102 doc 067720010001
a file without payers has both numbers, and the list names her
  ana 154469146319
  file noon: 067720010001 | 067720010002
  list bdv: @0102 doc 067720010001 | @0102 doc 067720010002
the list does not name her, and a file does
  ana 154469146319
  call bdv: @0102 phone doc 154469146319
  list bdv: 067720010001 | 067720010002
  file noon: @0102 doc 067720010001 | @0102 doc 067720010002
the list names her once, and a file twice
  ana 154469146319
  call bdv: @0102 phone doc 154469146319
  list bdv: @0102 doc 067720010001 | 067720010002
  file noon: @0102 doc 067720010001 | @0102 doc 067720010002
the first row of a list is a day away from the call that another row has
  ana 154469146319 on 20
  call bdv: @0102 phone doc 288877665544 day20
  list bdv: @0102 doc 067720010001 day19 | @0102 doc 067733330003 day20
  call bdv: @0102 phone doc 154469146319 day18
  payments 2
`)

onSqlite('a payment that is told again', (setup) => {
  test.each(AGAIN)('pays no second purchase: %s', async (_, lines) => {
    const payments = lines.at(-1) === 'payments 2' ? 2 : 1
    const more = ['067720010001', '288877665544', '199999999', '199999998'].map((number) => `ana ${number}`)
    await play(setup, ['at bdv eager', ...lines, ...more, `payments ${payments}`, `pays 1 to ${payments}`])
  })

  test.each(
    stories(`
by a list is no row that a later call takes
  at bdv
  list bdv: @0102 doc 067720010001 | @0102 doc 067720010002
  call bdv: @0102 phone doc 154469146319
  call bdv: @0102 phone doc 288877665544
  marks - 1 -
by the list takes its repetition to the first
  at bdv
  file noon: 067720010001 | 067720010002
  file evening: 010002
  marks - - 2
  list bdv: @0102 doc 067720010001 | @0102 doc 067720010002
  marks - 1 1
of which two files cut the number at two sides, pays one
  call bnc: phone doc 154469146319
  file a: doc 146319
  file b: doc 154469
  ana 154469146319
  confirms 1
  ana 9999154469
  confirms nothing
of which two files cut the number and none has it whole, pays one: {its beginning comes first/its end comes first/six digits of both ends}
  at eager
  file a: doc {154469146/69146319/154469}
  ana 9999{154469146/69146319/154469}
  file b: doc {69146319/154469146/146319}
  ana 9999{69146319/154469146/146319}
  pays 1
of which a file had the beginning, that paid, and a list has the whole for another’s end, pays one
  file a: doc 154469146
  ana 9999154469146
  confirms 1
  file b: doc 69146319
  list bnc: doc 154469146319
  ana 154469146319
  confirms nothing
is none where two files of eight digits have it on two days, or one of them has both
  file sunday: doc 20010002 id=three day19
  file noon: doc 69146319 id=one
  file evening: doc 69146319 id=one | doc 77665544 id=two
  ana 69146319
  ana 77665544
  ana 20010002
  confirms 1 2 3
by a file that cut {the second number of a call/the number of a notice}, is marked
  {call bnc: phone @0105 154469146319 067720010001/notice sms: phone 154469146319}
  file noon: doc {067720010/154469146}
  marks - 1
by a file that cut it before the call, is marked
  file noon: doc 067720010
  call bnc: phone @0105 154469146319 067720010001
  marks - 1
by a file that cut a number that has zeros elsewhere, is marked
  file noon: doc 154469146
  list bdv: 000154469146319
  marks - 1
that the bank took back under the number of its list, is not exact
  at bdv
  call bdv: @0102 phone doc 154469146319
  ana 154469146319
  list bdv: @0102 doc 067720010001 | @0102 doc 067720010001 out
  confirms nothing
whose fuller row has the number that a file gave barely, is the one that it names
  list bnc: doc @0105 41801
  file a: 154469146319
  file b: doc @0105 phone 154469146319
  ana 154469146319
  confirms 1
whose fuller row has a second number that is the whole of a cut one, is marked
  file a: doc 9220
  file b: doc 154469146319 660611359220
  marks - 1
whose source names its payer and its {number/second number} later, is not exact where the bank takes it back by that
  list bnc: id=row{/ 067720010001}
  list bnc: id=row{/ 067720010001} 154469146319 doc
  list bnc: out 154469146319
  ana 154469146319
  confirms nothing
`),
  )('%s', (_, lines) => play(setup, lines))

  test('that the bank took back, is the one that it named itself, and not that of a false notice', async () => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [{ ...BDV, ...HER_PHONE, referencia: RECEIPT }], call('bdv'))
    await comeIn(shop, [{ ...BDV, ...HER_PHONE, referencia: OTHER }], notice('false'))
    const [his] = await comeIn(shop, [{ ...BDV, ...HIS_PHONE, referencia: OTHER }], call('bdv'))
    await comeIn(shop, [{ sentido: 'debito', referencia: OTHER }], list('bdv'))
    expect([...(await listReversals(shop.ctx.db.read)).keys()]).toEqual([his])
  })

  test.each(['0', '498'])('is counted by the preview as by the import, %s cheaper rows before', async (fees) => {
    const shop = await openBdvShop(setup)
    const line = (referencia: string, text: string, day = 20) => `${day}/11/2026;${referencia};${text};;6714,24`
    const cheap = Array.from({ length: Number(fees) }, (_, at) => `20/11/2026;${770_000_000 + at};COMISION;;10,10`)
    const many = Array.from({ length: 1_001 }, (_, at) =>
      line(`0677${30_000_000 + at * 7}`, `PAGOMOVIL BDV V0${20_000_000 + at} LUIS PAZ`),
    )
    const moved = line('067730000000', 'PAGOMOVIL BDV V020000000 LUIS PAZ', 17)
    const files = [
      [...many, moved],
      [...cheap, ...many, line('', 'ABONO')],
    ]
    for (const rows of cheap.length === 0 ? files : files.slice(1)) {
      const bytes = csv(...rows)
      const { cuentas } = await previewHere(shop, bytes)
      const { nuevos, conocidos, posibles, repetidos } = await bringHere(shop, bytes)
      expect(cuentas).toMatchObject({ nuevos, conocidos, posibles, repetidos })
    }
  })
})

onSqlite('two payments', (setup) => {
  test.each(
    stories(`
of one list under neighbouring numbers are two: {one row has no payer/one has a phone and the other a document/they have two concepts}
  list bnc: 067720010001{/ his-phone/ doc says=A} | 067720010002 doc{// says=B}
  marks - -
of one list under neighbouring numbers are two: the bank had called for the first
  call bnc: phone 067720010001
  list bnc: 067720010001 doc | 067720010002 his-doc
  marks - -
of which one lost its number in a file and the other is known by it, are two, whichever row is {first/last}
  call bnc: phone doc 154469146319
  file noon: {id=ana 154469146319 doc/id=luis name=LUIS_PAZ} | {id=luis name=LUIS_PAZ/id=ana 154469146319 doc}
  marks - -
of which one comes from another bank, are two: his call
  at bdv
  list bdv: 067720010001 @0102 doc
  call bdv: his-phone 288877665544 @0105
  marks - -
of which one comes from another bank, are two: his row
  at bdv
  call bdv: @0102 phone 154469146319
  list bdv: his-doc 288877665544 @0105
  marks - -
of which one comes from another bank, are two: a short row had other digits
  at bdv
  file noon: 94302
  list bdv: 288877665544 @0105
  marks - -
whose notices name phones and whose list documents, are exact under neighbouring numbers
  at bdv
  notice a: @0102 phone 154469146319
  notice b: @0102 his-phone 288877665544
  list bdv: 067720010001 @0102 doc | 067720010002 @0102 his-doc
  ana 154469146319
  luis 288877665544
  confirms 1 2
of one person, of which a file cut both numbers, are two, in {their/the other} order
  call bnc: doc phone @0105 154469146319
  call bnc: doc phone @0102 288877665544
  file a: doc 154469146319
  file b: doc {46319/65544} | doc {65544/46319}
  marks - - 1
of one price, of which the notice of the second comes between two files, confirm both reports
  at bdv
  ana 000154469146
  notice a: 000154469146 phone
  file noon: id=f1 067720010001 @0102 doc
  luis 000187654300
  notice b: 000187654300 his-phone
  file night: id=f1 067720010001 @0102 doc | id=f2 067720010777 his-doc @0102
  marks - -
  tries
  pays 2
of one price are both exact, for one file names both: the second {of another bank, by its phone/without data of its payer}
  at bdv
  ana 000154469146
  file noon: id=f1 067720010001 @0102 doc
  confirms 1
  luis 000187654300
  file night: id=f1 067720010001 @0102 doc | id=f2 000187654300{ @0134 his-phone/}
  confirms 2
`),
  )('%s', (_, lines) => play(setup, lines))
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

  test('gives it to no payment that it was taken for by its count alone', async () => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [{ referencia: RECEIPT }], file('a'))
    await comeIn(shop, [{ id_banco: 'row' }], list('bnc'))
    await comeIn(shop, [{ ...row, referencia: OTHER, ...HIS_DOCUMENT }], list('bnc'))
    expect(await movementsOf(shop)).toMatchObject([{ documento_origen: '' }])
  })
})

/** As app/server/service/upgrade.ts fills the columns. */
const upgrade = ({ ctx }: Pick<Shop, 'ctx'>) =>
  ctx.db.write(MOVEMENTS_LANE, async (tx) => {
    for (const { id, cola, fin } of await tx.selectFrom('movements').select(['id', 'cola', 'fin']).execute()) {
      const before = { cola, fin, fin_otra: '', dicho: '' }
      await tx.updateTable('movement_sightings').set(before).where('movimiento_id', '=', id).execute()
    }
  })

onSqlite('a payment of two numbers', (setup) => {
  test.each(
    stories(`
a file lost its number and a call has two
  ana 154469146319
  file a: doc
  call bnc: phone doc 154469146319 067724761107
  file own: doc 067724761107
  ana 067724761107
  pays 0 to 1
a file lost all and a list has two
  ana 154469146319
  file a:
  list bnc: doc 154469146319 067724761107
  file own: doc 067724761107
  ana 067724761107
  pays 0 to 1
a file has zeros before its number
  ana 154469146319
  file b: doc 000154469146319
  call bnc: phone doc 154469146319
  list bnc: doc 154469146319 067724761107
  file own: doc 067724761107
  ana 067724761107
  pays 0 to 1
a file moves it, cut {behind nine/before five} digits
  at bdv
  ana 154469146319 on 17
  list bdv: doc @0102 067724761107 day17
  file monday: doc @0102 {067724761/61107}
  ana 288877665544
  pays 0 to 1
a call came on Friday, and a file has its second number on Monday
  ana 154469146319 on 17
  call bnc: phone doc 154469146319 067724761107 day17
  file own: doc 067724761107
  ana 067724761107
  pays 0 to 1
a call comes again after an upgrade
  at bdv
  ana 154469146319
  list bdv: phone doc @0102 067724761107 | phone doc @0102 067755558009
  call bdv: phone doc @0102 154469146319
  upgrade
  call bdv: phone doc @0102 154469146319
  call bdv: phone doc @0102 288877665544
  ana 288877665544
  ana 199999998
  pays 0 to 2
a false notice knew the number, and the buyer’s document came by its list
  at bdv
  luis 154469146319
  notice false: doc @0102 154469146319
  call bdv: his-phone @0102 154469146319
  list bdv: his-doc @0102 067724761107
  luis 288877665544
  pays 0 to 1
a false notice knew the number of another
  at bdv
  ana 154469146319
  notice false: doc @0102 154469146319
  call bdv: his-phone @0102 154469146319
  pays 0
a false notice knew the number of its list, which has it twice
  at bdv
  ana 067724761107
  notice false: his-phone his-doc @0102 067724761107
  list bdv: doc @0102 067724761107 | doc @0102 067724761108
  ana 067724761108
  pays 0 to 1
a false notice knew the number, and a {list/file} names nobody
  at bdv
  luis 067724761107
  notice false: his-phone his-doc @0102 067724761107
  {list bdv/file bare}: 067724761107
  call bdv: phone doc @0102 154469146319
  ana 154469146319
  pays 0 to 1
a notice has the end of it, a file its beginning, and a list all
  ana 154469146319
  notice sms: doc 69146319
  file cut: phone 154469146
  list bnc: doc 154469146319
  ana 999154469146
  pays 0 to 1
a notice has the second number, and the spent one another bank
  ana 199999997
  file a: phone doc @0105
  call bnc: phone 154469146319 067724761107
  notice f: phone 761107
  list bnc: doc @0105 288877665544 | doc @0102 154469146319 067724761107
  ana 288877665544
  ana 154469146319
  ana 067724761107
  pays 0 to 2
`),
  )('pays no second purchase: %s', (_, lines) => play(setup, ['at eager', ...lines], { upgrade }))

  test.each(
    stories(`
second number of {a call/its list}
  {call/list} bnc: phone doc 154469146319 067724761107
  list bnc: out 067724761107
number that the debit has second
  call bnc: phone doc 154469146319
  list bnc: out 288877665544 154469146319
number that a file cut
  call bnc: phone doc 154469146319
  file a: doc 154469146 | out 154469146
payer and no number
  file a: phone doc 154469146319 | out doc
payer and the beginning of its number
  list bnc: phone doc 154469146319 day17
  file a: out doc 154469146
`),
  )('is not exact where the bank took it back under the %s', (_, lines) =>
    play(setup, [...lines, 'ana 154469146319', 'confirms nothing']),
  )

  test.each([
    ['phone, and the credit her phone alone', HER_PHONE, HER_PHONE],
    ['document, and the credit her phone', HER_PHONE, HER_DOCUMENT],
    ['document, and the credit nobody', {}, HER_DOCUMENT],
    ['phone, and the credit nobody', {}, HER_PHONE],
  ])('is not exact where as much went back to her who reports it: the debit has her %s', async (_, hers, to) => {
    const shop = await openMoneyShop(setup)
    await comeIn(shop, [{ referencia: '288877665544', dia: '2026-09-01' as CalendarDate, moneda: 'USD' }], {
      ...list('bnc'),
      metodo_id: 2,
    })
    await comeIn(shop, [{ ...hers, referencia: '154469146319' }], list('bnc'))
    await comeIn(shop, [{ sentido: 'debito', ...to, referencia: '388877665544' }], file('a'))
    await pay(shop, '154469146319', ANA)
    expect(await confirmAll(shop)).toEqual([])
  })

  test.each(
    stories(`
before it came
  file a: out doc day17
to somebody else
  file a: out his-doc
under the number of another of hers
  file a: phone doc 288877665544 | out 288877665544
`),
  )('control: is exact where as much went back %s', (_, lines) =>
    play(setup, ['list bnc: phone doc 154469146319', ...lines, 'confirms nothing', 'ana 154469146319', 'confirms 1']),
  )
})
