import { expect, test } from 'vitest'
import { addReviewer, post } from '#app/server/testing/desk.ts'
import {
  ANA,
  BY_TRANSFER,
  call,
  comeIn,
  confirmAll,
  file,
  HER_DOCUMENT,
  HER_PHONE,
  join,
  letConfirm,
  list,
  look,
  marksOf,
  notice,
  openBdvShop,
  openMoneyShop,
  openTransfers,
  pay,
  stateOf,
  type Telling,
} from '#app/server/testing/money/money-shop.ts'
import { openSourceShop } from '#app/server/testing/money/source-shop.ts'
import { csv, openStatementShop } from '#app/server/testing/money/statement-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import type { Instant } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import type { Reconciliation } from '../../contract.ts'
import { createReversalWatch } from '../tell-reversed.ts'

const HOUR = 3_600_000
const NOON = Date.parse('2026-11-20T16:00:00Z') as Instant
const STRANGER = { cedula: 'V-9.999.999', telefono: '0414-9999999' }
const HERS = { ...HER_DOCUMENT, banco_origen: '0134' }
const BOTH = { referencia: '000030906155', referencia_otra: '771200345' }
// At Banco de Venezuela the call and the notice have the number of the receipt, the file another.
const RECEIPT = { referencia: '154469146319', ...HER_PHONE }
const OWN = { referencia: '067770752606', ...HER_DOCUMENT }
const own = (from: number): Telling => [[{ referencia: OWN.referencia.slice(from) }], file('cut')]
const WHOLE: Telling = [[OWN], file('whole')]
const LOST: Telling = [[{}], file('lost')]
/** Of the two rows nothing tells which the lost one was. */
const TWO: Telling = [[{ referencia: '000999999999' }, { referencia: '000123456789' }], file('whole')]
const HERS_LOST: Telling = [[HER_DOCUMENT], file('lost')]
const WHOLE_OF_LOST: Telling = [[{ referencia: '000000123456', ...HER_DOCUMENT }], file('whole')]
const CALLED: Telling = [[{ referencia: '000059762001', banco_origen: '0102', en: NOON, ...HER_PHONE }], call('bnc')]
const listed = (referencia: string): Telling => [[{ referencia, banco_origen: '0102', ...HER_DOCUMENT }], list('bnc')]

interface Case {
  /** Without it the account is at another bank, which gives a payment one number. */
  bdv?: true
  tells: Telling[]
  /** References of her two reports. */
  says: [string, string]
  /** The first is somebody else's. */
  stranger?: true
  /** Nobody confirms before both are there. */
  atOnce?: true
  /** The owner lets exact payments be confirmed without a person. */
  alone?: true
  /** Movements that are no repetition; one where it says nothing. */
  left?: number
  /** How many of the two are confirmed; one where it says nothing. */
  confirmed?: number
}

