import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { addReviewer, post } from '#app/server/testing/desk.ts'
import {
  ANA,
  BY_TRANSFER,
  call,
  comeIn,
  confirmAll,
  decide,
  file,
  HER_DOCUMENT,
  HER_PHONE,
  join,
  letConfirm,
  linksOf,
  list,
  look,
  type MoneyShop,
  marksOf,
  openBdvShop,
  openMoneyShop,
  openTransfers,
  pay,
  stateOf,
  type Telling,
} from '#app/server/testing/money/money-shop.ts'
import { play, stories } from '#app/server/testing/money/money-story.ts'
import { movementsOf } from '#app/server/testing/money/statement-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import type { Instant } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { REFUND_REASON } from '#review/reasons.ts'
import { createMoneyWatch } from '#review/server/automatic/watch-money.ts'
import type { Unreported } from '../../contract.ts'
import { decideMovement } from '../bank/decide-movement.ts'
import { MOVEMENTS_LANE } from '../bank/record-movements.ts'
import { spendMovement } from '../bank/spend-movement.ts'

const CALLED = { referencia: '154469146319', banco_origen: '0102', ...HER_PHONE }
const LUIS = { id_banco: 'luis', referencia: '067700010001', documento_origen: 'V87654321', banco_origen: '0102' }
const HERS = { id_banco: 'ana', referencia: '067700020002', banco_origen: '0102', ...HER_DOCUMENT }

/** Ana reports a second time, with another number. */
async function expectOnce(shop: MoneyShop): Promise<void> {
  const next = await pay(shop, '199999999', ANA)
  await confirmAll(shop)
  expect(await stateOf(shop, next)).toBe('en revision')
}

onSqlite('a payment that two sources report', (setup) => {
  test.each([
    ['a file lost its reference and another has it whole', '', '000123456789'],
    ['a file has it whole and another cut it to five digits', '000123456789', '56789'],
  ])('pays one purchase until a person says that it is another: %s', async (_, ...files) => {
    const shop = await openMoneyShop(setup)
    const [first, next] = [await pay(shop, '000123456789'), await pay(shop, '99887766')]
    const bring = (at: number) => comeIn(shop, [{ referencia: files[at] ?? '' }], file(`${at}`))
    expect((await join(shop, first, (await bring(0))[0])).statusCode).toBe(200)
    await post(shop, shop.headers, `/compras/${first}/aprobar`, { version: 1 })
    const [again] = await bring(1)
    await pay(shop, '000123456789')
    expect(await confirmAll(shop)).toEqual([])
    expect((await join(shop, next, again)).json()).toMatchObject({ code: 'PUEDE_SER_REPETIDO' })
    await decide(shop, again, 'otra')
    expect((await join(shop, next, again)).statusCode).toBe(200)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is a repetition of both where both tell of it twice', async () => {
    const shop = await openBdvShop(setup)
    const payer = { ...HER_DOCUMENT, concepto: 'PAGOMOVIL BDV V012345678 ANA' }
    const twice = ['0677200011', '0677200012'].map((referencia) => ({ referencia, ...payer }))
    await comeIn(shop, twice, file('x'))
    await comeIn(shop, twice)
    const told = await movementsOf(shop)
    expect(told.map(({ repetida_de, confianza }) => [repetida_de, confianza])).toEqual([
      [null, 'banco'],
      [told[0]?.id, 'banco'],
    ])
    const ids = [await pay(shop, '30906155', ANA), await pay(shop, '99887766', { ...ANA, nombre: 'Ana' })] as const
    expect((await join(shop, ids[0], told[0]?.id)).statusCode).toBe(200)
    expect((await join(shop, ids[1], told[1]?.id)).json()).toMatchObject({ code: 'PUEDE_SER_REPETIDO' })
  })
})

