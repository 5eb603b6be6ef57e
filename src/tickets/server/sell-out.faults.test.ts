import { expect, onTestFailed, test, vi } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { createApp } from '#app/server/create-app.ts'
import { hold as holdTickets, ofHold, correct as sendCorrection } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import { JPEG, openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { AppError } from '#platform/errors.ts'
import type { Randomness } from '#platform/server/random.ts'
import { onBothEngines, type Setup, type TestCtx } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { withoutGuards } from '#platform/server/testing/without-guards.ts'
import { sweepHolds } from './hold/sweep-holds.ts'

vi.setConfig({ testTimeout: 180_000 })

const TOTAL = soak(200, 1_000)
const WORKERS = 48
/** Even, and so is every purchase: the last tickets can always be bought. */
const QUANTITIES = [2, 4, 6, 8, 10]

interface Market {
  shops: Shop[]
  chance: Randomness
  tokens: string[]
  purchases: { id: number; secreto: string }[]
  references: number
  /** Answers that no visitor and no operator may ever get. */
  failures: string[]
}

function one<T>(market: Market, list: readonly T[]): T | undefined {
  return list.length === 0 ? undefined : list[market.chance.below(list.length)]
}

function anyShop(market: Market): Shop {
  const shop = one(market, market.shops)
  if (!shop) throw new Error('no shop')
  return shop
}

async function request(market: Market, name: string, answer: PromiseLike<{ statusCode: number; body: string }>) {
  const { statusCode, body } = await answer
  if (statusCode >= 500) market.failures.push(`${name}: ${statusCode} ${body}`)
  return { statusCode, body: statusCode < 300 && body !== '' ? JSON.parse(body) : null }
}

async function decision(market: Market, name: string, work: (ctx: TestCtx, id: number) => Promise<unknown>) {
  const purchase = one(market, market.purchases)
  if (!purchase) return
  try {
    await work(anyShop(market).ctx, purchase.id)
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) market.failures.push(`${name}: ${error}`)
  }
}

async function hold(market: Market, cantidad: number, picked: boolean): Promise<string | null> {
  const start = market.chance.below(TOTAL)
  const numbers = Array.from({ length: cantidad }, (_, next) => String((start + next * 7) % TOTAL).padStart(3, '0'))
  const shop = anyShop(market)
  const wish = { cantidad_tickets: cantidad, ...(picked ? { numeros_seleccionados: numbers } : {}) }
  const { body } = await request(market, 'hold', holdTickets(shop, wish))
  if (body) market.tokens.push(body.token)
  return body?.token ?? null
}

async function buy(market: Market, cantidad: number, token: string | null) {
  const number = ++market.references
  const changes = {
    cantidad_tickets: String(cantidad),
    total: `${cantidad * 5}.00`,
    cedula: `V${10_000_000 + market.chance.below(400)}`,
    // One in eight repeats an earlier reference: of the same buyer, or of a stranger.
    referencia: String(700_000_000 + (market.chance.below(8) === 0 ? market.chance.below(number) : number)),
    apartado: token ?? undefined,
  }
  const { body } = await request(market, 'report', report(anyShop(market), changes))
  if (body) market.purchases.push({ id: body.id, secreto: body.secreto })
}

async function correct(market: Market) {
  const purchase = one(market, market.purchases)
  if (!purchase) return
  const fields = { secreto: purchase.secreto, referencia: String(800_000_000 + ++market.references) }
  const proof = { bytes: JPEG, name: 'pago.jpg', type: 'image/jpeg' }
  await request(market, 'correct', sendCorrection(anyShop(market), fields, proof))
}

async function onToken(market: Market, what: 'soltar' | 'renovar') {
  const token = one(market, market.tokens)
  if (token) await request(market, 'hold', ofHold(anyShop(market), token, what))
}