onSqlite('a payment that several sources told confirms no second purchase of its buyer', (setup) => {
  test.each<[string, Case]>([
    ...[['a notice', notice('a')] as const, ['a file', file('a')] as const].map(([what, said]): [string, Case] => [
      `a call had both of its numbers after ${what} with the first, and the list the second`,
      {
        tells: [
          [[{ referencia: '30906155' }], said],
          [[{ ...BOTH, ...HERS }], call('bnc')],
          [[{ referencia: '771200345', ...HERS }], list('bnc')],
        ],
        ...{ says: ['30906155', '0000'], alone: true },
      },
    ]),
    ...[['the list', list('bnc')] as const, ['the statement', file('b')] as const].map(
      ([what, said]): [string, Case] => [
        `a call had both of its numbers, and ${what} the second`,
        {
          tells: [
            [[{ ...BOTH, ...HERS }], call('bnc')],
            [[{ referencia: '771200345', ...HERS }], said],
          ],
          says: ['30906155', '1234'],
        },
      ],
    ),
    [
      'a call had both numbers of what the list and a file had told',
      {
        tells: [
          [[{ referencia: '771200345', ...HER_DOCUMENT }], list('bnc')],
          [[{ referencia: '000030906155' }], file('b')],
          [[{ ...BOTH, ...HER_DOCUMENT }], call('bnc')],
        ],
        says: ['30906155', '0000'],
        stranger: true,
      },
    ],
    [
      'a file lost its number after a call',
      { bdv: true, tells: [[[RECEIPT], call('bdv')], LOST, WHOLE], says: ['154469146319', '0000'] },
    ],
    [
      'a file lost its number after a notice',
      { bdv: true, tells: [[[RECEIPT], notice('sms')], LOST, WHOLE], says: ['154469146319', '0000'], confirmed: 0 },
    ],
    [
      'a file lost its number before a call',
      { bdv: true, tells: [LOST, [[RECEIPT], call('bdv')], WHOLE], says: ['154469146319', '0000'] },
    ],
    [
      'a file cut its number to five digits after a call',
      { bdv: true, tells: [[[RECEIPT], call('bdv')], own(-5), WHOLE], says: ['154469146319', '0000'] },
    ],
    [
      'a file cut its number to four digits after a call',
      { bdv: true, tells: [[[RECEIPT], call('bdv')], own(-4), WHOLE], says: ['154469146319', '0000'] },
    ],
    [
      'a file cut its number after a notice',
      { bdv: true, tells: [[[RECEIPT], notice('sms')], own(-5), WHOLE], says: ['154469146319', '0000'], confirmed: 0 },
    ],
    [
      'a file cut its number, and both were reported before',
      { bdv: true, tells: [[[RECEIPT], call('bdv')], own(-5), WHOLE], says: ['154469146319', '0000'], atOnce: true },
    ],
    [
      'a file lost its payer’s number, and either of two rows may be it',
      { tells: [HERS_LOST, TWO], says: ['000123456789', '6789'], confirmed: 0, left: 2 },
    ],
    [
      'a file lost its payer’s number, and both were reported before',
      { tells: [HERS_LOST, TWO], says: ['000123456789', '6789'], confirmed: 0, left: 2, atOnce: true },
    ],
    [
      'two notices and two files told it',
      {
        tells: [
          [[{ referencia: '123456', ...HER_PHONE }], notice('sms')],
          [[{}], notice('push')],
          HERS_LOST,
          WHOLE_OF_LOST,
        ],
        ...{ says: ['000000123456', '0000'], left: 2, confirmed: 0, atOnce: true },
      },
    ],
    [
      'two files told it',
      { tells: [HERS_LOST, WHOLE_OF_LOST], says: ['000000123456', '0000'], confirmed: 0, atOnce: true },
    ],
    [
      'a call was taken for the row beside it',
      {
        tells: [
          [[{}, HER_DOCUMENT], file('noon')],
          [[{ referencia: '000030906155', ...HER_PHONE }], call('bnc')],
        ],
        ...{ says: ['000030906155', '199999999'], left: 2, confirmed: 0, atOnce: true },
      },
    ],
    [
      'its bank lists it under five digits of its own',
      { tells: [CALLED, listed('48213')], says: ['000059762001', '8213'], left: 2, confirmed: 0, alone: true },
    ],
    [
      'its bank lists it under four digits of its own',
      { tells: [CALLED, listed('4821')], says: ['000059762001', '4821'], left: 2, confirmed: 0, alone: true },
    ],
  ])('%s', async (_, { bdv, tells, says, stranger, atOnce, alone, left = 1, confirmed = 1 }) => {
    const shop = await (bdv ? openBdvShop : openMoneyShop)(setup)
    if (alone) await letConfirm(shop)
    const confirm = alone ? createMoneyWatch(shop.ctx) : () => confirmAll(shop)
    for (const telling of tells) await comeIn(shop, ...telling)
    expect.soft((await marksOf(shop)).filter((mark) => mark === null)).toHaveLength(left)
    const ids: number[] = []
    for (const [at, reference] of says.entries()) {
      ids.push(await pay(shop, reference, stranger && at === 0 ? STRANGER : ANA))
      if (!atOnce) await confirm()
    }
    await confirm()
    await confirmAll(shop)
    const states = await Promise.all(ids.map((id) => stateOf(shop, id)))
    expect(states.filter((state) => state === 'confirmado')).toHaveLength(confirmed)
  })
})

