import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { createApp } from '#app/server/create-app.ts'
import { comeIn, type MoneyShop, openMoneyShop, pay } from '#app/server/testing/money/money-shop.ts'
import { signInAgain } from '#app/server/testing/shop.ts'
import { drain } from '#platform/server/http/drain.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import type { News } from '../contract.ts'
import { newsDesk } from './await-news.ts'

const PATH = '/api/panel/conciliacion/novedad'

async function ask({ app, headers }: Pick<MoneyShop, 'app' | 'headers'>, desde?: string): Promise<News> {
  const answer = await app.inject({ url: PATH, headers, query: desde === undefined ? {} : { desde } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** Asks, and continues once the server holds the question: of two of one session it holds one, and answers the other. */
async function hold(shop: Pick<MoneyShop, 'app' | 'headers'>): Promise<{ desde: string; answer: Promise<News> }> {
  const { novedad: desde } = await ask(shop)
  const asked = [ask(shop, desde), ask(shop, desde)]
  const [held, news] = await Promise.race(asked.map(async (one, at) => [asked[1 - at], await one] as const))
  expect(news).toEqual({ novedad: desde, espera: false })
  return { desde, answer: held as Promise<News> }
}

onBothEngines('a request that waits for news', (setup) => {
  test('is answered by the commit of money or of a report, and by no other', async () => {
    const shop = await openMoneyShop(setup)
    const first = await hold(shop)
    await shop.ctx.db.write('prueba', (tx) => tx.updateTable('raffles').set({ titulo: 'Otra' }).execute())
    expect(await ask(shop, first.desde)).toEqual({ novedad: first.desde, espera: false })
    await pay(shop, '30906155')
    const { novedad, espera } = await first.answer
    expect([novedad === first.desde, espera]).toEqual([false, true])
    const second = await hold(shop)
    expect(second.desde).toBe(novedad)
    await comeIn(shop, [{ referencia: '30906155' }])
    expect((await second.answer).novedad).not.toBe(novedad)
  })

  test('hears of a write of another process', async () => {
    const shop = await openMoneyShop(setup)
    const other = await setup.twin(shop.ctx)
    const { desde, answer } = await hold(shop)
    await comeIn({ ctx: other }, [{ referencia: '30906155' }])
    expect((await answer).novedad).not.toBe(desde)
  })

  test('hears of a row whose id is not the newest: its transaction ended after another that began later', async () => {
    const shop = await openMoneyShop(setup)
    const [, late = 0] = await comeIn(shop, [
      { referencia: '30906155' },
      { referencia: '30906156' },
      { referencia: '30906157' },
    ])
    const row = await shop.ctx.db.read
      .selectFrom('movements')
      .selectAll()
      .where('id', '=', late)
      .executeTakeFirstOrThrow()
    await shop.ctx.db.write('prueba', async (tx) => {
      await tx.deleteFrom('movement_sightings').where('movimiento_id', '=', late).execute()
      await tx.deleteFrom('movements').where('id', '=', late).execute()
    })
    const { desde, answer } = await hold(shop)
    await shop.ctx.db.write('prueba', (tx) => tx.insertInto('movements').values(row).execute())
    expect((await answer).novedad).not.toBe(desde)
  })

  test('has one place a session, so that each desk has its own', async () => {
    const shop = await openMoneyShop(setup)
    const other = { app: shop.app, headers: await signInAgain(shop.app) }
    const [first, second] = [await hold(shop), await hold(other)]
    await pay(shop, '30906155')
    expect([(await first.answer).novedad, (await second.answer).novedad]).not.toContain(first.desde)
  })

  test('is not told of it once signed out', async () => {
    const { app, ...shop } = await openMoneyShop(setup)
    const leaving = await signInAgain(app)
    const { novedad: desde } = await ask({ app, headers: leaving })
    const asked = [1, 2].map(() => app.inject({ url: PATH, headers: leaving, query: { desde } }))
    expect((await Promise.race(asked)).json()).toEqual({ novedad: desde, espera: false })
    const left = await app.inject({ method: 'DELETE', url: '/api/panel/sesion', headers: leaving })
    expect(left.statusCode).toBe(204)
    await pay({ app, ...shop }, '30906155')
    const answers = await Promise.all(asked)
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    expect(answers.find(({ statusCode }) => statusCode === 401)?.json()).toMatchObject({ code: 'NO_AUTENTICADO' })
  })

  test('is answered when the server ends, which waits for nobody', async () => {
    const shop = await openMoneyShop(setup)
    const app = await createApp(shop.ctx, null)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const { novedad } = await ask({ app, headers: shop.headers })
    const came = once(app.server, 'request')
    const answer = fetch(`http://127.0.0.1:${port}${PATH}?desde=${novedad}`, { headers: shop.headers })
    await came
    await ask({ app, headers: shop.headers })
    await drain(app, 600_000)
    expect(await (await answer).json()).toMatchObject({ novedad })
  })

  test('waits only so long; where too many wait it is answered at once, and one that has left takes nobody’s place', async () => {
    const shop = await openMoneyShop(setup)
    const reply = () => ({ raw: new EventEmitter() }) as unknown as FastifyReply
    const { signal } = new AbortController()
    const short = newsDesk(shop.ctx, signal, { patience: 50 })
    const novedad = (await short(undefined, 'a', reply())).novedad
    expect(await short(novedad, 'a', reply())).toEqual({ novedad, espera: true })

    const long = newsDesk(shop.ctx, signal, { patience: 600_000, most: 1, every: 600_000 })
    const gone = reply()
    const first = long(novedad, 'a', gone)
    expect(await long(novedad, 'b', reply())).toEqual({ novedad, espera: false })
    gone.raw.emit('close')
    await first
    // So has a caller who left while it was read.
    const closed = { raw: Object.assign(new EventEmitter(), { closed: true }) } as unknown as FastifyReply
    expect(await long(novedad, 'a', closed)).toEqual({ novedad, espera: false })
    const second = long(novedad, 'b', reply())
    expect(await long(novedad, 'c', reply())).toEqual({ novedad, espera: false })
    await comeIn(shop, [{ referencia: '30906155' }])
    // Nobody looks: the commit triggers it.
    expect((await second).novedad).not.toBe(novedad)
  })
})
