import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { correct, freeTickets } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import { openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'

const WINDOW = 20_000
const DAY = 86_400_000
const MOTIVO = 'El pago no aparece.'

const person = (number: number) => ({ cedula: `V${20_000_000 + number}`, referencia: `7788990${number}` })

const reject = ({ ctx }: Shop, id: number) => judge.reject({ ctx }, id, null, { motivo: MOTIVO })

async function openOnce(setup: Setup) {
  const shop = await openShop(setup, { registro_unico: true })
  return { shop, again: (referencia: string) => report(shop, { referencia }) }
}

onSqlite('where each takes part once', (setup) => {
  test('that waited for numbers still asks for them', async () => {
    const shop = await openShop(setup)
    for (const half of [1, 2]) await report(shop, { cantidad_tickets: '50', total: '250.00', ...person(half) })
    const wish = { ...person(3), numeros_seleccionados: '["07","42"]' }
    const waits = (await report(shop, wish, { manual: true })).json()
    expect(waits.en_espera).toBe(true)
    await reject(shop, waits.id)
    expect((await correct(shop, { secreto: waits.secreto, referencia: '99887766554' })).statusCode).toBe(200)
    const asked = await shop.ctx.db.read
      .selectFrom('reservations')
      .innerJoin('purchases', 'purchases.reserva_id', 'reservations.id')
      .select(['reservations.estado', 'pedidos'])
      .where('purchases.id', '=', waits.id)
      .execute()
    expect(asked).toEqual([{ estado: 'en espera', pedidos: '["07","42"]' }])
  })

  test('a rejected buyer who reports again cannot correct the first report; nor report again once it is corrected', async () => {
    const { shop, again } = await openOnce(setup)
    const first = (await again('100000000001')).json()
    expect((await again('100000000002')).json().code).toBe('REGISTRO_DUPLICADO')
    await reject(shop, first.id)
    const second = await again('100000000002')
    expect(second.statusCode, second.body).toBe(201)
    const refused = await correct(shop, { secreto: first.secreto, referencia: '100000000003' })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'REGISTRO_DUPLICADO'])
    await reject(shop, second.json().id)
    expect((await correct(shop, { secreto: first.secreto, referencia: '100000000003' })).statusCode).toBe(200)
    expect((await again('100000000004')).json().code).toBe('REGISTRO_DUPLICADO')
    expect((await correct(shop, { secreto: second.json().secreto, referencia: '100000000005' })).json().code).toBe(
      'REGISTRO_DUPLICADO',
    )
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a buyer who waits for review corrects the report', async () => {
    const { shop, again } = await openOnce(setup)
    const { secreto } = (await again('100000000001')).json()
    expect((await correct(shop, { secreto, referencia: '100000000002' })).statusCode).toBe(200)
    expect((await again('100000000003')).json().code).toBe('REGISTRO_DUPLICADO')
  })

  test('a rejection that is taken back counts again, an annulment does not', async () => {
    const { shop, again } = await openOnce(setup)
    const { id } = (await again('100000000001')).json()
    await reject(shop, id)
    await judge.undo(shop, id)
    expect((await again('100000000002')).json().code).toBe('REGISTRO_DUPLICADO')
    await judge.approve(shop, id)
    await judge.annul(shop, id, null, { motivo: 'El banco devolvió el pago.' })
    expect((await again('100000000002')).statusCode).toBe(201)
  })
})

onSqlite('a correction', (setup) => {
  test('of a rejected payment joins the end of the queue, one of a payment that waits keeps its place', async () => {
    const shop = await openShop(setup)
    const since = async (id: number) =>
      (
        await shop.ctx.db.read
          .selectFrom('purchases')
          .select('en_revision_desde')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).en_revision_desde
    const rejected = (await report(shop, { referencia: '100000000001' })).json()
    const waiting = (await report(shop, { referencia: '100000000002', cedula: 'V9000002' })).json()
    const start = await since(waiting.id)
    await reject(shop, rejected.id)
    shop.ctx.clock.advance(3_600_000)
    expect((await correct(shop, { secreto: rejected.secreto, referencia: '100000000003' })).statusCode).toBe(200)
    expect((await correct(shop, { secreto: waiting.secreto, referencia: '100000000004' })).statusCode).toBe(200)
    expect([await since(rejected.id), await since(waiting.id)]).toEqual([start + 3_600_000, start])
  })

  test('of a reference alone is not refused for a date that was right when it was sent', async () => {
    const shop = await openShop(setup, { gracia_segundos: 604_800 })
    const { id, secreto } = (await report(shop, { fecha: '2026-11-20' })).json()
    shop.ctx.clock.advance(7 * DAY)
    await reject(shop, id)
    shop.ctx.clock.advance(2 * DAY)
    const corrected = await correct(shop, { secreto, referencia: '100000000003' })
    expect(corrected.statusCode, corrected.body).toBe(200)
  })
})

onSqlite('the twenty seconds of a decision', (setup) => {
  test('are what a rejection without grace keeps its tickets for, and its mail promises nothing', async () => {
    const shop = await openShop(setup, { gracia_segundos: 0 })
    const { id } = (await report(shop)).json()
    await reject(shop, id)
    const mail = await shop.ctx.db.read.selectFrom('outbox').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(mail.texto).not.toContain('Guardamos tus boletos')
    expect(mail.texto).toContain('Apartamos tus boletos de nuevo si todavía quedan.')
    shop.ctx.clock.advance(WINDOW - 1)
    await sweepHolds(shop.ctx)
    expect(await freeTickets(shop)).toBe(98)
    await judge.undo(shop, id)
    expect(await freeTickets(shop)).toBe(98)
    await reject(shop, id)
    shop.ctx.clock.advance(WINDOW)
    expect(await freeTickets(shop)).toBe(100)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('give a payment back that confirmed by mistake', async () => {
    const shop = await openShop(setup)
    const wrong = (await report(shop)).json()
    const right = (await report(shop, { cedula: 'V9000002', correo: 'otra@ejemplo.test' })).json()
    await judge.approve(shop, wrong.id)
    await expect(judge.approve(shop, right.id)).rejects.toMatchObject({ code: 'REFERENCIA_YA_CONFIRMADA' })
    await judge.undo(shop, wrong.id)
    expect(await judge.approve(shop, right.id)).toHaveLength(2)
  })
})
