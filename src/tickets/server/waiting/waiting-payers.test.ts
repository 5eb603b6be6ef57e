import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { heldToken, hold as holdWish, stockOf } from '#app/server/testing/buyer.ts'
import { openDesk } from '#app/server/testing/desk.ts'
import { addRaffle, openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { randomId } from '#platform/server/random.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { makeQuote } from '../../quote.ts'
import { sweepHolds } from '../hold/sweep-holds.ts'
import { giveUp } from '../moves.ts'
import { decideAlone, openRaffle } from '../path/open-raffle.ts'
import type { RaffleState } from '../path/raffle-state.ts'
import { markClient } from '../shares/client-mark.ts'
import { findReservation, type Reservation } from '../store.ts'
import { reserveReported } from './reserve-reported.ts'

/** Somebody reports a payment for so many tickets or for those numbers, from a connection or, without one, at the desk. */
const pays = ({ ctx, id }: Shop, wanted: number | string[], client: string | null): Promise<Reservation> =>
  decideAlone(ctx, id, {}, (state) => {
    const [cantidad, numeros] = typeof wanted === 'number' ? [wanted, null] : [wanted.length, wanted]
    const red = client === null ? null : { cliente: client, red: client }
    const asked = {
      token: randomId(ctx.random),
      cantidad,
      numeros,
      cotizacion: makeQuote(state.raffle, cantidad, null),
    }
    return reserveReported(state, { ...asked, client: red, own: null, over: null })
  })

const comeFree = ({ ctx, id }: Shop, ...reservations: Reservation[]) =>
  decideAlone(ctx, id, {}, (state) => {
    for (const one of reservations) giveUp(state, state.reservation(one.id), 'liberado')
  })

/** Writes rows as they would be. */
const write = ({ ctx, id }: Shop, rows: Omit<Reservation, 'id'>[], counts: Parameters<RaffleState['count']>[0]) =>
  ctx.db.write(`rifa:${id}`, async (tx) => {
    const raffle = await findRaffle(tx, id)
    if (!raffle) throw new Error('the raffle is there')
    await tx.insertInto('reservations').values(rows).execute()
    const state = await openRaffle(tx, raffle, {}, ctx.clock.now())
    await state.settle(tx, () => state.count(counts))
    await state.save(tx)
  })

const stateOf = async ({ ctx }: Shop, { id }: Reservation) => (await findReservation(ctx.db.read, id))?.estado

/** A raffle of 100 of which hardly any is free, and a connection `many` that has its share of it. */
async function openFull(shop: Promise<Shop>) {
  const full = await shop
  await pays(full, 25, 'many')
  await pays(full, 69, null)
  const fakes = [await pays(full, 2, null), await pays(full, 2, null), await pays(full, 2, null)] as const
  return { shop: full, fakes }
}

onBothEngines('payers that wait for tickets', (setup) => {
  test('are served first come first, but for buyers who have their share already', async () => {
    const { shop, fakes } = await openFull(openShop(setup))
    const again = await pays(shop, 2, 'many')
    const first = await pays(shop, 2, 'one')
    const second = await pays(shop, 2, 'other')
    const states = async () => [await stateOf(shop, again), await stateOf(shop, first), await stateOf(shop, second)]
    expect(await states()).toEqual(['en espera', 'en espera', 'en espera'])
    await comeFree(shop, fakes[0])
    expect(await states()).toEqual(['en espera', 'en revision', 'en espera'])
    await comeFree(shop, fakes[1])
    expect(await states()).toEqual(['en espera', 'en revision', 'en revision'])
    await comeFree(shop, fakes[2])
    expect(await states()).toEqual(['en espera', 'en revision', 'en revision'])
  })

  test('are not hidden behind a thousand reports of connections of one network that may have no more', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    await pays(shop, 600, null)
    const some = await pays(shop, 250, 'casa')
    const other = {
      ...some,
      token: 'vecino',
      cantidad: 62,
      estado: 'en revision' as const,
      cliente: 'casa 0',
      red: 'casa',
    }
    const { id: _, ...row } = other
    await write(shop, [row], { libres: -62, en_revision: 62 })
    const waiting = { ...some, estado: 'en espera' as const, cantidad: 2 }
    await queue(shop, 1_001, waiting, (index) => ({ cliente: `casa ${index}`, red: 'casa' }))
    const newcomer = await pays(shop, 2, 'newcomer')
    expect(await stateOf(shop, newcomer)).toBe('en revision')
  })
})

onSqlite('payers that wait for tickets', (setup) => {
  test('are not hidden behind a thousand reports of a connection that may have no more', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    await pays(shop, 600, null)
    await pays(shop, 250, 'many')
    await queue(shop, 1_001, await pays(shop, 4, 'many'))
    const newcomer = await pays(shop, 2, 'fresh')
    expect(await stateOf(shop, newcomer)).toBe('en revision')
  })

  test('for more than there is let smaller ones pass, and are served as soon as there is enough', async () => {
    const { shop, fakes } = await openFull(openShop(setup))
    const large = await pays(shop, 4, 'one')
    const small = await pays(shop, 2, 'other')
    await comeFree(shop, fakes[0])
    expect([await stateOf(shop, large), await stateOf(shop, small)]).toEqual(['en espera', 'en revision'])
    await comeFree(shop, fakes[1], fakes[2])
    const late = await pays(shop, 2, 'fresh')
    expect([await stateOf(shop, large), await stateOf(shop, late)]).toEqual(['en revision', 'en espera'])
  })

  test('behind an address with bare holds take the tickets of that connection, and no others', async () => {
    const shop = await openShop(setup, { total_numeros: 100 }, { config: { abuseLimits: true } })
    const hold = (address: string, cantidad_tickets: number) => holdWish(shop, { cantidad_tickets }, address)
    const tokens = [await hold('203.0.113.5', 13), await hold('203.0.113.5', 12), await hold('203.0.113.6', 25)]
    await pays(shop, 20, null)
    const { cliente, red } = markClient(shop.ctx.keys, '203.0.113.5')
    const payer = await pays(shop, 2, cliente)
    expect([red, await stateOf(shop, payer)]).toEqual([cliente, 'en revision'])
    const states = await shop.ctx.db.read
      .selectFrom('reservations')
      .select('estado')
      .where(
        'token',
        'in',
        tokens.map((answer) => answer.json().token),
      )
      .orderBy('id')
      .execute()
    expect(states.map(({ estado }) => estado)).toEqual(['apartado', 'cedido', 'apartado'])
  })
})

