import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { heldToken, stockOf } from '#app/server/testing/buyer.ts'
import { openDesk } from '#app/server/testing/desk.ts'
import { addRaffle, openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { randomId } from '#platform/server/random.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { makeQuote } from '../../quote.ts'
import { sweepHolds } from '../hold/sweep-holds.ts'
import { decideAlone } from '../path/open-raffle.ts'
import { reserveReported } from './reserve-reported.ts'

let next = 700_000_000
/** Somebody else's payment each time, for picked numbers or for any. */
function pays(shop: Shop, cantidad: number, numeros: string[] | null = null) {
  next += 137
  const picked = numeros === null ? {} : { numeros_seleccionados: JSON.stringify(numeros) }
  const wish = {
    cantidad_tickets: String(cantidad),
    total: `${cantidad * 5}.00`,
    referencia: String(next),
    cedula: `V${next}`,
  }
  return report(shop, { ...wish, ...picked }, { manual: numeros !== null })
}

const holds = (shop: Shop, numeros: string[], id = shop.id) =>
  heldToken({ ...shop, id }, { cantidad_tickets: numeros.length, numeros_seleccionados: numeros })

const two = (first: number) => [first, first + 1].map((number) => String(number).padStart(2, '0'))

onBothEngines('a report of picked numbers', (setup) => {
  test('takes no more tickets from holds than it asks for: not one number from each of many', async () => {
    const shop = await openShop(setup)
    for (let visitor = 0; visitor < 50; visitor++) await holds(shop, two(visitor * 2))
    const spread = await pays(
      shop,
      10,
      Array.from({ length: 10 }, (_, visitor) => two(visitor * 10)[0] ?? ''),
    )
    // The report gets others: those of five visitors, drawn.
    expect(spread.json()).toMatchObject({ en_espera: false })
    expect(await stockOf(shop)).toMatchObject({ libres: 0, apartados: 90, en_revision: 10 })
    const exact = await pays(shop, 2, two(0))
    expect(exact.json()).toMatchObject({ en_espera: false })
    expect(await stockOf(shop)).toMatchObject({ libres: 0, apartados: 88, en_revision: 12 })
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('a report of picked numbers', (setup) => {
  test('that names one twice, or one that does not exist, is refused also when it would have to wait, and holds up nobody', async () => {
    const shop = await openDesk(setup)
    const fakes = await Promise.all([pays(shop, 50), pays(shop, 50)])
    for (const odd of [
      ['07', '07'],
      ['07', '7'],
      ['07', '100'],
    ]) {
      const answer = await pays(shop, 2, odd)
      expect([answer.statusCode, answer.json().code], odd.join()).toEqual([422, 'NUMERO_INVALIDO'])
    }
    expect((await pays(shop, 2, ['07', '08'])).json()).toMatchObject({ en_espera: true })
    const rejected = await shop.post('/revision/falsas', {
      compras: fakes.map((fake) => ({ id: fake.json().id, version: 1 })),
    })
    expect(rejected.statusCode).toBe(200)
    expect(await stockOf(shop)).toMatchObject({ libres: 98, en_revision: 2, en_espera: 0 })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('from a connection above its share waits, and takes nothing from anybody', async () => {
    const shop = await openShop(setup)
    await paysFrom(shop, 25, null, 'many')
    await paysFrom(shop, 71, null, null)
    const free = await freeNumbers(shop, 4)
    await holds(shop, free.slice(0, 2))
    await holds(shop, free.slice(2))
    expect((await paysFrom(shop, 4, free, 'many')).estado).toBe('en espera')
    expect(await stockOf(shop)).toMatchObject({ libres: 0, apartados: 4, en_revision: 96, en_espera: 4 })
    expect((await paysFrom(shop, 2, free.slice(2), 'one')).estado).toBe('en revision')
    expect(await stockOf(shop)).toMatchObject({ libres: 0, apartados: 2, en_revision: 98, en_espera: 4 })
  })

  test('of a raffle that cannot be served keeps no other raffle from being swept', async () => {
    const shop = await openShop(setup)
    const other = await addRaffle(shop.ctx, { seleccion: 'ambas' })
    await pays(shop, 100)
    expect((await pays(shop, 2)).json()).toMatchObject({ en_espera: true })
    await holds(shop, two(4), other)
    // As no version writes it.
    await shop.ctx.db.write(`rifa:${shop.id}`, async (tx) => {
      await tx.updateTable('reservations').set({ pedidos: '{' }).where('estado', '=', 'en espera').execute()
      await tx.updateTable('stock').set({ libres: 2, en_revision: 98 }).where('rifa_id', '=', shop.id).execute()
    })
    shop.ctx.clock.advance(601_000)
    await sweepHolds(shop.ctx)
    expect(await stockOf({ ...shop, id: other })).toMatchObject({ libres: 100, apartados: 0 })
  })
})

/** The same from a connection, or at the desk. */
function paysFrom({ ctx, id }: Shop, cantidad: number, numeros: string[] | null, client: string | null) {
  return decideAlone(ctx, id, {}, (state) =>
    reserveReported(state, {
      token: randomId(ctx.random),
      cantidad,
      numeros,
      cotizacion: makeQuote(state.raffle, cantidad, null),
      client: client === null ? null : { cliente: client, red: client },
      own: null,
      over: null,
    }),
  )
}

async function freeNumbers(shop: Shop, many: number): Promise<string[]> {
  const taken = await shop.ctx.db.read.selectFrom('tickets').select('numero').where('rifa_id', '=', shop.id).execute()
  const owned = new Set(taken.map(({ numero }) => numero))
  return Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))
    .filter((numero) => !owned.has(numero))
    .slice(0, many)
}
