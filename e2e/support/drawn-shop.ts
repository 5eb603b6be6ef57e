import { ensureBuilt } from '#app/server/build.ts'
import { createApp } from '#app/server/create-app.ts'
import { pageRoutes } from '#app/server/pages/pages.ts'
import { buy, HOUR, ruleFields, tick } from '#app/server/testing/ruled-shop.ts'
import { openShop, type Shop } from '#app/server/testing/shop.ts'
import type { RuleFields } from '#draw/contract.ts'
import type { DrawDocument } from '#draw/document.ts'
import { readList } from '#draw/list.ts'
import { readRule } from '#draw/rule.ts'
import { setRule } from '#draw/server/rule/change-rule.ts'
import { freeze, publish } from '#draw/server/testing/sample-draw.ts'
import type { Step } from '#draw/steps.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import type { Setup } from '#platform/server/testing/engines.ts'
import { changeSite } from '#site/server/change-site.ts'

/** Quicknet's round 1000, emitted 2023-08-23T11:59:24-04:00 (docs/draw.md): of a sale that ended then, the draw is checked without a network. */
const CLOSE = '2023-08-22T22:59:22-04:00'
const ROUND = {
  ronda: 1000,
  firma: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
}

export interface DrawnShop extends Shop {
  /** `http://localhost:12345` */
  address: string
  /** What is published of the draw, and its list. */
  document: DrawDocument
  list: string
  /** The address of the check in the mail of a buyer of two tickets. */
  mailed: string
  numeros: string[]
  close(): Promise<void>
}

/** A shop with a raffle whose sale ended in 2023, its list frozen and drawn by the beacon. @param buyers of two tickets each. */
export async function openDrawnShop(setup: Setup, buyers: number, premios?: RuleFields['premios']): Promise<DrawnShop> {
  await ensureBuilt()
  const shop = await openShop(
    setup,
    { titulo: 'Moto 200 cc', total_numeros: 1_000, digitos: 3 },
    { now: '2023-08-20T12:00:00-04:00' },
  )
  const { ctx, id } = shop
  const rule = ruleFields({ cierre: { tipo: 'instante', en: CLOSE }, ...(premios && { premios }) })
  await setRule(ctx, id, 0, rule, TESTER)
  await changeSite(ctx, { nombre: 'Rifas La Ceiba', whatsapp: '584000000000', rifa_a: id, rifa_b: id }, TESTER)
  const server = await createApp(ctx, null)
  await pageRoutes(server, ctx)
  const address = (await server.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost')
  const first = await buy(shop)
  for (let more = 1; more < buyers; more++) await buy(shop)
  ctx.clock.advance(Date.parse(CLOSE) + 12 * HOUR - ctx.clock.now())
  await tick(shop)
  await tick(shop)
  const { texto } = await ctx.db.read
    .selectFrom('outbox')
    .select('texto')
    .where('compra_id', '=', first.id)
    .where('asunto', 'like', 'Tus números%')
    .executeTakeFirstOrThrow()
  const link = new URL(/http\S+verificar#\S+/.exec(texto)?.[0] ?? '')
  const list = (await shop.app.inject(`/api/rifas/${id}/sorteo/lista`)).body
  return {
    ...shop,
    address,
    list,
    document: await redraw((await shop.app.inject(`/api/rifas/${id}/sorteo`)).json(), list),
    mailed: address + link.pathname + link.hash,
    numeros: first.numeros,
    close: () => server.close(),
  }
}

/** The document once the round has come, for every prize. */
export async function redraw(before: DrawDocument, list: string): Promise<DrawDocument> {
  const rule = readRule(before.regla)
  const tickets = rule && readList(list, rule, before.regla_sha256, before.cierre ?? '')
  if (!rule || !tickets) throw new Error('the list of this shop is none')
  const { frozen } = await freeze(rule, tickets, before.cierre ?? '')
  const steps: Step[] = rule.premios.map((_, premio) => ({ tipo: 'faro', premio, ...ROUND }))
  return { ...(await publish(frozen, list, steps, before.cierre ?? '')).document, lista_raiz: before.lista_raiz }
}
