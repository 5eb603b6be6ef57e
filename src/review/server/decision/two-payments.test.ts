import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { checkOf } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import {
  comeIn,
  confirmAll,
  letConfirm,
  type MoneyDesk,
  openMoneyShop,
  PRICE,
  pay,
  stateOf,
} from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { addedMethod } from '#payment-methods/contract.ts'
import { METHOD_TITLES } from '#payment-methods/methods.ts'
import { addMethod } from '#payment-methods/server/change-method.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { withoutGuards } from '#platform/server/testing/without-guards.ts'
import { createMoneyWatch } from '../automatic/watch-money.ts'

/** Two banks number payments of their own, and these end alike. */
const HERE = '0012330906155'
const THERE = '0098730906155'
const OTHER = 6

/** A shop that is paid into two banks. */
async function openTwoBanks(setup: Setup): Promise<MoneyDesk> {
  const shop = await openMoneyShop(setup)
  const account = { titulo: 'Cuenta', numeroCuenta: '0105-0000-0000-0000-0001', cedula: 'J-12345678-9', nombre: 'Ana' }
  const method = addedMethod.parse({ forma: 'transferencia', banco: '0105 Mercantil', paginas: ['A', 'B'], ...account })
  expect(await addMethod(shop.ctx, method, TESTER)).toBe(OTHER)
  return shop
}

const payThere = (shop: MoneyDesk, referencia = THERE) =>
  pay(shop, referencia, { metodo_pago: METHOD_TITLES.transferencia, metodo_id: String(OTHER) })
const comeThere = (shop: MoneyDesk, referencia = THERE) => comeIn(shop, [{ referencia }], { metodo_id: OTHER })

async function linksOf({ ctx }: MoneyDesk) {
  const rows = await ctx.db.read.selectFrom('movement_links').selectAll().orderBy('compra_id').execute()
  return rows.map(({ compra_id, movimiento_id }) => [compra_id, movimiento_id])
}

const referenceCheck = (shop: MoneyDesk, id: number) => checkOf(shop, id, 'referencia')

const approve = async (shop: MoneyDesk, id: number, more: object = {}) => {
  const answer = await shop.post(`/compras/${id}/aprobar`, { version: 1, ...more })
  return answer.statusCode === 200 ? 'confirmed' : answer.json().code
}

onBothEngines('two payments whose references are equal', (setup) => {
  test('of twelve simultaneous reports as many are confirmed as there are movements', async () => {
    expect(await race(setup, false)).toEqual({ confirmed: 2, movements: 2 })
  })

  test('control: without the locks and what an approval writes with them, more are', async () => {
    expect((await race(setup, true)).confirmed).toBeGreaterThan(2)
  })
})

