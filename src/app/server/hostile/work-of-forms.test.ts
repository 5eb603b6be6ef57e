import { expect, test } from 'vitest'
import { doWork } from '#platform/server/testing/do-work.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import type { WorkChallenge } from '#platform/work.ts'
import { multipart, openShop, purchaseFields, type Shop } from '../testing/shop.ts'

const LIMITED = { config: { abuseLimits: true } }

/** What the page asks for before it sends a form. */
async function before(shop: Shop, para: 'reporte' | 'correccion'): Promise<WorkChallenge> {
  const answer = await shop.app.inject(`/api/rifas/trabajo?para=${para}${para === 'reporte' ? `&rifa=${shop.id}` : ''}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().trabajo
}

/** Asks from the visitor's address until forms of that kind need work. */
async function press(shop: Shop, para: 'reporte' | 'correccion'): Promise<void> {
  for (let time = 0; time < 300; time++) if ((await before(shop, para)).hasta > 1) return
  throw new Error('nobody is asked for work')
}

async function send(shop: Shop, changes: Record<string, string>, headers: Record<string, string> = {}) {
  const form = await multipart(purchaseFields(shop.id, changes))
  return shop.app.inject({
    method: 'POST',
    url: '/api/rifas/participantes',
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  })
}

onSqlite('the work of forms', (setup) => {
  test('a report without a hold brings it under pressure; one with a hold, or that arrived before, does not', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 }, LIMITED)
    const key = { 'idempotency-key': 'la-primera-vez' }
    const calm = await send(shop, { referencia: '1100000001' }, key)
    expect(calm.statusCode, calm.body).toBe(201)
    const hold = { method: 'POST' as const, url: `/api/rifas/${shop.id}/apartados`, payload: { cantidad_tickets: 2 } }
    const { token } = (await shop.app.inject(hold)).json()
    const early = doWork(await before(shop, 'reporte'))
    await press(shop, 'reporte')

    const asked = await send(shop, { referencia: '1100000002' })
    expect([asked.statusCode, asked.json().code]).toEqual([428, 'TRABAJO_NECESARIO'])
    const work = doWork(asked.json().trabajo)
    expect((await send(shop, { referencia: '1100000002' }, work)).statusCode).toBe(201)
    expect((await send(shop, { referencia: '1100000003' }, work)).statusCode).toBe(428)
    expect((await send(shop, { referencia: '1100000003', apartado: token })).statusCode).toBe(201)
    // A token that is none is no hold.
    expect((await send(shop, { referencia: '1100000004', apartado: 'x'.repeat(22) })).statusCode).toBe(428)
    // The answer of the first was lost: it is told again.
    expect((await send(shop, { referencia: '1100000001' }, key)).json()).toEqual(calm.json())
    // What was fetched while nothing was wrong is no work now: the page does what it is told instead.
    const late = await send(shop, { referencia: '1100000005' }, early)
    expect([late.statusCode, late.json().code]).toEqual([428, 'TRABAJO_NECESARIO'])
    expect((await send(shop, { referencia: '1100000005' }, doWork(late.json().trabajo))).statusCode).toBe(201)
  })

  test('a correction is asked for it before its form is read, and no file is left of one that brings none', async () => {
    const shop = await openShop(setup, {}, LIMITED)
    const { secreto } = (await send(shop, {})).json()
    await press(shop, 'correccion')
    const form = await multipart({ secreto, referencia: '998877665544' })
    const correct = (headers: Record<string, string> = {}) =>
      shop.app.inject({
        method: 'POST',
        url: '/api/rifas/mi-compra/corregir',
        payload: form.payload,
        headers: { ...form.headers, ...headers },
      })
    expect((await correct()).json().code).toBe('TRABAJO_NECESARIO')
    const corrected = await correct(doWork(await before(shop, 'correccion')))
    expect(corrected.statusCode, corrected.body).toBe(200)
    expect(corrected.json().referencia).toBe('998877665544')
  })

  test('of 200 behind one address all buy as the specification says, none is asked', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 }, LIMITED)
    const hold = { method: 'POST' as const, url: `/api/rifas/${shop.id}/apartados`, payload: { cantidad_tickets: 2 } }
    const answers = await Promise.all(Array.from({ length: 200 }, () => shop.app.inject(hold)))
    expect(answers.filter(({ statusCode }) => statusCode === 428)).toEqual([])
    expect((await send(shop, {})).statusCode).toBe(201)
  })
})
