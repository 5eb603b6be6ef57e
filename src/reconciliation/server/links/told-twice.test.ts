import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { addReviewer, post } from '#app/server/testing/desk.ts'
import {
  ANA,
  call,
  comeIn,
  confirmAll,
  decide,
  file,
  HER_DOCUMENT,
  HER_PHONE,
  join,
  list,
  look,
  type MoneyShop,
  openBdvShop,
  openMoneyShop,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { movementsOf } from '#app/server/testing/money/statement-shop.ts'
import { spendMovement } from '#movements/server/spend-movement.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { REFUND_REASON } from '#review/reasons.ts'
import type { Unreported } from '../../contract.ts'

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

const STATEMENT = { fuente: 'extracto', confianza: 'extracto' } as const
/** One payment, which Banco de Venezuela prints under two numbers. */
const PRINTED = { concepto: 'TRF.OB 0174 V012345678 ANA PEREZ', documento_origen: 'V12345678' }

/** Two reports, and the payment of one of them listed twice. */
async function openTwice(setup: Parameters<typeof openBdvShop>[0]) {
  const shop = await openBdvShop(setup)
  const ids = [await pay(shop, '10906155'), await pay(shop, '20906155')] as const
  const rows = await comeIn(
    shop,
    ['81131', '81132'].map((referencia) => ({ referencia, ...PRINTED })),
    STATEMENT,
  )
  return { shop, ids, rows: rows as [number, number] }
}

const joinWhole = (shop: MoneyShop, compra_id: number, id: number) =>
  post(shop, shop.headers, '/conciliacion/unir', { compra_id, movimientos: [{ id }] })
const linksOf = ({ ctx }: MoneyShop) =>
  ctx.db.read.selectFrom('movement_links').select(['movimiento_id', 'compra_id']).orderBy('compra_id').execute()

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
    expect((await joinWhole(shop, ids[0], rows[0])).statusCode).toBe(200)
    const part = (headers: Record<string, string>) =>
      post(shop, headers, '/conciliacion/desunir', { compra_id: ids[0], movimiento_id: rows[0] })
    expect((await part(ana)).statusCode).toBe(200)
    expect((await joinWhole(shop, ids[0], rows[0])).statusCode).toBe(200)
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
    await joinWhole(shop, ids[0], rows[0])
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
