import { expect, test } from 'vitest'
import { tables } from '#app/server/schema.ts'
import { freeTickets, hold, ofHold, purchaseRow } from '#app/server/testing/buyer.ts'
import { callsOf } from '#app/server/testing/desk.ts'
import { openShop, permitOf, report, signInAgain, signInOwner } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { capDeadlines } from '#platform/server/jobs/cap-deadlines.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { chooseReference, enterRate } from '#rates/server/set-rate.ts'
import { sweepHolds } from './sweep-holds.ts'

const HOUR = 3_600_000
const JUMPS = [HOUR, 5 * 365 * 24 * HOUR].flatMap((jump) => [jump, -jump])

const TEN = { cantidad_tickets: 10 }

onSqlite('holds while the clock is wrong', (setup) => {
  test.each(JUMPS)('by %i ms: none lasts longer than 600 s from the present clock', async (jump) => {
    const shop = await openShop(setup)
    const { clock } = shop.ctx
    const truth = clock.now()
    clock.set(truth + jump)
    const held = await hold(shop, TEN)
    expect(held.json().segundos).toBe(600)
    expect(await freeTickets(shop)).toBe(90)

    clock.set(truth)
    await capDeadlines(shop.ctx, tables)
    await sweepHolds(shop.ctx)
    const shown = await ofHold(shop, held.json().token)
    // Forward its time is over, as for everybody whose clock is right; back it lives on, no longer than any.
    if (jump < 0) expect(shown.statusCode).toBe(404)
    else expect(shown.json().segundos).toBeLessThanOrEqual(600)
    expect(await freeTickets(shop)).toBe(jump < 0 ? 100 : 90)

    clock.set(truth + 600_001)
    expect(await freeTickets(shop)).toBe(100)
    await sweepHolds(shop.ctx)
    expect(await freeTickets(shop)).toBe(100)
    expect((await hold(shop, TEN)).statusCode).toBe(201)
    expect(await freeTickets(shop)).toBe(90)
  })

  test('before it was put right, the page is told no more than a hold can have', async () => {
    const shop = await openShop(setup)
    const truth = shop.ctx.clock.now()
    shop.ctx.clock.set(truth + HOUR)
    const { token } = (await hold(shop, TEN)).json()
    shop.ctx.clock.set(truth)
    const shown = (await ofHold(shop, token)).json()
    expect(shown.segundos).toBe(600)
    expect(Date.parse(shown.vence_en)).toBe(truth + 600_000)
  })
})

onSqlite('the day in Caracas', (setup) => {
  test('19:59 and 20:01 are one day, though another begins elsewhere: payment, price, counts, export and the date of a client', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 }, { now: '2026-11-19T16:00:00Z' })
    const { ctx } = shop
    await chooseReference(ctx, 'bcv_euro', { actor: TESTER })
    await enterRate(ctx, { referencia: 'bcv_euro', tasa: '600', fecha_valor: '2026-11-19' }, { actor: TESTER })
    await enterRate(ctx, { referencia: 'bcv_euro', tasa: '610', fecha_valor: '2026-11-20' }, { actor: TESTER })
    await signInOwner(shop)
    let reference = 700_000_000
    /** Everything that depends on the day, at that instant. @param said by the client as the day of the payment. */
    const results = async (now: string, said?: string) => {
      ctx.clock.set(now)
      const answer = await report(shop, { referencia: String(++reference), fecha: said })
      expect(answer.statusCode, answer.body).toBe(201)
      const { fecha, monto, creado_en } = await purchaseRow(shop, answer.json().id)
      expect(creado_en).toBe(Date.parse(now))
      const late = await report(shop, { referencia: String(++reference), fecha: '2026-11-22' })
      // A session does not last that long.
      const headers = await signInAgain(shop.app)
      const proven = { ...headers, 'x-tombola-permiso': permitOf(ctx, { id: 1 }, headers) }
      const file = await callsOf(shop, proven).get('/exportar/compras?formato=csv')
      const first = file.body.split('\r\n')[1]?.split(';')[1]?.slice(0, 10)
      return [fecha, monto, late.statusCode, file.headers['content-disposition'], first]
    }
    const evening = await results('2026-11-19T23:59:00Z')
    expect(evening).toEqual([
      '2026-11-19',
      '6000.00',
      422,
      'attachment; filename="compras-2026-11-19.csv"',
      '19/11/2026',
    ])
    expect(await results('2026-11-20T00:01:00Z')).toEqual(evening)
    // A phone with tomorrow's date gets today's.
    expect(await results('2026-11-20T00:02:00Z', '2026-11-20')).toEqual(evening)
    expect(await results('2026-11-20T03:59:59Z')).toEqual(evening)
    const counts = () => ctx.db.read.selectFrom('purchase_counts').select('dia').distinct().orderBy('dia').execute()
    expect(await counts()).toEqual([{ dia: '2026-11-19' }])
    // The control: the day of Caracas does turn, at its own midnight.
    expect((await results('2026-11-20T04:01:00Z')).slice(0, 2)).toEqual(['2026-11-20', '6100.00'])
    expect(await counts()).toEqual([{ dia: '2026-11-19' }, { dia: '2026-11-20' }])
  })
})
