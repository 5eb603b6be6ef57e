import { expect, test } from 'vitest'
import { openShop, type Shop } from '#app/server/testing/shop.ts'
import { after } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { randomId } from '#platform/server/random.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { findRaffle, type Raffle } from '#raffles/server/store.ts'
import { makeQuote } from '../../quote.ts'
import { release } from '../come-free.ts'
import { sweepHolds } from '../hold/sweep-holds.ts'
import { findReservation, lockStock, type Reservation, type Stock, saveStock } from '../store.ts'
import { earnTurn } from './earn-turn.ts'
import { reserveReported } from './reserve-reported.ts'

const PATIENCE = 60_000

const inTurn = <T>({ ctx, id }: Shop, job: (tx: Sql, stock: Stock, raffle: Raffle) => Promise<T>): Promise<T> =>
  ctx.db.write(`rifa:${id}`, async (tx) => {
    const raffle = await findRaffle(tx, id)
    if (!raffle) throw new Error('the raffle is there')
    return job(tx, await lockStock(tx, raffle), raffle)
  })

/** Somebody reports a payment, from a connection or, without one, at the desk. */
const pays = (shop: Shop, cantidad: number, client: string | null): Promise<Reservation> =>
  inTurn(shop, (tx, stock, raffle) =>
    reserveReported(tx, stock, raffle, {
      token: randomId(shop.ctx.random),
      cantidad,
      numeros: null,
      cotizacion: makeQuote(raffle, cantidad, null),
      client: client === null ? null : { cliente: client, red: client },
      own: null,
      over: null,
      now: shop.ctx.clock.now(),
    }),
  )

const comeFree = (shop: Shop, reservation: Reservation) =>
  inTurn(shop, (tx, stock, raffle) => release(tx, stock, raffle, reservation, 'liberado', shop.ctx.clock.now()))

const stateOf = async ({ ctx }: Shop, { id }: Reservation) => (await findReservation(ctx.db.read, id))?.estado

/** A raffle of 100 that is full of reports: 6 from connection `many`, the others from nobody. */
async function openFull(shop: Promise<Shop>) {
  const full = await shop
  await pays(full, 6, 'many')
  await pays(full, 88, null)
  const fakes = [await pays(full, 2, null), await pays(full, 2, null), await pays(full, 2, null)] as const
  return { shop: full, fakes }
}

