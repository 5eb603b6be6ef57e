import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createApp } from '#app/server/create-app.ts'
import { openShop } from '#app/server/testing/shop.ts'
import { deleteOver } from '#operators/server/store.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'

type App = Awaited<ReturnType<typeof createApp>>

/** Ids that nobody else asks for. */
let next = 20_000_000
const someone = () => `V${next++}`

function ask(app: App, cedula: string, remoteAddress: string) {
  const url = '/api/rifas/participante/buscar'
  return app.inject({ method: 'POST', url, payload: { cedula }, remoteAddress })
}

const told = (answers: { statusCode: number }[]) => answers.filter(({ statusCode }) => statusCode === 200).length

/** Two processes on one database; `restarted` is another, of which nobody has asked anything yet. SQLite has one at a time. */
async function openBoth(setup: Setup) {
  const { ctx } = await openShop(setup, {}, { config: { abuseLimits: true } })
  const more = () => (setup.engine === 'postgres' ? setup.twin(ctx) : Promise.resolve(ctx))
  const [one, other] = [await createApp(ctx, null), await createApp(await more(), null)]
  return { ctx, one, other, restarted: async () => createApp(await more(), null) }
}

onBothEngines('the lookup, asked too often from two processes', (setup) => {
  test('a visitor who spreads over both at once, and after a restart, is told of no more than one would tell', async () => {
    const { one, other, restarted } = await openBoth(setup)
    const from = '203.0.113.5'
    const answers = Array.from({ length: 80 }, (_, index) => ask(index % 2 ? one : other, someone(), from))
    expect(told(await Promise.all(answers))).toBe(30)
    const anew = await restarted()
    expect((await ask(anew, someone(), from)).statusCode).toBe(429)
    // Another connection has its own.
    expect((await ask(other, someone(), '203.0.113.6')).statusCode).toBe(200)
  })

  test('control: where nobody counts, both answer', async () => {
    const { ctx, one, other } = await openBoth(setup)
    ctx.config.abuseLimits = false
    const answers = Array.from({ length: 60 }, (_, index) => ask(index % 2 ? one : other, someone(), '203.0.113.8'))
    expect(told(await Promise.all(answers))).toBeGreaterThan(30)
  })
})

onSqlite('the lookup, asked too often from two processes', (setup) => {
  test('nothing that is kept connects a visitor with a cédula, and it goes when its hour is over', async () => {
    const { ctx, one } = await openBoth(setup)
    await ask(one, 'V12345678', '203.0.113.5')
    await ask(one, 'V12345678', '2001:db8:7:1::1')
    const rows = () => ctx.db.read.selectFrom('guess_limits').selectAll().execute()
    const kept = await rows()
    // An address, a /64 with its /48, and for each what it asked: one cédula is not the same text for two who asked.
    expect(kept.map(({ clave }) => clave.split(':')[0]).sort()).toEqual([
      ...['consulta', 'consulta', 'consulta-red', 'consultada', 'consultada'],
    ])
    const plain = createHash('sha256').update('V12345678').digest('base64url').slice(0, 12)
    for (const open of ['12345678', '203.0.113', '2001:db8', plain]) expect(JSON.stringify(kept)).not.toContain(open)
    const sweep = () => ctx.db.write('consultas', (tx) => deleteOver(tx, ctx.clock.now()))
    ctx.clock.advance(3_600_000 - 1)
    await sweep()
    expect(await rows()).toHaveLength(2)
    ctx.clock.advance(1)
    await sweep()
    expect(await rows()).toEqual([])
  })

  test('a clock that was days ahead keeps nobody out once it is right', async () => {
    const { ctx, one } = await openBoth(setup)
    ctx.clock.advance(3 * 86_400_000)
    for (let index = 0; index < 30; index++) await ask(one, someone(), '203.0.113.5')
    expect((await ask(one, someone(), '203.0.113.5')).statusCode).toBe(429)
    ctx.clock.advance(-3 * 86_400_000)
    expect((await ask(one, someone(), '203.0.113.5')).statusCode).toBe(200)
  })
})
