import { ensureBuilt } from '#app/server/build.ts'
import { createApp } from '#app/server/create-app.ts'
import { pageRoutes } from '#app/server/pages/pages.ts'
import { publishedOf } from '#app/server/testing/led-draw.ts'
import { buy, HOUR, ruleFields, tick } from '#app/server/testing/ruled-shop.ts'
import { openShop, type Shop } from '#app/server/testing/shop.ts'
import type { RuleFields } from '#draw/contract.ts'
import type { DrawDocument } from '#draw/document.ts'
import { remindDue } from '#draw/server/mails/remind.ts'
import { setRule } from '#draw/server/rule/change-rule.ts'
import { takeRound } from '#draw/server/steps/take-round.ts'
import { SYSTEM } from '#journal/actor.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import type { Setup } from '#platform/server/testing/engines.ts'
import type { NewRaffle } from '#raffles/raffle-fields.ts'
import { changeSite } from '#site/server/change-site.ts'

/** The first round that counts of a sale that ended at `CLOSE` is quicknet's round 1000 (docs/draw.md): it is drawn, and checked, without a network. */
const CLOSE = '2023-08-22T22:59:22-04:00'
const ROUND = {
  ronda: 1000,
  firma: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
}

export interface DrawnShop extends Shop {
  /** `http://localhost:12345` */
  address: string
  /** The published draw, and its list. */
  document: DrawDocument
  list: string
  /** The address of the check in the mail of a buyer of two tickets. */
  mailed: string
  numeros: string[]
  close(): Promise<void>
}

/** The first buyer, with the numbers. */
type First = Awaited<ReturnType<typeof buy>>

interface Sale {
  premios: RuleFields['premios']
  /** Each has so many tickets, the first one two. */
  buyers: number
  each?: number
  raffle?: Partial<NewRaffle>
}

/** A shop with a raffle whose sale ended in 2023, its list frozen and drawn: all of it by the product's own operations. */
export async function openDrawnShop(
  setup: Setup,
  { premios, buyers, each = 2, raffle = {} }: Sale,
): Promise<DrawnShop> {
  await ensureBuilt()
  const shop = await openShop(
    setup,
    { titulo: 'Moto 200 cc', total_numeros: 1_000, digitos: 3, maximo: each, ...raffle },
    { now: '2023-08-20T12:00:00-04:00' },
  )
  const { ctx, id } = shop
  await setRule(ctx, id, 0, ruleFields({ cierre: { tipo: 'instante', en: CLOSE }, premios }), TESTER)
  await changeSite(ctx, { nombre: 'Rifas La Ceiba', whatsapp: '584000000000', rifa_a: id, rifa_b: id }, TESTER)
  const server = await createApp(ctx, null)
  await pageRoutes(server, ctx)
  const address = (await server.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost')
  const first = await buy(shop)
  const many = { cantidad_tickets: String(each), total: `${5 * each}.00` }
  for (let more = 1; more < buyers; more++) await buy(shop, many)
  ctx.clock.advance(Date.parse(CLOSE) + 12 * HOUR - ctx.clock.now())
  await tick(shop)
  await tick(shop)
  for (let portion = 0; portion < buyers; portion += 100) await remindDue(ctx)
  await drawByRound(shop)
  return {
    ...shop,
    ...(await publishedOf(shop)),
    address,
    mailed: address + (await linkIn(shop, first)),
    numeros: first.numeros,
    close: () => server.close(),
  }
}

/** Target of the check's link in a mail to the first buyer. */
async function linkIn({ ctx }: Shop, { id }: First): Promise<string> {
  const { texto } = await ctx.db.read
    .selectFrom('outbox')
    .select('texto')
    .where('compra_id', '=', id)
    .where('asunto', 'like', 'Tus números%')
    .executeTakeFirstOrThrow()
  const { pathname, hash } = new URL(/http\S+verificar#\S+/.exec(texto)?.[0] ?? '')
  return pathname + hash
}

/** Each prize by the beacon, whose round somebody brings. */
async function drawByRound(shop: Shop): Promise<void> {
  shop.ctx.clock.set('2023-08-23T11:59:30-04:00')
  const { document } = await publishedOf(shop)
  for (const premio of document.premios.keys()) await takeRound(shop.ctx, shop.id, { premio, ...ROUND }, SYSTEM)
}