onSqlite('a payment that was taken for another one of its price, which nothing ties to it', (setup) => {
  test.each([
    ['paid', file, file, [LUIS, HERS]],
    ['paid', file, file, [HERS]],
    ['paid', file, file, [{ ...LUIS, id_banco: 'luis again' }, HERS]],
    ['paid', file, list, [LUIS, HERS]],
    ['paid', list, list, [LUIS, HERS]],
    ['paid', list, file, [LUIS, HERS]],
    ['returned', file, file, [LUIS, HERS]],
    ['undone', file, file, [LUIS, HERS]],
  ] as const)('confirms no second purchase by its own row after a call: %s (%#)', async (how, noon, later, evening) => {
    const shop = await openBdvShop(setup)
    const told = (kind: typeof file | typeof list, crudo_sha256: string) => ({ ...kind('bdv'), crudo_sha256 })
    const [called] = await comeIn(shop, [CALLED], call('bdv'))
    if (how === 'returned') await decide(shop, called, 'devuelto')
    else {
      const first = await pay(shop, CALLED.referencia, ANA)
      expect(await confirmAll(shop)).toEqual([first])
      if (how === 'undone')
        expect((await post(shop, shop.headers, `/compras/${first}/deshacer`, { version: 2 })).statusCode).toBe(200)
    }
    await comeIn(shop, [LUIS], told(noon, 'noon'))
    if (how === 'undone') await confirmAll(shop)
    await comeIn(shop, evening, told(later, 'evening'))
    await expectOnce(shop)
  })

  test('still pays its own purchase once, and the other one its own, where each source tells both', async () => {
    const shop = await openBdvShop(setup)
    const other = { referencia: '187654300777', telefono_origen: '584169998877', banco_origen: '0102' }
    await comeIn(shop, [CALLED, other], call('bdv'))
    const both = [
      await pay(shop, CALLED.referencia, ANA),
      await pay(shop, other.referencia, { cedula: 'V-87.654.321', telefono: '0416-9998877' }),
    ]
    await comeIn(shop, [LUIS], file('noon'))
    await comeIn(shop, [HERS, LUIS], file('evening'))
    expect((await confirmAll(shop)).sort()).toEqual(both.sort())
    await expectOnce(shop)
  })
})

/** One payment, which Banco de Venezuela prints under two numbers. */
const PRINTED = { concepto: 'TRF.OB 0174 V012345678 ANA PEREZ', documento_origen: 'V12345678' }

/** Two reports, and the payment of one of them listed twice. */
async function openTwice(setup: Parameters<typeof openBdvShop>[0]) {
  const shop = await openBdvShop(setup)
  const ids = [await pay(shop, '10906155'), await pay(shop, '20906155')] as const
  const rows = await comeIn(
    shop,
    ['81131', '81132'].map((referencia) => ({ referencia, ...PRINTED })),
    file('x'),
  )
  return { shop, ids, rows: rows as [number, number] }
}

onSqlite('a payment that its bank prints twice', (setup) => {
  test('confirms nobody by its second row, whoever names it', async () => {
    const { shop, ids, rows } = await openTwice(setup)
    const answer = await post(shop, shop.headers, '/conciliacion/confirmar', {
      pares: [{ compra_id: ids[1], version: 1, movimiento_id: rows[1] }],
    })
    expect(answer.json().fallidas).toMatchObject([{ id: ids[1], code: 'PUEDE_SER_REPETIDO' }])
    const { movimientos } = await look<Unreported>(shop, '/sin-reporte')
    expect(movimientos.map(({ id, repetida_de }) => [id, repetida_de])).toContainEqual([rows[1], rows[0]])
    expect([await stateOf(shop, ids[1]), await linksOf(shop)]).toEqual(['en revision', []])
  })

  test('is taken off a purchase that was confirmed by an owner alone, also once it is annulled: it could confirm another', async () => {
    const { shop, ids, rows } = await openTwice(setup)
    const ana = await addReviewer(shop)
    expect((await join(shop, ids[0], rows[0])).statusCode).toBe(200)
    const part = (headers: Record<string, string>) =>
      post(shop, headers, '/conciliacion/desunir', { compra_id: ids[0], movimiento_id: rows[0] })
    expect((await part(ana)).statusCode).toBe(200)
    expect((await join(shop, ids[0], rows[0])).statusCode).toBe(200)
    await post(shop, shop.headers, `/compras/${ids[0]}/aprobar`, { version: 1, motivo: 'Lo vi en la cuenta.' })
    expect(await stateOf(shop, ids[0])).toBe('confirmado')
    expect((await part(ana)).json()).toMatchObject({ code: 'SOLO_DUENO' })
    expect(
      (await post(shop, shop.headers, `/compras/${ids[0]}/anular`, { version: 2, motivo: REFUND_REASON })).statusCode,
    ).toBe(200)
    expect((await part(ana)).json()).toMatchObject({ code: 'SOLO_DUENO' })
    expect(await linksOf(shop)).toHaveLength(1)
    expect((await part(shop.headers)).statusCode).toBe(200)
  })

  test('is not returned as money of nobody until a person says that its second row is another one', async () => {
    const { shop, ids, rows } = await openTwice(setup)
    const ana = await addReviewer(shop)
    await join(shop, ids[0], rows[0])
    await post(shop, shop.headers, `/compras/${ids[0]}/aprobar`, { version: 1, motivo: 'Lo vi en la cuenta.' })
    const say = (body: object) => post(shop, ana, `/conciliacion/movimientos/${rows[1]}`, body)
    const back = { que: 'devuelto', razon: 'Nadie lo reportó.' }
    const refused = await say(back)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'PUEDE_SER_REPETIDO'])
    expect((await say({ que: 'ignorado', razon: 'Es el mismo.' })).json()).toMatchObject({ devuelto: '0.00' })
    await post(shop, shop.headers, `/conciliacion/movimientos/${rows[1]}`, { que: 'abierto' })
    await say({ que: 'otra' })
    expect((await say(back)).json()).toMatchObject({ devuelto: '6714.24' })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is spent by nobody, on any way', async () => {
    const { shop, rows } = await openTwice(setup)
    const spend = (id: number) => shop.ctx.db.write('rifa:1', (tx) => spendMovement(tx, id, 100))
    await expect(spend(rows[1])).rejects.toMatchObject({ code: 'PUEDE_SER_REPETIDO' })
    await spend(rows[0])
  })
})