onSqlite('two payments whose references are equal', (setup) => {
  test('confirm two purchases in one bulk, each with a movement of its own', async () => {
    const shop = await openTwoBanks(setup)
    const [here, there] = [await pay(shop, HERE), await payThere(shop)]
    const [mine = 0] = await comeIn(shop, [{ referencia: HERE }])
    const [yours = 0] = await comeThere(shop)
    expect((await confirmAll(shop)).sort()).toEqual([here, there])
    expect(await linksOf(shop)).toEqual([
      [here, mine],
      [there, yours],
    ])
    expect(await referenceCheck(shop, there)).toMatchObject({ nivel: 'aviso', compras: [{ id: here }] })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('confirm one after the other by hand, and the reference only warns; undone, either is approved again', async () => {
    const shop = await openTwoBanks(setup)
    const [here, there] = [await pay(shop, HERE), await payThere(shop)]
    await comeIn(shop, [{ referencia: HERE }])
    expect(await approve(shop, here)).toBe('confirmed')
    expect(await referenceCheck(shop, there)).toMatchObject({ nivel: 'grave' })
    await comeThere(shop)
    expect(await referenceCheck(shop, there)).toMatchObject({
      nivel: 'aviso',
      detalle: expect.stringContaining('un pago para cada compra'),
    })
    expect(await approve(shop, there)).toBe('confirmed')
    for (const id of [here, there]) {
      await judge.undo(shop, id, 2)
      expect(await audit(shop.ctx)).toEqual([])
      expect(await approve(shop, id, { version: 3 })).toBe('confirmed')
    }
    expect((await linksOf(shop)).map(([compra]) => compra)).toEqual([here, there])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test("confirm two purchases without a person, by the bank's own word", async () => {
    const shop = await openTwoBanks(setup)
    await letConfirm(shop)
    const watch = createMoneyWatch(shop.ctx)
    await watch()
    const ids = [await pay(shop, HERE), await payThere(shop)]
    await comeIn(shop, [{ referencia: HERE }])
    await comeThere(shop)
    await watch()
    await watch()
    expect(await Promise.all(ids.map((id) => stateOf(shop, id)))).toEqual(['confirmado', 'confirmado'])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('in one account and of one amount, each is joined by a person, and then both are confirmed', async () => {
    const shop = await openTwoBanks(setup)
    const [one, other] = [await pay(shop, HERE), await pay(shop, THERE)]
    const money = await comeIn(shop, [{ referencia: HERE }, { referencia: THERE }])
    // The bank may have reported one twice, until somebody says that it did not.
    for (const id of money) await shop.post(`/conciliacion/movimientos/${id}`, { que: 'otra' })
    expect(await confirmAll(shop)).toEqual([])
    for (const [at, compra_id] of [one, other].entries()) {
      const body = { compra_id, movimientos: [{ id: money[at] }] }
      expect((await shop.post('/conciliacion/unir', body)).statusCode).toBe(200)
      expect(await approve(shop, compra_id)).toBe('confirmed')
    }
    expect(await audit(shop.ctx)).toEqual([])
  })

  test.each(['the first', 'the second', 'both'])('confirm one where %s has no movement', async (which) => {
    const shop = await openTwoBanks(setup)
    const [here, there] = [await pay(shop, HERE), await payThere(shop)]
    if (which === 'the second') await comeIn(shop, [{ referencia: HERE }])
    if (which === 'the first') await comeThere(shop)
    expect(await approve(shop, here)).toBe('confirmed')
    expect(await referenceCheck(shop, there)).toMatchObject({ nivel: 'grave' })
    const reason = { motivo: 'Los miré y son dos.' }
    expect(await approve(shop, there, reason)).toBe('REFERENCIA_YA_CONFIRMADA')
    expect(await stateOf(shop, there)).toBe('en revision')
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('confirm one where a movement is shared, or the bank took it back', async () => {
    const shop = await openTwoBanks(setup)
    const [one, other, third] = [await pay(shop, HERE), await pay(shop, THERE), await payThere(shop)]
    const [shared] = await comeIn(shop, [{ referencia: HERE, centimos: 2 * PRICE }])
    for (const compra_id of [one, other]) {
      const body = { compra_id, movimientos: [{ id: shared, monto: '6714.24' }] }
      expect((await shop.post('/conciliacion/unir', body)).statusCode).toBe(200)
    }
    expect(await approve(shop, one)).toBe('confirmed')
    const reason = { motivo: 'Pagó por los dos.' }
    expect(await approve(shop, other, reason)).toBe('REFERENCIA_YA_CONFIRMADA')
    const [gone] = await comeThere(shop)
    const body = { compra_id: third, movimientos: [{ id: gone }] }
    expect((await shop.post('/conciliacion/unir', body)).statusCode).toBe(200)
    await comeIn(shop, [{ referencia: THERE, sentido: 'debito' }], { metodo_id: OTHER })
    expect(await approve(shop, third, reason)).toBe('REFERENCIA_YA_CONFIRMADA')
    expect(await audit(shop.ctx)).toEqual([])
  })
})

/** Twelve people report one reference; two payments of it came in, to two banks. */
async function race(setup: Setup, unguarded: boolean) {
  const shop = await openTwoBanks(setup)
  const ids: number[] = []
  for (let at = 0; at < 6; at++) ids.push(await pay(shop, HERE), await payThere(shop))
  const money = [...(await comeIn(shop, [{ referencia: HERE }])), ...(await comeThere(shop))]
  const guarded = ['confirmed_references', 'stock', 'tickets', 'free_pile', 'journal', 'journal_heads']
  const ctx = unguarded ? await withoutGuards(shop.ctx, guarded) : shop.ctx
  await Promise.all(
    ids.map(async (id, at) => {
      const join = { movimiento_id: money[at % 2] ?? 0, regla: 'referencia' as const }
      await judge.approve({ ctx }, id, 1, { join }).catch(() => undefined)
    }),
  )
  const states = await Promise.all(ids.map((id) => stateOf(shop, id)))
  if (!unguarded) expect(await audit(shop.ctx)).toEqual([])
  const used = new Set((await linksOf(shop)).map(([, movimiento]) => movimiento))
  return { confirmed: states.filter((one) => one === 'confirmado').length, movements: used.size }
}
