import { expect, test } from 'vitest'
import { listDoubted } from '#app/server/jobs.ts'
import { comeIn, NUMBERED, openTransfers, pay } from '#app/server/testing/money/money-shop.ts'
import { openShop, report } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { addAskedSource } from '../testing/asked-source.ts'
import { json, openBank } from '../testing/bank.ts'
import { waitingClaims } from './ask-claims.ts'
import { askDue } from './ask-due.ts'

const MINUTE = 60_000
const NONE = json({ error: 'PAYMENT_NOT_FOUND' })

const bank = await openBank()

async function open(setup: Setup) {
  const shop = await openShop(setup)
  const { ctx } = shop
  await addAskedSource(ctx, 'pabilo', { direccion: bank.url, cuenta_pabilo: 'x' }, { clave: 'app-key-de-prueba' })
  bank.asked = []
  const source = () => ctx.db.read.selectFrom('movement_sources').selectAll().executeTakeFirstOrThrow()
  const money = () => ctx.db.read.selectFrom('movements').selectAll().execute()
  return { shop, ctx, source, money }
}
const found = (id: string, amount: number, reference: string) =>
  json({ is_new: true, user_bank_payment: { id, amount, status: 'VERIFIED', bank_reference_id: reference } })

onBothEngines('reports that a bank is asked about', (setup) => {
  test('the newest and the one that has waited longest take turns, so that hundreds of others keep neither back', async () => {
    const { shop, ctx } = await open(setup)
    const ids: number[] = []
    for (let at = 10; at < 26; at++) {
      ids.push((await report(shop, { referencia: `0045127833${at}`, cedula: `V-9.876.5${at}` })).json().id)
      ctx.clock.advance(1000)
    }
    const source = { metodo_id: 1, cursor: null }
    const asked = async (doubted?: readonly number[]) =>
      (await waitingClaims(ctx, source, doubted && (async () => new Set(doubted)))).due.map(({ id }) => ids.indexOf(id))
    expect(await asked()).toEqual([15, 0, 14, 1, 13, 2, 12, 3, 11, 4])
    expect(await asked(ids.slice(2))).toEqual([0, 1])
    expect(await asked(ids)).toEqual([])
    const cursor = JSON.stringify(Object.fromEntries(ids.slice(1).map((id) => [id, [1, ctx.clock.now()]])))
    expect((await waitingClaims(ctx, { ...source, cursor })).due.map(({ id }) => id)).toEqual([ids[0]])
  })
})