/** As many more reports that wait as that one does. */
async function queue(
  shop: Shop,
  many: number,
  like: Reservation,
  of: (index: number) => Partial<Reservation> = () => ({}),
): Promise<void> {
  const { id: _, ...row } = like
  const rows = Array.from({ length: many }, (_, index) => ({ ...row, token: `espera ${index}`, ...of(index) }))
  await write(shop, rows, { en_espera: many * like.cantidad })
}

let next = 700_000_000
/** Somebody else's report by the form each time, for picked numbers or for any. */
function reports(shop: Shop, cantidad: number, numeros: string[] | null = null) {
  next += 137
  const picked = numeros === null ? {} : { numeros_seleccionados: JSON.stringify(numeros) }
  const wish = { cantidad_tickets: String(cantidad), total: `${cantidad * 5}.00`, referencia: String(next) }
  return report(shop, { ...wish, cedula: `V${next}`, ...picked }, { manual: numeros !== null })
}

const holds = (shop: Shop, numeros: string[], id = shop.id) =>
  heldToken({ ...shop, id }, { cantidad_tickets: numeros.length, numeros_seleccionados: numeros })

const two = (first: number) => [first, first + 1].map((number) => String(number).padStart(2, '0'))

onSqlite('a report of picked numbers', (setup) => {
  test('takes no more tickets from holds than it asks for: not one number from each of many', async () => {
    const shop = await openShop(setup)
    for (let visitor = 0; visitor < 50; visitor++) await holds(shop, two(visitor * 2))
    const spread = await reports(
      shop,
      10,
      Array.from({ length: 10 }, (_, visitor) => two(visitor * 10)[0] ?? ''),
    )
    // The report gets others: those of five visitors, drawn.
    expect(spread.json()).toMatchObject({ en_espera: false })
    expect(await stockOf(shop)).toMatchObject({ libres: 0, apartados: 90, en_revision: 10 })
    const exact = await reports(shop, 2, two(0))
    expect(exact.json()).toMatchObject({ en_espera: false })
    expect(await stockOf(shop)).toMatchObject({ libres: 0, apartados: 88, en_revision: 12 })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('that names one twice, or one that does not exist, is refused also when it would have to wait, and holds up nobody', async () => {
    const shop = await openDesk(setup)
    const fakes = await Promise.all([reports(shop, 50), reports(shop, 50)])
    for (const odd of [
      ['07', '07'],
      ['07', '7'],
      ['07', '100'],
    ]) {
      const answer = await reports(shop, 2, odd)
      expect([answer.statusCode, answer.json().code], odd.join()).toEqual([422, 'NUMERO_INVALIDO'])
    }
    expect((await reports(shop, 2, ['07', '08'])).json()).toMatchObject({ en_espera: true })
    const rejected = await shop.post('/revision/falsas', {
      compras: fakes.map((fake) => ({ id: fake.json().id, version: 1 })),
    })
    expect(rejected.statusCode).toBe(200)
    expect(await stockOf(shop)).toMatchObject({ libres: 98, en_revision: 2, en_espera: 0 })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('from a connection above its share waits, and takes nothing from anybody', async () => {
    const shop = await openShop(setup)
    await pays(shop, 25, 'many')
    await pays(shop, 71, null)
    const free = await freeNumbers(shop, 4)
    await holds(shop, free.slice(0, 2))
    await holds(shop, free.slice(2))
    expect((await pays(shop, free, 'many')).estado).toBe('en espera')
    expect(await stockOf(shop)).toMatchObject({ libres: 0, apartados: 4, en_revision: 96, en_espera: 4 })
    expect((await pays(shop, free.slice(2), 'one')).estado).toBe('en revision')
    expect(await stockOf(shop)).toMatchObject({ libres: 0, apartados: 2, en_revision: 98, en_espera: 4 })
  })

  test('of a raffle that cannot be served keeps no other raffle from being swept', async () => {
    const shop = await openShop(setup)
    const other = await addRaffle(shop.ctx, { seleccion: 'ambas' })
    await reports(shop, 100)
    expect((await reports(shop, 2)).json()).toMatchObject({ en_espera: true })
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

async function freeNumbers(shop: Shop, many: number): Promise<string[]> {
  const taken = await shop.ctx.db.read.selectFrom('tickets').select('numero').where('rifa_id', '=', shop.id).execute()
  const owned = new Set(taken.map(({ numero }) => numero))
  return Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))
    .filter((numero) => !owned.has(numero))
    .slice(0, many)
}