onSqlite('a payment that a person joined to a row without its number confirms no second purchase', (setup) => {
  const LUIS = { id_banco: 'luis', referencia: '067700010001', documento_origen: 'V87654321', banco_origen: '0102' }
  const AGAIN = { id_banco: 'ana', referencia: '067700020002', banco_origen: '0102', ...HER_DOCUMENT }
  const before = { en: (NOON - HOUR) as Instant }
  interface Joined {
    bdv?: true
    joined: Telling
    says: string
    tells: Telling[]
    marked?: number[]
    next?: [string, Record<string, string>]
  }
  test.each<[string, Joined]>([
    [
      'another row is marked for it',
      { joined: LOST, says: '000123456789', tells: [TWO], marked: [2], next: ['000123456789', {}] },
    ],
    [
      'the row of its hour and of the reference that it pays is marked for it',
      {
        joined: [[before], file('noon')],
        says: '000123456789',
        // The good file of the evening, newest first as most banks write it.
        tells: [
          [
            [
              { referencia: '000999999999', en: NOON, documento_origen: 'V87654321' },
              { referencia: '000123456789', ...before, ...HER_DOCUMENT },
            ],
            file('night'),
          ],
        ],
        ...{ marked: [3], next: ['6789', ANA] },
      },
    ],
    [
      'a notice of the bank that gives it another number',
      {
        ...{ bdv: true, joined: [[{ ...RECEIPT, banco_origen: '0102' }], notice('sms')], says: RECEIPT.referencia },
        tells: [
          [[LUIS], file('noon')],
          [[LUIS, AGAIN], file('evening')],
        ],
      },
    ],
    [
      'a row that names nobody, and the list of the bank names both',
      {
        ...{ joined: [[{}], file('noon')], says: '000030906155' },
        tells: [
          [[{ referencia: '000087654300', documento_origen: 'V87654321' }], list('bnc')],
          [[{ referencia: '000044444444', ...HER_DOCUMENT }], list('bnc')],
        ],
        next: ['000044444444', ANA],
      },
    ],
    // A row of the file is taken for the short number, and told again before her own row comes.
    ...(
      [
        ['by a list, and her own row by a file', list, call('bnc'), file('evening')],
        ['by a list, and her own row by a call', list, call('bnc'), call('bnc')],
        ['by a call, and her own row by a file', call, list('bnc'), file('evening')],
        ['by a call, and her own row by a list', call, list('bnc'), list('bnc')],
      ] as const
    ).map(([how, short, again, own]): [string, Joined] => {
      const luis = { id_banco: 'luis', referencia: '000087654300', documento_origen: 'V87654321' }
      const hers = { id_banco: 'ana', referencia: '000044444444', ...HER_DOCUMENT }
      const tells: Telling[] = [
        [[luis], file('noon')],
        [[luis], again],
        [[luis, hers], own],
      ]
      return [
        `a short number of the bank ${how}`,
        { joined: [[{ referencia: '48213' }], short('bnc')], says: '1234', tells, next: [hers.referencia, ANA] },
      ]
    }),
  ])(
    '%s',
    async (_, { bdv, joined, says, tells, marked, next = ['199999999', ANA] as [string, Record<string, string>] }) => {
      const shop = await (bdv ? openBdvShop : openMoneyShop)(setup)
      const first = await pay(shop, says, ANA)
      const [money] = await comeIn(shop, ...joined)
      expect((await join(shop, first, money)).statusCode).toBe(200)
      await post(shop, shop.headers, `/compras/${first}/aprobar`, { version: 1, motivo: 'Lo vi.' })
      expect(await stateOf(shop, first)).toBe('confirmado')
      for (const telling of tells) await comeIn(shop, ...telling)
      const marks = (await marksOf(shop)).flatMap((mark, at) => (mark === null ? [] : [at + 1]))
      if (marked) expect.soft(marks).toEqual(marked)
      const id = await pay(shop, ...next)
      expect(await confirmAll(shop)).toEqual([])
      expect(await stateOf(shop, id)).toBe('en revision')
    },
  )

  test('nor where a person approved the first before its money came', async () => {
    const shop = await openMoneyShop(setup)
    await approvePurchase(shop.ctx, await pay(shop, '000123456789', ANA), 1, { actor: TESTER })
    for (const telling of [HERS_LOST, TWO]) await comeIn(shop, ...telling)
    const next = await pay(shop, '6789', ANA)
    await confirmAll(shop)
    expect(await stateOf(shop, next)).toBe('en revision')
  })
})