const NOON = Date.parse('2026-11-20T16:00:00Z') as Instant
const OWN = { referencia: '000030906155' }
const BOTH: Telling = [[{ ...OWN, referencia_otra: '771200345', en: NOON, ...HER_DOCUMENT }], call('bnc')]

/** What was told before, the first of it decided, and what is told then. */
const LATER = stories(`
a notice and its repetition, which the bank tells
  notice a: 000030906155 at16
  notice b: 000030906155 at15
  decided
  list bdv x: 000030906155 at15
a notice by its payer, and its repetition, whose word alone is the bank's
  notice a: phone at16
  notice b: 000030906155 phone at15
  decided
  list bdv x: 000030906155 at15
a row of a file by its payer, which the bank tells with its reference
  file a: doc
  decided
  list bdv x: 000030906155 doc
a row of a list, which a call with both numbers joins to a row of a file
  list bnc: 771200345 doc
  file b: 000030906155 at16
  decided
  call bnc: 000030906155 771200345 at16 doc
`)

onSqlite('money that a person returned or set aside, and another source tells later', (setup) => {
  test.each(LATER.flatMap(([title, lines]) => ['devuelto', 'ignorado'].map((que) => [que, title, lines] as const)))(
    'confirms nobody, alone or together, after %s: %s',
    async (que, _, lines) => {
      const told = lines.map((line) => (line === 'decided' ? `${que} 1` : line))
      await play(setup, ['at alone', ...told, 'ana 000030906155', 'tries', 'waits 1'])
    },
  )
})

onSqlite('money that a person returned and another row of it', (setup) => {
  test('confirms nobody alone where it is told for a method that was once the same account, under the same reference', async () => {
    const shop = await openMoneyShop(setup)
    await letConfirm(shop)
    await openTransfers(shop)
    const told = [{ ...OWN, ...HER_DOCUMENT }]
    const [first] = await comeIn(shop, told)
    await decide(shop, first, 'devuelto')
    await changeMethod(shop.ctx, 1, { banco: '0102 Banco de Venezuela' }, TESTER)
    await comeIn(shop, told, { metodo_id: 5, crudo_sha256: 'b' })
    const next = await pay(shop, '30906155', { ...BY_TRANSFER, ...ANA })
    await createMoneyWatch(shop.ctx)()
    await confirmAll(shop)
    expect(await stateOf(shop, next)).toBe('en revision')
  })

  test.each([0, 1])('marks the untouched one of two rows that a call with both numbers joins (%#)', async (at) => {
    const shop = await openMoneyShop(setup)
    const ids = [
      ...(await comeIn(shop, [{ referencia: '771200345', en: NOON }], list('bnc'))),
      ...(await comeIn(shop, [{ ...OWN, en: NOON }], file('b'))),
    ]
    const part = { que: 'devuelto', razon: 'Pagó de más.', centimos: 10_000, actor: TESTER, now: NOON } as const
    await shop.ctx.db.write(MOVEMENTS_LANE, (tx) => decideMovement(tx, ids[at] ?? 0, part))
    await comeIn(shop, ...BOTH)
    expect.soft((await movementsOf(shop))[at]?.devuelto).toBe(10_000)
    expect(await marksOf(shop)).toEqual(ids.map((_, row) => (row === at ? null : ids[at])))
  })
})
