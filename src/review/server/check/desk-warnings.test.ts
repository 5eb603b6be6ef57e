import { expect, test } from 'vitest'
import { heldToken, purchaseRow } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import { JPEG, openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { addDays, type CalendarDate } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import type { Purchase } from '#purchases/server/store.ts'
import { checkReport } from './check-purchase.ts'

const TODAY = '2026-11-20' as CalendarDate

function proof(number: number) {
  return { bytes: Buffer.concat([JPEG, Buffer.from(`-${number}`)]), name: 'pago.jpg', type: 'image/jpeg' }
}

async function send(shop: Shop, number: number, changes: Record<string, string | undefined> = {}, file = number) {
  const fields = { referencia: `1234500${number}98`, cedula: `V900000${number}`, ...changes }
  const answer = await report(shop, fields, { proof: proof(file) })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id as number
}

/** The desk's level for one aspect of a purchase, with changes made to its row; null without one. */
async function told(shop: Shop, id: number, sobre: string, changes: Partial<Purchase> = {}) {
  const row = { ...(await purchaseRow(shop, id)), ...changes }
  return (await checkReport(shop.ctx.db.read, row)).find((check) => check.sobre === sobre)?.nivel ?? null
}

onSqlite('the check of a report at the desk', (setup) => {
  test('goes by the row: time, date, rate, method and proof', async () => {
    const shop = await openShop(setup)
    const id = await send(shop, 1)
    const table: [string, Partial<Purchase>, 'grave' | 'aviso' | 'bien' | null][] = [
      ['plazo', { tarde: 1 }, 'aviso'],
      ['plazo', { tarde: 0 }, null],
      ['fecha', { fecha: TODAY }, null],
      ['fecha', { fecha: addDays(TODAY, -7) }, null],
      ['fecha', { fecha: addDays(TODAY, -8) }, 'aviso'],
      ['fecha', { fecha: addDays(TODAY, 1) }, 'aviso'],
      ['monto', {}, 'bien'],
      ['monto', { tasa_verificada: 0 }, 'aviso'],
      ['monto', { monto: null }, 'aviso'],
      ['metodo', {}, null],
      ['metodo', { metodo_ofrecido: 0 }, 'aviso'],
      // Nobody has compared its picture.
      ['comprobante', {}, 'aviso'],
      ['comprobante', { comprobante: '' }, 'aviso'],
      ['referencia', {}, 'bien'],
    ]
    const found: typeof table = []
    for (const [sobre, changes] of table) found.push([sobre, changes, await told(shop, id, sobre, changes)])
    expect(found).toEqual(table)
  })

  test('a hold that was in time is no late one', async () => {
    const shop = await openShop(setup)
    expect(await told(shop, await send(shop, 1, { apartado: await heldToken(shop) }), 'plazo')).toBeNull()
    expect(await told(shop, await send(shop, 2), 'plazo')).toBe('aviso')
  })

  test('a proof or a payment that confirmed another purchase is grave, one that only waits a warning', async () => {
    const shop = await openShop(setup)
    const first = await send(shop, 1)
    const sameProof = await send(shop, 2, {}, 1)
    const samePayment = await send(shop, 3, { referencia: '1234500198' })
    const levels = async () => [
      await told(shop, sameProof, 'comprobante'),
      await told(shop, samePayment, 'referencia'),
      await told(shop, first, 'referencia'),
    ]
    expect(await levels()).toEqual(['aviso', 'aviso', 'aviso'])
    await judge.approve(shop, first, 1)
    expect(await levels()).toEqual(['grave', 'grave', 'aviso'])
    await judge.annul(shop, first, 2, { motivo: 'El banco devolvió el pago.' })
    expect(await levels()).toEqual(['aviso', 'aviso', 'aviso'])
  })

  test('unnamed reports are counted, and the one that was confirmed is found behind all that came since', async () => {
    const shop = await openShop(setup)
    const first = await send(shop, 1)
    await judge.approve(shop, first, 1)
    let last = first
    for (let number = 10; number < 32; number++) last = await send(shop, number, { cedula: 'V7000001' }, 1)
    const checks = await checkReport(shop.ctx.db.read, await purchaseRow(shop, last))
    const of = (sobre: string) => checks.find((check) => check.sobre === sobre)
    expect(of('comprobante')).toMatchObject({ nivel: 'grave', compras: [{ id: first }, {}, {}, {}, {}] })
    expect(of('comprobante')?.detalle).toContain('Y más de 15 más.')
    expect(of('persona')?.titulo).toBe('Esta cédula tiene otras 21 compras')
  })

  test('a person is known by purchases that count: rejected ones warn, annulled ones are not spoken of', async () => {
    const shop = await openShop(setup)
    const person = { cedula: 'V7000001' }
    const before = await send(shop, 1, person)
    const now = await send(shop, 2, person)
    const titles = async () => {
      return (await checkReport(shop.ctx.db.read, await purchaseRow(shop, now))).find(
        ({ sobre }) => sobre === 'persona',
      )
    }
    expect(await titles()).toMatchObject({ nivel: 'bien', compras: [{ id: before }] })
    await judge.approve(shop, before, 1)
    await judge.annul(shop, before, 2, { motivo: 'El banco devolvió el pago.' })
    expect((await titles())?.titulo).toBe('Primera compra de esta cédula')
    await judge.reject(shop, await send(shop, 3, person), 1)
    expect(await titles()).toMatchObject({ nivel: 'aviso' })
  })
})