onSqlite('reports that a bank is asked about', (setup) => {
  test('nobody is asked while nothing waits; a report is asked about when it comes, and its money is the bank’s word', async () => {
    const { shop, ctx, source, money } = await open(setup)
    await askDue(ctx)
    expect([bank.asked.length, (await source()).ultimo_en]).toEqual([0, null])
    await report(shop)
    bank.answer = found('pay_1', 6714.24, '0004512783390')
    await askDue(ctx)
    expect(JSON.parse(bank.asked[0]?.body ?? '')).toMatchObject({
      bank_reference: '004512783390',
      phone_pagador: '04141234567',
      dni_pagador: { dniType: 'V', dniNumber: '12345678' },
      fecha_pago: '2026-11-20',
    })
    expect(await money()).toMatchObject([{ confianza: 'banco', centimos: 671_424, fin: '783390' }])
    expect(await source()).toMatchObject({ leido_hasta: null, ultimo_en: ctx.clock.now(), causa: null })
  })

  test('a report that is decided, or that somebody else has told of, is not asked about', async () => {
    const { shop, ctx, money } = await open(setup)
    const first = (await report(shop)).json()
    await approvePurchase(ctx, first.id, 1, { actor: TESTER })
    await report(shop, { referencia: '004512783391', cedula: 'V-9.876.543' })
    bank.answer = found('pay_2', 6714.24, '004512783391')
    await askDue(ctx)
    expect([bank.asked.length, (await money()).length]).toEqual([1, 1])
    ctx.clock.advance(3 * MINUTE)
    await askDue(ctx)
    expect(bank.asked).toHaveLength(1)
  })

  test('a report that is not found is asked about again, less and less, five times; then a person looks', async () => {
    const { shop, ctx } = await open(setup)
    await report(shop)
    bank.answer = NONE
    const asked: number[] = []
    for (let minute = 0; minute < 24 * 60; ) {
      bank.asked = []
      await askDue(ctx)
      if (bank.asked.length > 0) asked.push(minute)
      const step = minute < 80 ? 1 : 60
      ctx.clock.advance(step * MINUTE)
      minute += step
    }
    expect(asked).toHaveLength(5)
    expect(asked.slice(0, 4)).toEqual([0, 2, 12, 72])
  })

  test('reports to another method of the account are asked about too, and money known under it is not asked for again', async () => {
    const { shop, ctx, money } = await open(setup)
    await openTransfers(shop, NUMBERED)
    await pay(shop, '004512783390', { metodo_id: '5', metodo_pago: 'transferencia' })
    await pay(shop, '004512783391')
    await comeIn(shop, [{ referencia: '004512783391' }], { metodo_id: 5, fuente: 'extracto', confianza: 'extracto' })
    bank.answer = found('pay_1', 6714.24, '004512783390')
    await askDue(ctx)
    expect(bank.asked.map(({ body }) => JSON.parse(body).bank_reference)).toEqual(['004512783390'])
    expect(await money()).toHaveLength(2)
  })

  test('an answer that the bank does not call money waits for a person, once, and its report is asked about again', async () => {
    const { shop, ctx, money } = await open(setup)
    await report(shop)
    bank.answer = json({ user_bank_payment: { id: 'pay_1', amount: 6714.24, status: 'pending' } })
    await askDue(ctx)
    ctx.clock.advance(3 * MINUTE)
    await askDue(ctx)
    const waiting = await ctx.db.read.selectFrom('movement_receipts').select(['estado', 'motivo']).execute()
    expect([bank.asked.length, await money(), waiting.map(({ estado }) => estado)]).toEqual([2, [], ['ilegible']])
  })

  test('a failure in the middle keeps the answers so far, and asks about the rest later', async () => {
    const { shop, ctx, source, money } = await open(setup)
    for (const last of [1, 2, 3]) await report(shop, { referencia: `00451278330${last}`, cedula: `V-9.876.54${last}` })
    bank.answer = (response, asked) => {
      const { bank_reference } = JSON.parse(asked.body)
      const answer = bank_reference.endsWith('2') ? json({}, 500) : found(bank_reference, 6714.24, bank_reference)
      answer(response, asked)
    }
    await askDue(ctx)
    // The newest first, then the one that has waited longest.
    expect([(await money()).length, (await source()).causa]).toEqual([2, null])
    ctx.clock.advance(MINUTE)
    await askDue(ctx)
    expect(await source()).toMatchObject({ causa: 'mantenimiento', fallos: 1 })
    ctx.clock.advance(60 * MINUTE)
    bank.answer = (response, asked) =>
      found(asked.body, 6714.24, JSON.parse(asked.body).bank_reference)(response, asked)
    await askDue(ctx)
    expect([(await money()).length, (await source()).causa]).toEqual([3, null])
  })

  test('one that its buyer corrected is asked about again, and one whose money was found is not', async () => {
    const { shop, ctx, money } = await open(setup)
    const { id } = (await report(shop)).json()
    bank.answer = NONE
    await askDue(ctx)
    ctx.clock.advance(MINUTE)
    await askDue(ctx)
    expect(bank.asked).toHaveLength(1)
    await ctx.db.write('prueba', (tx) =>
      tx.updateTable('purchases').set({ referencia: '40906155', version: 2 }).where('id', '=', id).execute(),
    )
    bank.answer = found('pay_1', 6714.24, '99940906')
    await askDue(ctx)
    expect(JSON.parse(bank.asked[1]?.body ?? '').bank_reference).toBe('40906155')
    ctx.clock.advance(24 * 60 * MINUTE)
    await askDue(ctx)
    expect([bank.asked.length, (await money()).length]).toEqual([2, 1])
  })

  test('no bank is asked about one that a grave check speaks against', async () => {
    const { shop, ctx } = await open(setup)
    await approvePurchase(ctx, await pay(shop, '004512783390'), 1, { actor: TESTER })
    const [again, honest] = [await pay(shop, '004512783390'), await pay(shop, '004512783391')]
    const doubted = (reports: readonly number[]) => listDoubted(ctx, reports)
    expect([...(await doubted([again, honest]))]).toEqual([again])
    bank.answer = NONE
    await askDue(ctx, undefined, undefined, doubted)
    expect(bank.asked.map(({ body }) => JSON.parse(body).bank_reference)).toEqual(['004512783391'])
  })
})