onSqlite('a payment that two methods, once one account, reported', (setup) => {
  const told = [{ referencia: '0030906155', ...HER_DOCUMENT }]
  test.each(['part', 'become one'] as const)('confirms nobody by its payer again where they %s', async (how) => {
    const shop = await openMoneyShop(setup)
    await openTransfers(shop, how === 'part' ? 'V-00.123.456' : 'J-12345678-0')
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

onSqlite('one file that is brought for two accounts', (setup) => {
  test('is doubted the second time, and its payment confirms one purchase', async () => {
    const shop = await openStatementShop(setup)
    // The owner's own account at the same bank: another holder.
    await openTransfers(shop, 'V-12.345.678')
    await changeMethod(shop.ctx, 5, { nombre: 'Otra Persona' }, TESTER)
    const bytes = csv(
      '20/11/2026;000030906155;UNO;;6714,24',
      '20/11/2026;000040906155;DOS;;6714,24',
      '20/11/2026;000050906155;TRES;50,00;',
    )
    const first = await pay(shop, '30906155', ANA)
    await shop.bring({ bytes })
    expect(await confirmAll(shop as never)).toEqual([first])
    const seen = await shop.preview({ bytes, metodo: 5 })
    await shop.bring({ bytes, metodo: 5 })
    // Somebody else reports the very same reference, to the other account.
    const next = await pay(shop, '30906155', BY_TRANSFER)
    expect.soft([seen.cuenta?.duda, seen.avisos.length > 0]).toContain(true)
    await confirmAll(shop as never)
    expect(await stateOf(shop, next)).toBe('en revision')
  })
})

onSqlite('two notices of one payment and the word of the bank', (setup) => {
  test('leave one movement that can pay', async () => {
    const shop = await openSourceShop(setup)
    await shop.bankOf('0102 Banco de Venezuela')
    const phone = await shop.add('aviso', 'aviso')
    const bank = await shop.add('bdv', 'webhook', { nombre: 'Banco' })
    const tell = (texto: string) => shop.outside.inject({ method: 'POST', url: phone.ruta, payload: { texto } })
    const [first, next] = [await pay(shop, '000059762001'), await pay(shop, '99887766')]
    // Half a minute after midnight comes a notice without a day, then the SMS with its own.
    shop.ctx.clock.advance(12 * 3_600_000 + 30_000)
    const said = 'Recibiste un PagomovilBDV por Bs.6.714,24 del 0414-0000111 Ref: 000059762001'
    await tell(said)
    await tell(`${said} en fecha: 20-11-26 hora: 23:59`)
    await expect.poll(shop.settled).toBe(true)
    const call = {
      bancoOrdenante: '0134',
      referenciaBancoOrdenante: '000059762001',
      idCliente: 'V012345678',
      idComercio: 'J123456789',
      numeroCliente: '584140000111',
      numeroComercio: '',
      fecha: '2026-11-20',
      hora: '23.59',
      monto: '6714.24',
    }
    await shop.outside.inject({
      method: 'POST',
      url: bank.ruta,
      headers: { 'x-api-key': bank.clave ?? '' },
      payload: call,
    })
    await expect.poll(shop.settled).toBe(true)
    const ana = await addReviewer(shop)
    const rows = await shop.movements()
    expect.soft(rows.filter(({ repetida_de }) => repetida_de === null)).toHaveLength(1)
    const join = (compra_id: number, id: number | undefined) =>
      post(shop, ana, '/conciliacion/unir', { compra_id, movimientos: [{ id }] })
    const bankRow = rows.find(({ confianza }) => confianza === 'banco')?.id
    await join(first, bankRow)
    await post(shop, ana, `/compras/${first}/aprobar`, { version: 1 })
    await join(next, rows.find(({ id }) => id !== bankRow)?.id)
    await post(shop, ana, `/compras/${next}/aprobar`, { version: 1 })
    const paid = await shop.ctx.db.read.selectFrom('movement_links').select('compra_id').execute()
    expect([await stateOf(shop, first), paid.map(({ compra_id }) => compra_id)]).toEqual(['confirmado', [first]])
  })
})

onSqlite('two notices of two payers that end in the same few digits', (setup) => {
  test('are two payments, or a person sees the second', async () => {
    const shop = await openSourceShop(setup)
    await shop.bankOf('0191 BNC')
    const phone = await shop.add('aviso', 'aviso')
    const tell = (phoneOf: string, hour: string) =>
      shop.outside.inject({
        method: 'POST',
        url: phone.ruta,
        payload: { texto: `BNC Pago Movil Recibido Bs.6714,24 Telf.${phoneOf} Dia:20/11/26-${hour} Ref:1234` },
      })
    await tell('0414***1081', '09:15')
    const second = await tell('0416***9503', '11:02')
    await expect.poll(shop.settled).toBe(true)
    expect.soft(second.json().repetido).toBe(false)
    expect([(await shop.movements()).length, (await shop.receipts()).length]).toEqual([2, 2])
  })
})

// The debit of the second file is marked as a repetition of the first, which has no reference.
onSqlite('a payment that the bank took back', (setup) => {
  test.each(['lost first', 'whole alone'] as const)('is told and shown: %s', async (how) => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    await comeIn(shop, [{ referencia: '000030906155' }])
    expect(await confirmAll(shop)).toEqual([id])
    const out = { sentido: 'debito', concepto: 'REVERSO PAGO MOVIL' } as const
    // A workbook that lost its references, then the same statement as CSV.
    if (how === 'lost first') await comeIn(shop, [out], file('lost'))
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
