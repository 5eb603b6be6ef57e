import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { block } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import {
  atApproval,
  comeIn,
  look,
  type MoneyDesk,
  openBdvShop,
  openMoneyShop,
  PRICE,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import type { ExactBatchAnswer, Reconciliation, Verdict } from '#money/contract.ts'
import { auditLinks } from '#money/server/audit-links.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { withoutGuards } from '#platform/server/testing/without-guards.ts'
import { approvePurchase } from './approve-purchase.ts'

const linksOf = ({ ctx }: MoneyDesk) =>
  ctx.db.read.selectFrom('movement_links').selectAll().orderBy('compra_id').orderBy('movimiento_id').execute()
const movement = ({ ctx }: MoneyDesk, id: number) =>
  ctx.db.read.selectFrom('movements').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function confirm(shop: MoneyDesk, pairs: [compra: number, movimiento: number][]): Promise<ExactBatchAnswer> {
  const pares = pairs.map(([compra_id, movimiento_id]) => ({ compra_id, version: 1, movimiento_id }))
  const answer = await shop.post('/conciliacion/confirmar', { pares })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

onBothEngines('confirming payments that came in', (setup) => {
  test('of twenty that confirm twenty purchases by one credit one does; control: without the guards several do', async () => {
    expect(await confirmedOfTwenty(setup, false)).toEqual({ confirmed: 1, joined: PRICE, problems: [] })
    expect((await confirmedOfTwenty(setup, true)).confirmed).toBeGreaterThan(1)
  })
})

onSqlite('confirming payments that came in', (setup) => {
  test('the exact ones are confirmed and joined together, asked again too; one that is not exact any more is refused by itself', async () => {
    const shop = await openMoneyShop(setup)
    const ids = [await pay(shop, '30906155'), await pay(shop, '40906155'), await pay(shop, '50906155')] as const
    const money = await comeIn(shop, [
      { referencia: '30906155' },
      { referencia: '40906155' },
      { referencia: '50906155' },
    ])
    const pairs = ids.map((id, at): [number, number] => [id, money[at] ?? 0])
    // Since it was shown somebody else has reported the third.
    const rival = await pay(shop, '50906155')
    for (const _ of ['once', 'and after an answer that was lost']) {
      const answer = await confirm(shop, pairs)
      expect(answer.confirmadas.map(({ id, numeros }) => [id, numeros]).sort()).toEqual([
        [ids[0], 2],
        [ids[1], 2],
      ])
      expect(answer.fallidas).toMatchObject([{ id: ids[2], code: 'YA_NO_ES_EXACTO' }])
    }
    expect(await linksOf(shop)).toMatchObject([
      {
        compra_id: ids[0],
        movimiento_id: money[0],
        centimos: PRICE,
        por: 'regla',
        regla: 'referencia',
        quien: 'Marisela',
      },
      { compra_id: ids[1], movimiento_id: money[1] },
    ])
    expect(await Promise.all([ids[2], rival].map((id) => stateOf(shop, id)))).toEqual(['en revision', 'en revision'])
    expect(await look<Reconciliation>(shop, '')).toMatchObject({ exactas: { cantidad: 0 }, por_mirar: 2 })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('one transfer pays two purchases, two pay one, and a person parts them', async () => {
    const shop = await openMoneyShop(setup)
    const [one, two] = [await pay(shop, '30906155'), await pay(shop, '40906155')]
    const [both = 0, little = 0, rest = 0] = await comeIn(shop, [
      { centimos: 2 * PRICE, referencia: '11112222' },
      { centimos: 1_000, referencia: '33334444' },
      { centimos: PRICE - 1_000, referencia: '55556666' },
    ])
    const join = async (compra_id: number, ...movimientos: { id: number; monto?: string }[]) => {
      const answer = await shop.post('/conciliacion/unir', { compra_id, movimientos })
      return [answer.statusCode, answer.json().code ?? answer.json().veredicto] as [number, Verdict | string]
    }
    expect(await join(one, { id: both })).toMatchObject([200, { veredicto: 'unido', falta: null, sobra: '6714.24' }])
    expect(await join(two, { id: both })).toMatchObject([200, { veredicto: 'unido', falta: null, sobra: null }])
    expect(await join(two, { id: little })).toEqual([409, 'YA_ESTA_PAGADA'])
    const part = await shop.post('/conciliacion/desunir', { compra_id: two, movimiento_id: both })
    expect(part.json().veredicto).toMatchObject({ veredicto: 'no_visto' })
    expect(await join(two, { id: little })).toMatchObject([200, { veredicto: 'unido', falta: '6704.24' }])
    expect(await join(two, { id: little })).toEqual([409, 'MOVIMIENTO_USADO'])
    expect(await join(two, { id: rest })).toMatchObject([200, { veredicto: 'unido', falta: null, sobra: null }])
    expect(await join(one, { id: 99 })).toEqual([404, 'NO_EXISTE'])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a payment with a grave check is not confirmed so', async () => {
    const shop = await openMoneyShop(setup)
    const who = { cedula: 'V-12.345.678', telefono: '0414-7654321' }
    const id = await pay(shop, '30906155', who)
    const [money = 0] = await comeIn(shop, [{ referencia: '30906155' }])
    await block(shop, 'V12345678')
    expect((await confirm(shop, [[id, money]])).fallidas).toMatchObject([{ id, code: 'TIENE_AVISOS' }])
    expect(await stateOf(shop, id)).toBe('en revision')
  })

  test('an approval at the desk joins the money that it was shown; undone, the money is free again', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    const [money = 0] = await comeIn(shop, [{ referencia: '30906155' }])
    expect((await shop.post(`/compras/${id}/aprobar`, { version: 1 })).statusCode).toBe(200)
    expect(await linksOf(shop)).toMatchObject([
      { compra_id: id, movimiento_id: money, por: 'persona', regla: 'referencia' },
    ])
    await judge.undo(shop, id, 2)
    expect(await linksOf(shop)).toEqual([])
    expect(await movement(shop, money)).toMatchObject({ unido: 0 })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('money that is used already refuses the approval, and nothing of it stays', async () => {
    const shop = await openMoneyShop(setup)
    const [first, second] = [await pay(shop, '30906155'), await pay(shop, '77906155')]
    const [money = 0] = await comeIn(shop, [{ referencia: '30906155' }])
    const join = { movimiento_id: money, regla: 'referencia' as const }
    await judge.approve(shop, first, 1, { join })
    await expect(judge.approve(shop, second, 1, { join })).rejects.toMatchObject({ code: 'MOVIMIENTO_USADO' })
    expect(await stateOf(shop, second)).toBe('en revision')
    expect(await readMails(shop.ctx, `compra:${second}:decision%`)).toEqual([])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('the audit names changes behind the product: the used amount, its currency, and the purchase that it pays', async () => {
    const shop = await openMoneyShop(setup)
    const id = await pay(shop, '30906155')
    const [money = 0] = await comeIn(shop, [{ referencia: '30906155' }])
    await confirm(shop, [[id, money]])
    const damages: [RegExp, Partial<{ unido: number; moneda: 'USD'; sentido: 'debito' }>][] = [
      [/usó 5 céntimos y paga 671424/, { unido: 5 }],
      [/uno en USD y la otra en VES/, { moneda: 'USD' }],
    ]
    for (const [says, change] of damages) {
      const before = await movement(shop, money)
      const set = (values: object) =>
        shop.ctx.db.write('prueba', (tx) => tx.updateTable('movements').set(values).where('id', '=', money).execute())
      await set(change)
      expect((await auditLinks(shop.ctx.db.read)).join()).toMatch(says)
      expect((await audit(shop.ctx)).join()).toMatch(says)
      await set({ unido: before.unido, moneda: before.moneda })
    }
    expect(await audit(shop.ctx)).toEqual([])
  })
})

/** Those that name others first. */
const GUARDED = [
  ...['movement_links', 'movement_sightings', 'movement_receipts', 'movements'],
  ...['stock', 'tickets', 'free_pile', 'journal', 'journal_heads'],
]

/** Twenty reviewers confirm a purchase each by the same credit. */
async function confirmedOfTwenty(setup: Setup, unguarded: boolean) {
  const shop = await openMoneyShop(setup)
  const ids: number[] = []
  for (let at = 10; at < 30; at++) ids.push(await pay(shop, `${at}906155`))
  const [money = 0] = await comeIn(shop, [{ referencia: '99999999' }])
  const twin = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
  const ctxs = unguarded ? [await withoutGuards(shop.ctx, GUARDED)] : [shop.ctx, twin]
  const join = { movimiento_id: money, regla: 'monto' as const }
  const outcomes = await Promise.allSettled(
    ids.map((id, at) => approvePurchase(ctxs[at % ctxs.length] ?? shop.ctx, id, 1, { actor: TESTER, join })),
  )
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  const links = await linksOf(shop)
  const states = await Promise.all(ids.map((id) => stateOf(shop, id)))
  return {
    confirmed: states.filter((estado) => estado === 'confirmado').length,
    joined: links.reduce((sum, { centimos }) => sum + centimos, 0),
    problems: unguarded ? [] : await audit(shop.ctx),
  }
}

/** The bank's line for the woman who paid within it. */
const PAID = { referencia: '0677200011', documento_origen: 'V12345678', banco_origen: '0102' }
const THIEF = { pagador_cedula: 'V-12.345.678' }
const ANA = { cedula: 'V-12.345.678', nombre: 'Ana Pérez' }

const verdictOf = async (shop: MoneyDesk, id: number) =>
  (await look<{ veredictos: Record<string, Verdict> }>(shop, `/veredictos?compras=${id}`)).veredictos[id]
const approve = (shop: MoneyDesk, id: number, movimiento_id?: number) =>
  shop.post(`/compras/${id}/aprobar`, { version: 1, movimiento_id })

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
      expect(await linksOf(shop)).toMatchObject([{ compra_id: other, centimos: 100 }])
      expect(await audit(shop.ctx)).toEqual([])
    },
  )
})

onSqlite('money that the desk showed', (setup) => {
  test('for which somebody else pays a part while it is approved, takes the part that is still missing', async () => {
    const shop = await openBdvShop(setup)
    const [money = 0, more = 0] = await comeIn(shop, [PAID, { referencia: '11112222', centimos: 100 }])
    const ana = await pay(shop, '30906155', ANA)
    atApproval(shop, 1, async () => {
      const part = { compra_id: ana, movimientos: [{ id: more }] }
      expect((await shop.post('/conciliacion/unir', part)).statusCode).toBe(200)
    })
    expect((await approve(shop, ana, money)).statusCode).toBe(200)
    expect(await linksOf(shop)).toMatchObject([
      { movimiento_id: money, centimos: PRICE - 100 },
      { movimiento_id: more, centimos: 100 },
    ])
  })

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
    expect(await linksOf(shop)).toEqual([])
  })

  test('control: still its own, it is joined; asked for again after an answer that was lost, it is done', async () => {
    const shop = await openBdvShop(setup)
    const [money] = await comeIn(shop, [PAID])
    const id = await pay(shop, '30906155', ANA)
    const answers = [await approve(shop, id, money), await approve(shop, id, money)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await linksOf(shop)).toMatchObject([{ compra_id: id, movimiento_id: money }])
    expect(await audit(shop.ctx)).toEqual([])
  })
})
