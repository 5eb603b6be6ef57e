import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import {
  atApproval,
  comeIn,
  look,
  type MoneyDesk,
  openBdvShop,
  PRICE,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import type { Verdict } from '#reconciliation/contract.ts'

/** The bank's line for the woman who paid within it. */
const PAID = { referencia: '0677200011', documento_origen: 'V12345678', banco_origen: '0102' }
const THIEF = { pagador_cedula: 'V-12.345.678' }
const ANA = { cedula: 'V-12.345.678', nombre: 'Ana Pérez' }

const verdictOf = async (shop: MoneyDesk, id: number) =>
  (await look<{ veredictos: Record<string, Verdict> }>(shop, `/veredictos?compras=${id}`)).veredictos[id]
const approve = (shop: MoneyDesk, id: number, movimiento_id?: number) =>
  shop.post(`/compras/${id}/aprobar`, { version: 1, movimiento_id })

const links = ({ ctx }: MoneyDesk) =>
  ctx.db.read.selectFrom('movement_links').selectAll().orderBy('movimiento_id').execute()

onBothEngines('money that the desk showed', (setup) => {
  test.each([
    ['that was shown', true],
    ['that a rule finds for a reviewer who was shown none', false],
  ])(
    '%s, of which another reviewer takes a part while it is approved: nothing is approved, and nobody confirms short',
    async (_, shown) => {
      const shop = await openBdvShop(setup)
      const [money = 0] = await comeIn(shop, [PAID])
      const [ana, other] = [await pay(shop, '30906155', ANA), await pay(shop, '99887766')]
      atApproval(shop, 1, async () => {
        const part = { compra_id: other, movimientos: [{ id: money, monto: '1.00' }] }
        expect((await shop.post('/conciliacion/unir', part)).statusCode).toBe(200)
      })
      const answer = await approve(shop, ana, shown ? money : undefined)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'YA_NO_ES_SU_PAGO'])
      expect(await stateOf(shop, ana)).toBe('en revision')
      expect(await links(shop)).toMatchObject([{ compra_id: other, centimos: 100 }])
      expect(await audit(shop.ctx)).toEqual([])
    },
  )

  test('for which somebody else pays a part while it is approved, takes the part that is still missing', async () => {
    const shop = await openBdvShop(setup)
    const [money = 0, more = 0] = await comeIn(shop, [PAID, { referencia: '11112222', centimos: 100 }])
    const ana = await pay(shop, '30906155', ANA)
    atApproval(shop, 1, async () => {
      const part = { compra_id: ana, movimientos: [{ id: more }] }
      expect((await shop.post('/conciliacion/unir', part)).statusCode).toBe(200)
    })
    expect((await approve(shop, ana, money)).statusCode).toBe(200)
    expect(await links(shop)).toMatchObject([
      { movimiento_id: money, centimos: PRICE - 100 },
      { movimiento_id: more, centimos: 100 },
    ])
  })
})

onSqlite('money that the desk showed', (setup) => {
  test('of another too by the time of the approval: the reviewer is told, and nothing is approved before a second look', async () => {
    const shop = await openBdvShop(setup)
    const [money] = await comeIn(shop, [PAID])
    const thief = await pay(shop, '99887766', THIEF)
    expect(await verdictOf(shop, thief)).toMatchObject({ veredicto: 'encontrado', movimiento: { id: money } })
    await pay(shop, '30906155', ANA)
    const answer = await approve(shop, thief, money)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'YA_NO_ES_SU_PAGO'])
    expect(await stateOf(shop, thief)).toBe('en revision')
    expect((await approve(shop, thief)).statusCode).toBe(200)
    expect(await shop.ctx.db.read.selectFrom('movement_links').selectAll().execute()).toEqual([])
  })

  test('control: still its own, it is joined; asked for again after an answer that was lost, it is done', async () => {
    const shop = await openBdvShop(setup)
    const [money] = await comeIn(shop, [PAID])
    const id = await pay(shop, '30906155', ANA)
    const answers = [await approve(shop, id, money), await approve(shop, id, money)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const links = await shop.ctx.db.read.selectFrom('movement_links').selectAll().execute()
    expect(links).toMatchObject([{ compra_id: id, movimiento_id: money }])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('of two that claim one payment by its payer each gets a warning about the other', async () => {
    const shop = await openBdvShop(setup)
    await comeIn(shop, [PAID])
    const both = [await pay(shop, '99887766', THIEF), await pay(shop, '30906155', ANA)]
    const razones = expect.arrayContaining([{ nivel: 'mal', texto: 'Otro reporte dice ser este pago' }])
    for (const id of both)
      expect(await verdictOf(shop, id)).toMatchObject({ veredicto: 'ambiguo', candidatos: [{ razones }] })
  })
})
