import { expect, test } from 'vitest'
import { type Desk, openDesk } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import { report, type Shop } from '#app/server/testing/shop.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onSqlite, type TestCtxOptions } from '#platform/server/testing/engines.ts'
import { notifyReports } from './notify-reports.ts'

const MINUTE = 60_000
const WITH_MAIL = { config: { mail: { smtpUrl: 'smtp://localhost:1', from: 'Tómbola <panel@ejemplo.test>' } } } as const

let reference = 810_000_000
async function sell(shop: Shop): Promise<number> {
  const answer = await report(shop, { referencia: String(++reference) })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

async function notices({ ctx }: Shop): Promise<string[]> {
  return (await readMails(ctx, 'avisos:%')).map(({ asunto }) => asunto.split(' · ')[0] ?? '')
}

const ask = async (shop: Desk, correo_cada: unknown): Promise<number> =>
  (await shop.post('/avisos', { correo_cada })).statusCode

onSqlite('mails of new payments', (setup) => {
  async function open(options = WITH_MAIL as TestCtxOptions) {
    const shop = await openDesk(setup, {}, options)
    return { shop, ctx: shop.ctx }
  }

  test('one mail counts all that came, none comes within the pause, and none without a new payment', async () => {
    const { shop, ctx } = await open()
    await sell(shop)
    await notifyReports(ctx)
    expect(await notices(shop)).toEqual([])

    expect(await ask(shop, 15)).toBe(200)
    await notifyReports(ctx)
    // Earlier reports are no news.
    expect(await notices(shop)).toEqual([])
    ctx.clock.advance(MINUTE)
    await sell(shop)
    await sell(shop)
    await notifyReports(ctx)
    expect(await notices(shop)).toEqual(['2 pagos nuevos por revisar'])
    ctx.clock.advance(5 * MINUTE)
    const decided = await sell(shop)
    await sell(shop)
    await notifyReports(ctx)
    expect(await notices(shop)).toHaveLength(1)
    await judge.approve({ ctx }, decided)
    ctx.clock.advance(10 * MINUTE)
    await notifyReports(ctx)
    expect(await notices(shop)).toEqual(['2 pagos nuevos por revisar', '1 pago nuevo por revisar'])
    ctx.clock.advance(60 * MINUTE)
    await notifyReports(ctx)
    expect(await notices(shop)).toHaveLength(2)

    const { texto } = (await readMails(ctx, 'avisos:%'))[0] ?? expect.unreachable()
    for (const personal of ['Carla', '12345678', '04141234567', 'carla@']) expect(texto).not.toContain(personal)
    expect(texto).toContain('Con los de antes son 3')
  })

  test('two processes write one mail', async () => {
    const { shop } = await open()
    expect(await ask(shop, 5)).toBe(200)
    shop.ctx.clock.advance(MINUTE)
    await sell(shop)
    await Promise.all([notifyReports(shop.ctx), notifyReports(shop.ctx), notifyReports(shop.ctx)])
    expect(await notices(shop)).toHaveLength(1)
  })

  test('the journal names the operator of each change, turned off it is off, and other pauses are refused', async () => {
    const { shop } = await open()
    for (const wrong of [1, 0, -5, '15', 15.5, {}, [], undefined]) expect(await ask(shop, wrong)).toBe(422)
    expect(await ask(shop, 5)).toBe(200)
    expect(await ask(shop, 5)).toBe(200)
    expect(await ask(shop, null)).toBe(200)
    const lines = await readDeeds(shop.ctx, 'avisos de pagos cambiados')
    expect(lines.map(({ datos }) => datos['ahora'])).toEqual([{ correo_cada: 5 }, { correo_cada: null }])
    shop.ctx.clock.advance(MINUTE)
    await sell(shop)
    await notifyReports(shop.ctx)
    expect(await notices(shop)).toEqual([])
  })

  test('without a mail server nothing piles up', async () => {
    const { shop } = await open({})
    expect(await ask(shop, 5)).toBe(200)
    shop.ctx.clock.advance(MINUTE)
    await sell(shop)
    await notifyReports(shop.ctx)
    expect(await notices(shop)).toEqual([])
  })
})
