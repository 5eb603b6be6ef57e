import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { block, correct, purchaseRow } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import {
  chooseCents,
  comeIn,
  confirmAll,
  file,
  HER_DOCUMENT,
  join,
  letConfirm,
  look,
  type MoneyDesk,
  marksOf,
  openBdvShop,
  openConfirming,
  openMoneyShop,
  openTransfers,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { play, stories } from '#app/server/testing/money/money-story.ts'
import { JPEG } from '#app/server/testing/shop.ts'
import { settle } from '#house/server/backups/back/settle.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import type { Told } from '#money/movement.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { after } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { createMoneyWatch } from './watch-money.ts'

const statesOf = (shop: MoneyDesk, ids: number[]) => Promise.all(ids.map((id) => stateOf(shop, id)))
async function act(shop: MoneyDesk, path: string, payload: object): Promise<void> {
  const answer = await shop.post(path, payload)
  expect(answer.statusCode, answer.body).toBe(200)
}
/** The first look of every process that starts: it looks at everything. */
const lookAnew = ({ ctx }: MoneyDesk) => createMoneyWatch(ctx)()
const reject = (shop: MoneyDesk, id: number, version = 1) =>
  act(shop, `/compras/${id}/rechazar`, { version, motivo: 'El pago no aparece en la cuenta.' })
async function sendAgain(shop: MoneyDesk, id: number) {
  const { secreto } = await purchaseRow(shop, id)
  return correct(shop, { secreto, referencia: '30906155' }, { bytes: JPEG, name: 'pago.jpg', type: 'image/jpeg' })
}
const links = ({ ctx }: MoneyDesk) => ctx.db.read.selectFrom('movement_links').select('compra_id').execute()

onSqlite('reports that nobody may confirm alone', (setup) => {
  test.each<
    [string, Parameters<typeof pay>[2], Parameters<typeof comeIn>[1][number], (shop: MoneyDesk, id: number) => unknown]
  >([
    [
      'money from before a copy was restored, whose sold numbers may be missing',
      {},
      {},
      ({ ctx }) => settle(ctx, { copy: 'copia', en: ctx.clock.now() }, false),
    ],
    [
      'in an hour that nobody confirms',
      {},
      {},
      ({ ctx }) => Object.assign(ctx, { time: { known: () => false, sure: async () => false } }),
    ],
    [
      'the reference of a payment whose bank names another payer: somebody may have seen it',
      { cedula: 'V-9.999.999' },
      { documento_origen: 'V12345678' },
      () => undefined,
    ],
    [
      'a report that a person rejected, sent again as it was',
      {},
      {},
      async (shop, id) => {
        await reject(shop, id)
        expect((await sendAgain(shop, id)).statusCode).toBe(200)
      },
    ],
  ])('%s', async (_, report, money, happens) => {
    const shop = await openConfirming(setup)
    const id = await pay(shop, '30906155', report)
    await comeIn(shop, [{ referencia: '30906155', ...money }])
    await happens(shop, id)
    await lookAnew(shop)
    expect(await stateOf(shop, id)).toBe('en revision')
  })

  test.each(
    stories(`
a second payment by one reference, whose mark a statement would take off
  at alone
  list bdv a: 108834000222 day19
  somebody 108834000222
  looks
  notice b: 108834000222 phone=584141234567 day19
  notice c: 108834000222 phone=584141234567 day20
  file d: 108834000222 day20
  somebody 108834000222
  looks
  waits 2
  confirms nothing
notices of one phone that may be one payment where one was cut before its number; of one price without payer and number they are several
  notice a: phone=584141234567
  notice b: phone=584141234567 108834000222
  notice c: name=juanp
  notice d: name=anam
  marks - 1 - -
`),
  )('%s', (_, lines) => play(setup, lines))
})

onSqlite('a payment that two methods of one account reported', (setup) => {
  const told = [{ referencia: '0030906155' }]

  test.each(['the methods part', 'they become one'])('confirms one purchase, also where %s in between', async (how) => {
    const part = how === 'the methods part'
    const shop = await openMoneyShop(setup)
    await openTransfers(shop, { cedula: part ? 'V-00.123.456' : 'J-12345678-0' })
    await letConfirm(shop)
    const first = await pay(shop, '30906155')
    await comeIn(shop, told)
    await lookAnew(shop)
    // Before the change where they become one, after it where they part.
    if (part) await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    await comeIn(shop, told, { metodo_id: 5, crudo_sha256: 'b' })
    if (!part) await openTransfers(shop)
    const next = await pay(shop, '30906155', { metodo_id: part ? '5' : '1' })
    await lookAnew(shop)
    expect(await confirmAll(shop)).toEqual([])
    expect(await statesOf(shop, [first, next])).toEqual(['confirmado', 'en revision'])
    expect(await marksOf(shop)).toEqual([null, null])
  })
})

onSqlite('a decision that a person took back', (setup) => {
  test('no process confirms again what somebody undid; a person does', async () => {
    const shop = await openConfirming(setup)
    const id = await pay(shop, '30906155')
    await comeIn(shop, [{ referencia: '30906155' }])
    await lookAnew(shop)
    expect(await stateOf(shop, id)).toBe('confirmado')
    await act(shop, `/compras/${id}/deshacer`, { version: 2 })
    await lookAnew(shop)
    expect(await stateOf(shop, id)).toBe('en revision')
    expect(await confirmAll(shop)).toEqual([id])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('money that comes after an approval was undone confirms it by no rule either', async () => {
    const shop = await openConfirming(setup)
    const id = await pay(shop, '30906155')
    await act(shop, `/compras/${id}/aprobar`, { version: 1 })
    await act(shop, `/compras/${id}/deshacer`, { version: 2 })
    await comeIn(shop, [{ referencia: '30906155' }])
    await lookAnew(shop)
    expect(await stateOf(shop, id)).toBe('en revision')
  })

  test('money that somebody parted from a purchase is joined to it by no rule, by itself or with its approval', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    const [movimiento_id] = await comeIn(shop, [{ referencia: '30906155' }])
    await act(shop, `/compras/${id}/aprobar`, { version: 1 })
    await act(shop, `/compras/${id}/deshacer`, { version: 2 })
    // It is approved without that money.
    await judge.approve(shop, id, 3)
    await lookAnew(shop)
    expect(await links(shop)).toEqual([])
    expect((await join(shop, id, movimiento_id)).statusCode).toBe(200)
    await act(shop, '/conciliacion/desunir', { compra_id: id, movimiento_id })
    await lookAnew(shop)
    expect(await links(shop)).toEqual([])
  })

  test('money that somebody parted from a report confirms it by no rule', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    const [movimiento_id] = await comeIn(shop, [{ referencia: '30906155' }])
    await join(shop, id, movimiento_id)
    await act(shop, '/conciliacion/desunir', { compra_id: id, movimiento_id })
    await letConfirm(shop)
    await lookAnew(shop)
    expect(await stateOf(shop, id)).toBe('en revision')
  })
})

onSqlite('room of the day', (setup) => {
  test('one that a grave check holds, or at which somebody looks, takes none', async () => {
    const shop = await openMoneyShop(setup)
    const ids: number[] = []
    for (const [referencia, cedula] of [
      ['10906155', 'V-12.345.679'],
      ['20906155', 'V-12.345.680'],
      ['40906155', 'V-12.345.678'],
    ] as const) {
      ids.push(await pay(shop, referencia, { cedula }))
      shop.ctx.clock.advance(1000)
    }
    await block(shop, 'V12345678')
    expect((await shop.post(`/compras/${ids[0]}/tomar`)).statusCode).toBe(200)
    await comeIn(shop, [{ referencia: '10906155' }, { referencia: '20906155' }, { referencia: '40906155' }])
    await letConfirm(shop, { tope_cantidad: 1 })
    await lookAnew(shop)
    expect(await statesOf(shop, ids)).toEqual(['en revision', 'confirmado', 'en revision'])
    // Room is for pairs that may be confirmed: none of it was wanted.
    expect(await readMails(shop.ctx, 'automatica:%:tope:%')).toEqual([])
  })

  test('one that is larger than the rest of it keeps no smaller one back', async () => {
    const shop = await openMoneyShop(setup)
    const large = await pay(shop, '10906155', { cantidad_tickets: '4', total: '20.00' })
    shop.ctx.clock.advance(1000)
    const small = await pay(shop, '20906155')
    await comeIn(shop, [{ referencia: '10906155', centimos: 1_342_847 }, { referencia: '20906155' }])
    expect(await look<{ filas: object[] }>(shop, '/sugerencias?ver=exactas')).toMatchObject({ filas: [{}, {}] })
    await letConfirm(shop, { tope_suma: '10.00' })
    await lookAnew(shop)
    expect(await statesOf(shop, [large, small])).toEqual(['en revision', 'confirmado'])
  })

  test('a report of a buyer whose report a person rejected is not confirmed, also under another code', async () => {
    const shop = await openConfirming(setup)
    const who = { cedula: 'V-9.999.999', telefono: '0414-9999999' }
    const id = await pay(shop, '30906155', who)
    await comeIn(shop, [{ referencia: '30906155' }])
    await lookAnew(shop)
    await act(shop, `/compras/${id}/deshacer`, { version: 2 })
    await reject(shop, id, 3)
    const anew = await pay(shop, '30906155', who)
    await lookAnew(shop)
    expect(await stateOf(shop, anew)).toBe('en revision')
  })

  test.each([
    ['rejected', 'the same phone', 'V-8.888.881', { telefono: '0414-8888888' }],
    ['rejected', 'nothing but the reference', 'V-8.888.882', {}],
    ['annulled', 'nothing but the reference', 'V-8.888.883', {}],
  ])(
    'a payment of a report that a person %s is not confirmed under another cédula, with %s',
    async (how, _, cedula, more) => {
      const shop = await openConfirming(setup)
      const first = await pay(shop, '000030906155', { telefono: '0414-8888888' })
      if (how === 'annulled') {
        await judge.approve(shop, first, 1)
        await judge.annul(shop, first, 2)
      } else await reject(shop, first)
      const ids = [await pay(shop, '30906155', { cedula, ...more }), await pay(shop, '40916254')]
      await comeIn(shop, [{ referencia: '000030906155' }, { referencia: '40916254' }])
      await lookAnew(shop)
      expect(await statesOf(shop, ids)).toEqual(['en revision', 'confirmado'])
    },
  )
})

const HOLD = 600_000

onSqlite('céntimos that somebody else had before', (setup) => {
  /** All nine are given, their time runs out, and somebody gets one of them again. */
  async function openTaken() {
    const shop = await openConfirming(setup, { centimos_unicos: 9 })
    const first = await chooseCents(shop)
    shop.ctx.clock.advance(1_000)
    for (let more = 0; more < 8; more++) await chooseCents(shop)
    const paid = after(shop.ctx.clock.now(), HOLD / 2)
    shop.ctx.clock.advance(3 * HOLD)
    const second = await chooseCents(shop)
    expect(second.centimos).toBe(first.centimos)
    return { shop, paid, second }
  }

  test('are not the buyer’s by money that came before: neither alone nor together', async () => {
    const { shop, paid, second } = await openTaken()
    const { apartado, centimos } = second
    const id = await pay(shop, '44556677', { apartado })
    await comeIn(shop, [{ centimos, en: paid }])
    await lookAnew(shop)
    expect([await stateOf(shop, id), await confirmAll(shop)]).toEqual(['en revision', []])
  })

  test('control: are the buyer’s by money that came since', async () => {
    const { shop, second } = await openTaken()
    const { apartado, centimos } = second
    const en = shop.ctx.clock.now()
    shop.ctx.clock.advance(HOLD / 2)
    const id = await pay(shop, '44556677', { apartado })
    await comeIn(shop, [{ centimos, en }])
    await lookAnew(shop)
    expect(await stateOf(shop, id)).toBe('confirmado')
  })
})

const FILE = file('x')
const LISTED = { referencia: '0677200011', banco_origen: '0102' }
const HERS = { banco_origen: '0102', ...HER_DOCUMENT }

onSqlite('a text that a file adds to the word of the bank', (setup) => {
  const cases: [string, typeof openMoneyShop, Partial<Told>, Partial<Told>][] = [
    ['the reference', openMoneyShop, {}, { referencia: '30906155' }],
    ['another reference', openBdvShop, { ...HERS, referencia: '0677200011' }, { ...HERS, referencia: '30906155' }],
    ['who paid', openBdvShop, LISTED, { ...LISTED, ...HER_DOCUMENT }],
  ]
  test.each(
    cases.flatMap(([what, open, bank, file]) => [
      { what, when: 'after it', open, words: [[bank], [file, FILE]] as const },
      { what, when: 'before it', open, words: [[file, FILE], [bank]] as const },
    ]),
  )('confirms nobody without a person: $what, told $when', async ({ open, words }) => {
    const shop = await open(setup)
    await letConfirm(shop)
    const id = await pay(shop, '30906155', { cedula: 'V-12.345.678' })
    for (const [credit, word] of words) await comeIn(shop, [credit], word)
    expect(await marksOf(shop)).toHaveLength(1)
    await lookAnew(shop)
    expect(await stateOf(shop, id)).toBe('en revision')
    expect(await confirmAll(shop)).toEqual([id])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test.each([
    ['before', [FILE, undefined]],
    ['after', [undefined, FILE]],
  ] as const)('control: told %s the bank, the same words, longer or shorter, are the bank’s', async (_, words) => {
    const shop = await openConfirming(setup)
    const id = await pay(shop, '30906155', { cedula: 'V-12.345.678' })
    for (const word of words)
      await comeIn(
        shop,
        [{ referencia: word ? '0050930906155' : '30906155', concepto: word ? 'PAGO' : '', ...HER_DOCUMENT }],
        word,
      )
    await lookAnew(shop)
    expect(await stateOf(shop, id)).toBe('confirmado')
  })
})
