import { expect, test } from 'vitest'
import { heldToken } from '#app/server/testing/buyer.ts'
import { post } from '#app/server/testing/desk.ts'
import { comeIn, type MoneyShop, openMoneyShop, pay } from '#app/server/testing/money/money-shop.ts'
import { addAskedSource } from '#movements/server/testing/asked-source.ts'
import type { Instant } from '#platform/clock.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import type { BulkAnswer, ReviewedPurchase, ReviewQueue } from '../../contract.ts'
import { createProofMarker } from '../proof/mark-proofs.ts'
import { patientDrawer } from '../testing/patient-drawer.ts'

const queue = async (shop: MoneyShop) => {
  const answer = await shop.app.inject({ url: '/api/panel/revision', headers: shop.headers })
  return answer.json<ReviewQueue>().compras.map(({ id, nivel, sin_ver }) => ({ id, nivel, sin_ver }))
}
const opened = async (shop: MoneyShop, id: number) =>
  (await shop.app.inject({ url: `/api/panel/compras/${id}`, headers: shop.headers })).json<ReviewedPurchase>()
/** Within its time, so that no other check fails. */
const payInTime = async (shop: MoneyShop, referencia: string) =>
  pay(shop, referencia, { apartado: await heldToken(shop) })
const approveTogether = async (shop: MoneyShop, ids: number[]) => {
  const payload = { decision: 'aprobar', compras: ids.map((id) => ({ id, version: 1 })) }
  return (await post(shop, shop.headers, '/revision/lote', payload)).json<BulkAnswer>().resultados
}

onBothEngines('money that nobody has seen', (setup) => {
  test('is a warning once the account was read after the report, in the queue, at the desk and in bulk; before it is none', async () => {
    const shop = await openMoneyShop(setup)
    const [paid, unpaid, doubted] = [
      await payInTime(shop, '81900290617'),
      await payInTime(shop, '81900298536'),
      await payInTime(shop, '81900277777'),
    ]
    const ids = [paid, unpaid, doubted]
    const told = (levels: ('bien' | 'aviso')[]) =>
      ids.map((id, at) => ({ id, nivel: levels[at], sin_ver: levels[at] === 'aviso' }))
    const { ctx } = shop
    await createProofMarker(ctx, patientDrawer)()
    const before = (ctx.clock.now() - 60_000) as Instant
    await addAskedSource(ctx, 'bdv', {}, {}, { leido_hasta: before })
    expect(await queue(shop)).toEqual(told(['bien', 'bien', 'bien']))
    ctx.clock.advance(60_000)
    const readAt = ctx.clock.now()
    await ctx.db.write('prueba', (tx) => tx.updateTable('movement_sources').set({ leido_hasta: readAt }).execute())
    expect(await queue(shop)).toEqual(told(['aviso', 'aviso', 'aviso']))
    expect((await opened(shop, unpaid)).comprobaciones[0]).toMatchObject({
      sobre: 'banco',
      nivel: 'aviso',
      titulo: 'No visto en la cuenta',
    })
    // Money of that amount may be anybody's until its reference names the payment: a person looks.
    await comeIn(shop, [{ referencia: '81900290617' }])
    expect(await queue(shop)).toEqual(told(['bien', 'aviso', 'aviso']))
    expect((await opened(shop, doubted)).comprobaciones[0]?.titulo).toBe('Por mirar en el banco')
    expect(await approveTogether(shop, ids)).toMatchObject([
      { id: paid, hecha: true },
      { id: unpaid, hecha: false, code: 'TIENE_AVISOS' },
      { id: doubted, hecha: false, code: 'TIENE_AVISOS' },
    ])
    // It never decides: a reviewer who has seen the money approves without a reason.
    expect((await post(shop, shop.headers, `/compras/${unpaid}/aprobar`, { version: 1 })).statusCode).toBe(200)
  })
})
