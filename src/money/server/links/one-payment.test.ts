import { expect, test } from 'vitest'
import {
  ANA,
  BY_TRANSFER,
  comeIn,
  confirmAll,
  file,
  HER_DOCUMENT,
  letConfirm,
  look,
  openMoneyShop,
  openTransfers,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { play, stories } from '#app/server/testing/money/money-story.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import type { Reconciliation } from '../../contract.ts'
import { createReversalWatch } from '../tell-reversed.ts'

/** Unless a story says otherwise, one movement is left that is no repetition, and one of the two reports is confirmed. */
const TOLD = stories(`
a call had both of its numbers after a {notice/file} with the first, and the list the second
  at alone
  {notice/file} a: 30906155
  call bnc: 000030906155 771200345 doc @0134
  list bnc: 771200345 doc @0134
  ana 30906155
  ana 0000
a call had both of its numbers, and the {list/statement} the second
  call bnc: 000030906155 771200345 doc @0134
  {list bnc/file b}: 771200345 doc @0134
  ana 30906155
  ana 1234
a call had both numbers of what the list and a file had told
  list bnc: 771200345 doc
  file b: 000030906155
  call bnc: 000030906155 771200345 doc
  stranger 30906155
  ana 0000
a file {lost its number/cut its number to five digits/cut its number to four digits} after a call
  at bdv
  call bdv: 154469146319 phone
  file lost: {/52606/2606}
  file whole: 067770752606 doc
  ana 154469146319
  ana 0000
a file {lost/cut} its number after a notice
  at bdv
  notice sms: 154469146319 phone
  file lost: {/52606}
  file whole: 067770752606 doc
  ana 154469146319
  ana 0000
  pays 0
a file lost its number before a call
  at bdv
  file lost:
  call bdv: 154469146319 phone
  file whole: 067770752606 doc
  ana 154469146319
  ana 0000
a file cut its number, and both were reported before
  at bdv once
  call bdv: 154469146319 phone
  file cut: 52606
  file whole: 067770752606 doc
  ana 154469146319
  ana 0000
a file lost its payer’s number, and {either of two rows may be it/both were reported before}
  at {first/once}
  file lost: doc
  file whole: 000999999999 | 000123456789
  payments 2
  ana 000123456789
  ana 6789
  pays 0
two notices and two notices told it, before midnight and after, and then its bank
  notice push: 000059762001 phone day21
  notice sms: 000059762001 phone day20
  call bdv: 000059762001 phone doc @0134 day20
  ana 000059762001
  ana 99887766
two files told it
  at once
  notice sms: 123456 phone
  notice push:
  file lost: doc
  file whole: 000000123456 doc
  payments 2
  ana 000000123456
  ana 0000
  pays 0
two files told it
  at once
  file lost: doc
  file whole: 000000123456 doc
  ana 000000123456
  ana 0000
  pays 0
a call was taken for the row beside it
  at once
  file noon: | doc
  call bnc: 000030906155 phone
  payments 2
  ana 000030906155
  ana 199999999
  pays 0
its bank lists it under {five/four} digits of its own
  at alone
  call bnc: 000059762001 @0102 at16 phone
  list bnc: {48213/4821} @0102 doc
  payments 2
  ana 000059762001
  ana {8213/4821}
  pays 0
`)

onSqlite('a payment that several sources told confirms no second purchase of its buyer', (setup) => {
  test.each(TOLD)('%s', async (_, lines) => {
    const events = lines.filter((line) => !line.startsWith('pays'))
    const said = (word: string, usual: string) => lines.find((line) => line.startsWith(word)) ?? usual
    const eager = events[0]?.includes('once') ? [] : ['at eager']
    await play(setup, [...eager, ...events, 'tries', said('payments', 'payments 1'), said('pays', 'pays 1')])
  })
})

/** A row of a file is taken for a short number of the bank, and told again before her own row comes. */
const SHORT = [
  ['by a list, and her own row by a file', 'list', 'call', 'file evening'],
  ['by a list, and her own row by a call', 'list', 'call', 'call bnc'],
  ['by a call, and her own row by a file', 'call', 'list', 'file evening'],
  ['by a call, and her own row by a list', 'call', 'list', 'list bnc'],
].map(([how, short, again, own]): [string, string[]] => {
  const luis = 'id=luis 000087654300 his-doc'
  const told = [`file noon: ${luis}`, `${again} bnc: ${luis}`, `${own}: ${luis} | id=ana 000044444444 doc`]
  return [
    `a short number of the bank ${how}`,
    ['ana 1234', `${short} bnc: 48213`, 'joins 1 1', 'approves 1', ...told, 'ana 000044444444'],
  ]
})

onSqlite('a payment that a person joined to a row without its number confirms no second purchase', (setup) => {
  test.each([
    ...stories(`
another row is marked for it
  ana 000123456789
  file lost:
  joins 1 1
  approves 1
  file whole: 000999999999 | 000123456789
  marks - 1 -
  somebody 000123456789
the row of its hour and of the reference that it pays is marked for it
  ana 000123456789
  file noon: at15
  joins 1 1
  approves 1
  file night: 000999999999 at16 his-doc | 000123456789 at15 doc
  marks - - 1
  ana 6789
a notice of the bank that gives it another number
  at bdv
  ana 154469146319
  notice sms: 154469146319 phone @0102
  joins 1 1
  approves 1
  file noon: id=luis 067700010001 his-doc @0102
  file evening: id=luis 067700010001 his-doc @0102 | id=ana 067700020002 doc @0102
  ana 199999999
a row that names nobody, and the list of the bank names both
  ana 000030906155
  file noon:
  joins 1 1
  approves 1
  list bnc: 000087654300 his-doc
  list bnc: 000044444444 doc
  ana 000044444444
nor where a person approved the first before its money came
  ana 000123456789
  approves 1
  file lost: doc
  file whole: 000999999999 | 000123456789
  ana 6789
`),
    ...SHORT,
  ])('%s', (_, lines) => play(setup, [...lines, 'pays 1', 'confirms nothing', 'waits 2', 'pays 1']))
})

onSqlite('a payment that two methods, once one account, reported', (setup) => {
  const told = [{ referencia: '0030906155', ...HER_DOCUMENT }]
  test.each(['part', 'become one'] as const)('confirms nobody by its payer again where they %s', async (how) => {
    const shop = await openMoneyShop(setup)
    await openTransfers(shop, how === 'part' ? {} : { cedula: 'J-12345678-0' })
    await letConfirm(shop)
    const first = await pay(shop, '30906155', ANA)
    await comeIn(shop, told)
    await createMoneyWatch(shop.ctx)()
    expect(await stateOf(shop, first)).toBe('confirmado')
    if (how === 'part') await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    await comeIn(shop, told, { metodo_id: 5, crudo_sha256: 'b' })
    if (how === 'become one') await openTransfers(shop)
    // The same buyer, with the last four digits of the one receipt.
    const next = await pay(shop, '6155', { ...BY_TRANSFER, ...ANA })
    await createMoneyWatch(shop.ctx)()
    expect(await stateOf(shop, next)).toBe('en revision')
  })

  test.each(['in one bulk', 'alone'])('confirms not two purchases at once, %s', async (how) => {
    const shop = await openMoneyShop(setup)
    if (how === 'alone') await letConfirm(shop)
    await openTransfers(shop)
    await comeIn(shop, told)
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    await comeIn(shop, told, { metodo_id: 5, crudo_sha256: 'b' })
    const both = [await pay(shop, '30906155', ANA), await pay(shop, '6155', { ...BY_TRANSFER, ...ANA })]
    if (how === 'alone') await createMoneyWatch(shop.ctx)()
    else await confirmAll(shop)
    expect(await Promise.all(both.map((id) => stateOf(shop, id)))).not.toEqual(['confirmado', 'confirmado'])
  })
})

// The debit of the second file is marked as a repetition of the first, a workbook that lost its references.
onSqlite('a payment that the bank took back', (setup) => {
  test('is told and shown where a file lost its reference first', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    await comeIn(shop, [{ referencia: '000030906155' }])
    expect(await confirmAll(shop)).toEqual([id])
    const out = { sentido: 'debito', concepto: 'REVERSO PAGO MOVIL' } as const
    await comeIn(shop, [out], file('lost'))
    await comeIn(shop, [{ ...out, referencia: '000030906155' }], file('whole'))
    const { revertidos } = await look<Reconciliation>(shop, '')
    expect.soft(revertidos.flatMap(({ compras }) => compras.map((one) => one.id))).toEqual([id])
    await createReversalWatch(shop.ctx)()
    const mails = await shop.ctx.db.read
      .selectFrom('outbox')
      .select('clave')
      .where('clave', 'like', 'reversa:%')
      .execute()
    expect.soft(mails).toHaveLength(1)
  })
})
