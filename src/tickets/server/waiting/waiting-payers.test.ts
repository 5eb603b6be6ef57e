import { expect, test } from 'vitest'
import { hold as holdWish } from '#app/server/testing/buyer.ts'
import { openShop, type Shop } from '#app/server/testing/shop.ts'
import { randomId } from '#platform/server/random.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { makeQuote } from '../../quote.ts'
import { giveUp } from '../moves.ts'
import { decideAlone, openRaffle } from '../path/open-raffle.ts'
import type { RaffleState } from '../path/raffle-state.ts'
import { markClient } from '../shares/client-mark.ts'
import { findReservation, type Reservation } from '../store.ts'
import { reserveReported } from './reserve-reported.ts'

/** Somebody reports a payment, from a connection or, without one, at the desk. */
const pays = ({ ctx, id }: Shop, cantidad: number, client: string | null): Promise<Reservation> =>
  decideAlone(ctx, id, {}, (state) =>
    reserveReported(state, {
      token: randomId(ctx.random),
      cantidad,
      numeros: null,
      cotizacion: makeQuote(state.raffle, cantidad, null),
      client: client === null ? null : { cliente: client, red: client },
      own: null,
      over: null,
    }),
  )

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

  test('are not hidden behind a thousand reports of a connection that may have no more', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    await pays(shop, 600, null)
    await pays(shop, 250, 'many')
    await queue(shop, 1_001, await pays(shop, 4, 'many'))
    const newcomer = await pays(shop, 2, 'fresh')
    expect(await stateOf(shop, newcomer)).toBe('en revision')
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
