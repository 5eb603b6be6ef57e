import { expect, test, vi } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { freeTickets, hold as holdOne, ofHold, purchaseRow } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import { addRaffle, openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import { sweepHolds } from './sweep-holds.ts'

const HOLD = 600_000

function hold(shop: Shop, body: object, raffleId = shop.id, remoteAddress = '203.0.113.1') {
  return holdOne({ ...shop, id: raffleId }, body, remoteAddress)
}

onSqlite('a hold', (setup) => {
  test('takes tickets of others once their ten minutes are over, to the millisecond, drawn or picked', async () => {
    const shop = await openShop(setup, { total_numeros: 10 })
    const picked = { cantidad_tickets: 2, numeros_seleccionados: ['03', '07'] }
    const own = (await hold(shop, picked)).json()
    expect((await hold(shop, { cantidad_tickets: 8 })).statusCode).toBe(201)
    // Without a report for long, a new visitor may pay with a pass, which sets nothing aside.
    const sets = async (body: object) => {
      const answer = (await hold(shop, body)).json()
      return answer.token !== undefined && answer.sin_apartar !== true
    }
    shop.ctx.clock.advance(HOLD - 1)
    expect([await sets(picked), await sets({ cantidad_tickets: 8 })]).toEqual([false, false])
    for (const numeros_seleccionados of [
      ['03', '77'],
      ['03', '03'],
    ]) {
      expect((await hold(shop, { cantidad_tickets: 2, numeros_seleccionados })).json().code).toBe('NUMERO_INVALIDO')
    }
    shop.ctx.clock.advance(1)
    expect((await ofHold(shop, own.token)).statusCode).toBe(404)
    expect((await ofHold(shop, own.token, 'renovar')).statusCode).toBe(404)
    expect([await sets(picked), await sets({ cantidad_tickets: 8 })]).toEqual([true, true])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is of as many numbers as tickets, each once, within the raffle’s limits and in its way', async () => {
    const shop = await openShop(setup, { maximo: 10 })
    const drawn = await addRaffle(shop.ctx, { seleccion: 'automatica' })
    const refused = async (body: object, raffleId?: number) => {
      const { statusCode, json } = await hold(shop, body, raffleId)
      return [statusCode, json().code]
    }
    const picks = (count: number) => Array.from({ length: count }, (_, place) => String(place).padStart(2, '0'))
    const two = { cantidad_tickets: 2, numeros_seleccionados: picks(2) }
    for (const numeros_seleccionados of [picks(5), picks(1)])
      expect(await refused({ ...two, numeros_seleccionados })).toEqual([422, 'CANTIDAD_DE_NUMEROS'])
    expect(await refused({ ...two, numeros_seleccionados: ['07', '07'] })).toEqual([422, 'NUMERO_INVALIDO'])
    expect(await refused({ cantidad_tickets: 11 })).toEqual([422, 'CANTIDAD_NO_PERMITIDA'])
    expect(await refused(two, drawn)).toEqual([409, 'SELECCION_NO_PERMITIDA'])
    const late = await report(shop, { cantidad_tickets: '11', total: '55.00' })
    expect([late.statusCode, late.json().code]).toEqual([422, 'CANTIDAD_NO_PERMITIDA'])
    expect(await freeTickets(shop)).toBe(100)
  })

  test('is within the operator’s limit for tickets without a verified payment, holds and reports together', async () => {
    const shop = await openShop(setup, { tope_sin_verificar: 10 })
    expect((await hold(shop, { cantidad_tickets: 4 })).statusCode).toBe(201)
    const { id } = (await report(shop, { cantidad_tickets: '4', total: '20.00' })).json()
    const refused = await hold(shop, { cantidad_tickets: 3 })
    expect(refused.json()).toMatchObject({ code: 'TOPE_SIN_VERIFICAR', permitidos: 2 })
    expect((await hold(shop, { cantidad_tickets: 2 })).statusCode).toBe(201)
    await judge.approve(shop, id, 1)
    expect((await hold(shop, { cantidad_tickets: 4 })).statusCode).toBe(201)
    expect((await hold(shop, { cantidad_tickets: 2 })).json()).toMatchObject({ permitidos: 0 })
  })

  test('goes by raffle: tickets held in one count in no other', async () => {
    const shop = await openShop(setup, {}, { config: { abuseLimits: true } })
    const other = await addRaffle(shop.ctx)
    const set = async (raffleId: number, cantidad_tickets: number, address: string) =>
      (await hold(shop, { cantidad_tickets }, raffleId, address)).statusCode
    expect(await set(shop.id, 25, '203.0.113.1')).toBe(201)
    expect(await set(shop.id, 11, '203.0.113.1')).toBe(429)
    expect(await set(other, 10, '198.51.100.7')).toBe(201)
    expect(await set(other, 25, '203.0.113.1')).toBe(201)
  })
})

onBothEngines('a report', (setup) => {
  test('that came first leaves a renewal nothing to renew', async () => {
    const shop = await openShop(setup)
    const { token } = (await hold(shop, { cantidad_tickets: 2 })).json()
    const writes = [vi.spyOn(shop.ctx.db, 'write'), vi.spyOn(shop.ctx.db, 'writeBatched')]
    const calls = () => writes.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    const inLine = (count: number) => expect.poll(calls, { interval: 5 }).toBe(count)
    const gate = Promise.withResolvers<void>()
    const before = shop.ctx.db.write(`rifa:${shop.id}`, () => gate.promise)
    // Both have seen the hold, and wait for the raffle.
    const reporting = report(shop, { apartado: token })
    await inLine(2)
    const renewing = ofHold(shop, token, 'renovar')
    await inLine(3)
    gate.resolve()
    await before
    expect([(await reporting).statusCode, (await renewing).statusCode]).toEqual([201, 404])
    const reservation = await shop.ctx.db.read.selectFrom('reservations').selectAll().executeTakeFirstOrThrow()
    expect(reservation).toMatchObject({ estado: 'en revision', vence_en: null, renovado: 0 })
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('a report', (setup) => {
  test('is of as many tickets as its hold has, which it keeps when it is refused, and pays the price of its own raffle, whatever raffle its hold is of', async () => {
    const shop = await openShop(setup)
    const { token } = (await hold(shop, { cantidad_tickets: 2 })).json()
    const refused = await report(shop, { apartado: token, cantidad_tickets: '10', total: '50.00' })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'APARTADO_DISTINTO'])
    expect((await ofHold(shop, token)).statusCode).toBe(200)
    expect(await freeTickets(shop)).toBe(98)
    const dear = await addRaffle(shop.ctx, { precio: '50.00' })
    const sly = await report(shop, { id_rifa: String(dear), apartado: token })
    expect(sly.json()).toMatchObject({ code: 'COTIZACION_CAMBIO', cotizacion: { total: '100.00' } })
    const fair = await report(shop, { id_rifa: String(dear), apartado: token, total: '100.00' })
    expect(fair.statusCode, fair.body).toBe(201)
    expect(await purchaseRow(shop, fair.json().id)).toMatchObject({ rifa_id: dear, apartado: null, tarde: 1 })
    expect((await ofHold(shop, token)).statusCode).toBe(200)
  })

  test('keeps the price of its hold for two hours, swept or not, and is marked as late', async () => {
    const shop = await openShop(setup)
    const [swept, standing, inTime] = [
      (await hold(shop, { cantidad_tickets: 2 })).json(),
      (await hold(shop, { cantidad_tickets: 2 })).json(),
      (await hold(shop, { cantidad_tickets: 2 })).json(),
    ]
    const send = async (apartado: string | undefined, number: number) => {
      const fields = { apartado, referencia: `70000000000${number}`, cedula: `V900000${number}` }
      const answer = await report(shop, fields)
      expect(answer.statusCode, answer.body).toBe(201)
      const { monto, tarde } = await purchaseRow(shop, answer.json().id)
      return [monto, tarde]
    }
    expect(await send(inTime.token, 1)).toEqual(['6714.24', 0])
    shop.ctx.clock.advance(HOLD)
    await setFixedRate(shop.ctx, '700.0000', { actor: TESTER })
    expect(await send(standing.token, 2)).toEqual(['6714.24', 1])
    await sweepHolds(shop.ctx)
    shop.ctx.clock.advance(60_000)
    await sweepHolds(shop.ctx)
    expect(await send(swept.token, 3)).toEqual(['6714.24', 1])
    expect(await send(undefined, 4)).toEqual(['7000.00', 1])
  })

  test('takes no numbers from a report of before, however full the raffle is', async () => {
    const shop = await openShop(setup, { total_numeros: 10 })
    const named = (number: number) =>
      report(
        shop,
        { numeros_seleccionados: '["03","07"]', referencia: `70000000000${number}`, cedula: `V900000${number}` },
        { manual: true },
      )
    const first = (await named(1)).json()
    expect((await hold(shop, { cantidad_tickets: 8 })).statusCode).toBe(201)
    const second = await named(2)
    expect([second.statusCode, second.json().en_espera]).toEqual([201, false])
    expect(await judge.approve(shop, first.id, 1)).toEqual(['03', '07'])
    expect(await judge.approve(shop, second.json().id, 1)).toHaveLength(2)
    expect(await audit(shop.ctx)).toEqual([])
  })
})