onBothEngines('payers that wait for tickets', (setup) => {
  test('are served by turn, but who has tickets from his connection already comes after who has none', async () => {
    const { shop, fakes } = await openFull(openShop(setup))
    const again = await pays(shop, 2, 'many')
    const first = await pays(shop, 2, 'one')
    const second = await pays(shop, 2, 'other')
    const states = async () => [await stateOf(shop, again), await stateOf(shop, first), await stateOf(shop, second)]
    expect(await states()).toEqual(['en espera', 'en espera', 'en espera'])
    shop.ctx.clock.advance(PATIENCE)
    await comeFree(shop, fakes[0])
    expect(await states()).toEqual(['en espera', 'en revision', 'en espera'])
    await comeFree(shop, fakes[1])
    expect(await states()).toEqual(['en espera', 'en revision', 'en revision'])
    await comeFree(shop, fakes[2])
    expect(await states()).toEqual(['en revision', 'en revision', 'en revision'])
  })

  test('are served within a minute also beyond the share of their connection', async () => {
    const { shop, fakes } = await openFull(openShop(setup))
    const again = await pays(shop, 2, 'many')
    await comeFree(shop, fakes[0])
    shop.ctx.clock.advance(PATIENCE - 1)
    await sweepHolds(shop.ctx)
    expect(await stateOf(shop, again)).toBe('en espera')
    shop.ctx.clock.advance(1)
    await sweepHolds(shop.ctx)
    expect(await stateOf(shop, again)).toBe('en revision')
  })

  test('are overtaken by newcomers for five minutes and then by nobody, however many there are', async () => {
    const { shop, fakes } = await openFull(openShop(setup))
    const again = await pays(shop, 2, 'many')
    const large = await pays(shop, 4, 'large')
    const states = async () => [await stateOf(shop, again), await stateOf(shop, large)]
    let fresh = 0
    const comes = async () => {
      const newcomer = await pays(shop, 2, `fresh ${++fresh}`)
      await sweepHolds(shop.ctx)
      return newcomer
    }
    shop.ctx.clock.advance(120_000)
    const overtakes = await comes()
    await comeFree(shop, fakes[0])
    expect(await states()).toEqual(['en espera', 'en espera'])
    expect(await stateOf(shop, overtakes)).toBe('en revision')
    shop.ctx.clock.advance(181_000)
    const late = await comes()
    await comeFree(shop, fakes[1])
    expect([await stateOf(shop, late), ...(await states())]).toEqual(['en espera', 'en revision', 'en espera'])
  })

  test('behind a connection that has far more than its share wait for a share more each half hour, and get it', async () => {
    const shop = await openShop(setup)
    await pays(shop, 12, 'many')
    await pays(shop, 86, null)
    const fake = await pays(shop, 2, null)
    const again = await pays(shop, 2, 'many')
    shop.ctx.clock.advance(6 * 1_800_000 - 1)
    await comeFree(shop, fake)
    expect(await stateOf(shop, again)).toBe('en espera')
    shop.ctx.clock.advance(1)
    await sweepHolds(shop.ctx)
    expect(await stateOf(shop, again)).toBe('en revision')
  })

  test('for few tickets and have waited long keep newcomers from taking each one before there are enough', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    await pays(shop, 996, null)
    const fakes = [await pays(shop, 2, null), await pays(shop, 2, null)] as const
    const waits = await pays(shop, 4, 'one')
    shop.ctx.clock.advance(300_000)
    await comeFree(shop, fakes[0])
    const newcomer = await pays(shop, 2, 'fresh')
    expect(await stateOf(shop, newcomer)).toBe('en espera')
    await comeFree(shop, fakes[1])
    expect([await stateOf(shop, waits), await stateOf(shop, newcomer)]).toEqual(['en revision', 'en espera'])
  })

  test('are not hidden behind a thousand reports of a connection that may have no more', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    await pays(shop, 600, null)
    await pays(shop, 2, 'many')
    const first = await pays(shop, 4, 'many')
    await queue(shop, 1_001, first)
    shop.ctx.clock.advance(300_000)
    const worked = await pays(shop, 4, 'many')
    expect([await stateOf(shop, first), await stateOf(shop, worked)]).toEqual(['en espera', 'en espera'])
    const newcomer = await pays(shop, 2, 'fresh')
    expect(await stateOf(shop, newcomer)).toBe('en revision')
    await earnTurn(shop.ctx, worked.id, { id: 'done', until: after(shop.ctx.clock.now(), 1_000), hasta: 2 ** 29 })
    expect([await stateOf(shop, first), await stateOf(shop, worked)]).toEqual(['en espera', 'en revision'])
  })

  test('are not hidden behind a thousand reports of connections of one network, of which each asks for little', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    await pays(shop, 8, 'casa')
    await pays(shop, 292, null)
    const first = await pays(shop, 4, 'fresh')
    // Most of the rest is on hold.
    await inTurn(shop, (tx, stock) => saveStock(tx, Object.assign(stock, { libres: 296, apartados: 400 })))
    const waiting = { ...first, estado: 'en espera' as const, cantidad: 2 }
    await queue(shop, 1_001, waiting, (index) => ({ cliente: `casa ${index}`, red: 'casa' }))
    shop.ctx.clock.advance(300_000)
    const newcomer = await pays(shop, 2, 'newcomer')
    expect(await stateOf(shop, newcomer)).toBe('en revision')
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
  await inTurn(shop, async (tx, stock) => {
    const rows = Array.from({ length: many }, (_, index) => ({ ...row, token: `espera ${index}`, ...of(index) }))
    await tx.insertInto('reservations').values(rows).execute()
    stock.en_espera += many * like.cantidad
    await saveStock(tx, stock)
  })
}
