import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { addReviewer, post } from '#app/server/testing/desk.ts'
import { comeIn, look, type MoneyShop, openBdvShop, pay, stateOf } from '#app/server/testing/money/money-shop.ts'
import { spendMovement } from '#movements/server/spend-movement.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { REFUND_REASON } from '#review/reasons.ts'
import type { Unreported } from '../../contract.ts'

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

const join = (shop: MoneyShop, compra_id: number, id: number) =>
  post(shop, shop.headers, '/conciliacion/unir', { compra_id, movimientos: [{ id }] })
const links = ({ ctx }: MoneyShop) =>
  ctx.db.read.selectFrom('movement_links').select(['movimiento_id', 'compra_id']).orderBy('compra_id').execute()

onSqlite('a payment that its bank prints twice', (setup) => {
  test('pays one purchase until a person says that it is another one', async () => {
    const { shop, ids, rows } = await openTwice(setup)
    expect((await join(shop, ids[0], rows[0])).statusCode).toBe(200)
    const refused = await join(shop, ids[1], rows[1])
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'PUEDE_SER_REPETIDO'])
    expect(await links(shop)).toEqual([{ movimiento_id: rows[0], compra_id: ids[0] }])
    const { movimientos } = await look<Unreported>(shop, '/sin-reporte')
    expect(movimientos).toMatchObject([{ id: rows[1], repetida_de: rows[0] }])

    await post(shop, shop.headers, `/conciliacion/movimientos/${rows[1]}`, { que: 'otra' })
    expect((await join(shop, ids[1], rows[1])).statusCode).toBe(200)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('confirms nobody by its second row, whoever names it', async () => {
    const { shop, ids, rows } = await openTwice(setup)
    const answer = await post(shop, shop.headers, '/conciliacion/confirmar', {
      pares: [{ compra_id: ids[1], version: 1, movimiento_id: rows[1] }],
    })
    expect(answer.json().fallidas).toMatchObject([{ id: ids[1], code: 'PUEDE_SER_REPETIDO' }])
    expect([await stateOf(shop, ids[1]), await links(shop)]).toEqual(['en revision', []])
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
    expect(await links(shop)).toHaveLength(1)
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
