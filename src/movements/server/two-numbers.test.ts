import { expect, test } from 'vitest'
import {
  ANA,
  comeIn,
  confirmAll,
  file,
  HER_DOCUMENT,
  HER_PHONE,
  list,
  openMoneyShop,
  pay,
} from '#app/server/testing/money/money-shop.ts'
import { play, stories } from '#app/server/testing/money/money-story.ts'
import type { Shop } from '#app/server/testing/shop.ts'
import type { CalendarDate } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { MOVEMENTS_LANE } from './record-movements.ts'

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