/** Actions in a shop, as often as the number says. */
const DEEDS: [often: number, deed: (market: Market, cantidad: number) => Promise<unknown>][] = [
  [14, async (market, cantidad) => buy(market, cantidad, await hold(market, cantidad, false))],
  [10, async (market, cantidad) => buy(market, cantidad, await hold(market, cantidad, true))],
  [6, (market, cantidad) => buy(market, cantidad, null)],
  [5, (market, cantidad) => buy(market, cantidad, one(market, market.tokens) ?? null)],
  [6, (market, cantidad) => hold(market, cantidad, false)],
  [6, (market, cantidad) => hold(market, cantidad, true)],
  [5, (market) => onToken(market, 'soltar')],
  [3, (market) => onToken(market, 'renovar')],
  [18, (market) => decision(market, 'approve', (ctx, id) => judge.approve({ ctx }, id))],
  [8, (market) => decision(market, 'reject', (ctx, id) => judge.reject({ ctx }, id, null, { motivo: 'no llegó' }))],
  [4, (market) => decision(market, 'annul', (ctx, id) => judge.annul({ ctx }, id, null, { motivo: 'error' }))],
  [5, (market) => decision(market, 'undo', (ctx, id) => judge.undo({ ctx }, id))],
  [6, correct],
  [2, (market) => sweepHolds(anyShop(market).ctx)],
  [3, async (market) => anyShop(market).ctx.clock.advance(market.chance.below(120_000))],
]
const BAG = DEEDS.flatMap(([often, deed]) => Array.from({ length: often }, () => deed))

async function trade(market: Market, steps: number): Promise<void> {
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      for (let step = 0; step < steps; step++) {
        await one(market, BAG)?.(market, one(market, QUANTITIES) ?? 2)
      }
    }),
  )
}

/** All waiting ends, reported purchases are approved, and the rest is bought. */
async function sellOut(market: Market): Promise<void> {
  const { ctx, app, id } = anyShop(market)
  for (let round = 0; round < 1_000; round++) {
    ctx.clock.advance(2 * 86_400_000)
    await sweepHolds(ctx)
    const waiting = await ctx.db.read.selectFrom('purchases').select('id').where('estado', '=', 'en revision').execute()
    for (const purchase of waiting) {
      await judge
        .approve({ ctx }, purchase.id)
        .catch(() => judge.reject({ ctx }, purchase.id, null, { motivo: 'repetida' }))
    }
    const { numeros_disponibles } = (await app.inject(`/api/rifas/${id}/status`)).json().data.rifa
    const stock = await ctx.db.read.selectFrom('stock').selectAll().executeTakeFirstOrThrow()
    if (stock.confirmados === TOTAL) return
    await Promise.all(
      Array.from({ length: Math.ceil(numeros_disponibles / 100) }, (_, part) =>
        buy(market, Math.min(100, numeros_disponibles - part * 100), null),
      ),
    )
  }
}

async function openMarket(setup: Setup, seed: number): Promise<Market> {
  onTestFailed(() => void process.stderr.write(`seed of the failing mix: ${seed}\n`))
  const shop = await openShop(setup, { total_numeros: TOTAL, gracia_segundos: 300 })
  const shops = [shop]
  if (setup.engine === 'postgres') {
    const ctx = await setup.twin(shop.ctx)
    shops.push({ ...shop, ctx, app: await createApp(ctx, null) })
  }
  return { shops, chance: seededRandom(seed), tokens: [], purchases: [], references: 0, failures: [] }
}

onBothEngines('48 workers', (setup) => {
  test('hold, pick, report, correct, approve, reject, annul, undo and let expire, to sell-out: it all adds up', async () => {
    const market = await openMarket(setup, SEED)
    const { ctx } = anyShop(market)
    for (let part = 0; part < soak(2, 3); part++) {
      await trade(market, soak(4, 16))
      expect(await audit(ctx)).toEqual([])
    }
    expect(market.failures).toEqual([])
    expect(market.purchases.length).toBeGreaterThan(soak(20, 100))
    await sellOut(market)
    expect(market.failures).toEqual([])
    expect(await audit(ctx)).toEqual([])
    const stock = await ctx.db.read.selectFrom('stock').selectAll().executeTakeFirstOrThrow()
    expect(stock).toMatchObject({ libres: 0, apartados: 0, en_revision: 0, confirmados: TOTAL })
    const sold = await ctx.db.read.selectFrom('tickets').select(['numero', 'estado']).execute()
    expect(new Set(sold.map((ticket) => ticket.numero)).size).toBe(TOTAL)
    expect(sold.every((ticket) => ticket.estado === 'vendido')).toBe(true)
  })

  test('control: without the guards the same mix does not add up', async () => {
    const market = await openMarket(setup, 1)
    const [shop] = market.shops
    if (!shop) throw new Error('no shop')
    await hold(market, 2, false)
    const ctx = await withoutGuards(shop.ctx, ['stock', 'tickets', 'free_pile', 'journal', 'journal_heads'])
    market.shops = [{ ...shop, ctx, app: await createApp(ctx, null) }]
    await trade(market, 4)
    expect((await audit(ctx)).filter((problem) => problem.startsWith('rifa '))).not.toEqual([])
  })
})
