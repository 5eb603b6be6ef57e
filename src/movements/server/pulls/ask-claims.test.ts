import { beforeAll, expect, test } from 'vitest'
import { openShop, report } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onBothEngines, type Setup } from '#platform/server/testing/engines.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { addAskedSource } from '../testing/asked-source.ts'
import { type Bank, json, openBank } from '../testing/bank.ts'
import { askDue } from './ask-due.ts'

const MINUTE = 60_000
const NONE = json({ error: 'PAYMENT_NOT_FOUND' })

let bank: Bank
beforeAll(async () => {
  bank = await openBank()
})

onBothEngines('reports that a bank is asked about', (setup) => {
  async function open(which: Setup) {
    const shop = await openShop(which)
    const { ctx } = shop
    await addAskedSource(ctx, 'pabilo', { direccion: bank.url, cuenta_pabilo: 'x' }, { clave: 'app-key-de-prueba' })
    bank.asked = []
    const source = () => ctx.db.read.selectFrom('movement_sources').selectAll().executeTakeFirstOrThrow()
    const money = () => ctx.db.read.selectFrom('movements').selectAll().execute()
    return { shop, ctx, source, money }
  }
  const found = (id: string, amount: number, reference: string) =>
    json({ is_new: true, user_bank_payment: { id, amount, status: 'VERIFIED', bank_reference_id: reference } })

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

  test('one that is not found is asked about again, less and less, five times; then a person looks', async () => {
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

  test('what is decided, or what somebody else has told of, is not asked about', async () => {
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

  test('a failure in the middle keeps what was answered, and asks about the rest later', async () => {
    const { shop, ctx, source, money } = await open(setup)
    for (const last of [1, 2, 3]) await report(shop, { referencia: `00451278330${last}`, cedula: `V-9.876.54${last}` })
    bank.answer = (response, asked) => {
      const { bank_reference } = JSON.parse(asked.body)
      const answer = bank_reference.endsWith('2') ? json({}, 500) : found(bank_reference, 6714.24, bank_reference)
      answer(response, asked)
    }
    await askDue(ctx)
    expect([(await money()).length, (await source()).causa]).toEqual([1, null])
    ctx.clock.advance(MINUTE)
    await askDue(ctx)
    expect(await source()).toMatchObject({ causa: 'mantenimiento', fallos: 1 })
    ctx.clock.advance(60 * MINUTE)
    bank.answer = (response, asked) =>
      found(asked.body, 6714.24, JSON.parse(asked.body).bank_reference)(response, asked)
    await askDue(ctx)
    expect([(await money()).length, (await source()).causa]).toEqual([3, null])
  })
})
