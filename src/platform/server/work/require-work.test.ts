import type { FastifyInstance, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { WORK_HEADER, WORK_KINDS, type WorkChallenge, type WorkKind } from '../../work.ts'
import { createServer } from '../http/server.ts'
import { keysFrom } from '../installation/keys.ts'
import { platformSchema } from '../schema.ts'
import { doWork } from '../testing/do-work.ts'
import { onBothEngines, onSqlite, type TestCtx } from '../testing/engines.ts'
import { withoutGuards } from '../testing/without-guards.ts'
import { giveWork, requireWork } from './require-work.ts'
import { sweepWork } from './spent-work.ts'

const PRESSED = 1

/** A server whose only call asks for work; the address says for what and how pressed it is. */
async function open(ctx: TestCtx): Promise<FastifyInstance> {
  const app = await createServer(ctx)
  app.post<{ Params: { kind: WorkKind; raffle: string; pressure: string } }>(
    '/:kind/:raffle/:pressure',
    async (request) => {
      const { kind, raffle, pressure } = request.params
      await requireWork(ctx, request, { kind, raffle: Number(raffle) }, Number(pressure))
      return { bien: true }
    },
  )
  return app
}

interface Call {
  kind?: WorkKind
  raffle?: number
  pressure?: number
  from?: string
  headers?: Record<string, string>
}

function call(app: FastifyInstance, asked: Call = {}) {
  const { kind = 'apartado', raffle = 1, pressure = PRESSED, from = '203.0.113.5', headers = {} } = asked
  return app.inject({ method: 'POST', url: `/${kind}/${raffle}/${pressure}`, remoteAddress: from, headers })
}

async function challenge(app: FastifyInstance, asked: Call = {}): Promise<WorkChallenge> {
  const answer = await call(app, asked)
  expect([answer.statusCode, answer.json().code]).toEqual([428, 'TRABAJO_NECESARIO'])
  return answer.json().trabajo
}

onBothEngines('work that is asked for', (setup) => {
  const context = () => setup.context({ schema: platformSchema })

  test('done once it opens the call once: of 100 at the same time, through two processes, one', async () => {
    const ctx = await context()
    const other = setup.engine === 'postgres' ? await setup.twin(ctx) : ctx
    const apps = [await open(ctx), await open(other)] as const
    const headers = doWork(await challenge(apps[0]))
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => call(apps[index % 2 ? 1 : 0], { headers })),
    )
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.statusCode === 428)).toHaveLength(99)
    // What one process asked for, another accepts.
    expect((await call(apps[1], { headers: doWork(await challenge(apps[0])) })).statusCode).toBe(200)
  })

  test('control: without the key of what was spent, it opens again and again', async () => {
    const ctx = await context()
    const app = await open(ctx)
    const headers = doWork(await challenge(app))
    const loose = await open(await withoutGuards(ctx, ['spent_work']))
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(loose, { headers })))
    expect(answers.filter((answer) => answer.statusCode === 200).length).toBeGreaterThan(1)
  })

  test('what was spent is forgotten when it is too old to come again, and not sooner', async () => {
    const ctx = await context()
    const app = await open(ctx)
    const headers = doWork(await challenge(app))
    expect((await call(app, { headers })).statusCode).toBe(200)
    const kept = async () => (await ctx.db.read.selectFrom('spent_work').select('id').execute()).length
    ctx.clock.advance(299_000)
    await sweepWork(ctx)
    expect([(await call(app, { headers })).statusCode, await kept()]).toEqual([428, 1])
    ctx.clock.advance(1_000)
    await sweepWork(ctx)
    expect([(await call(app, { headers })).statusCode, await kept()]).toEqual([428, 0])
  })
})

onSqlite('work that is asked for, and by whom', (setup) => {
  const context = () => setup.context({ schema: platformSchema })

  test('while nothing is wrong nobody is asked, and 200 behind one address are nothing wrong', async () => {
    const ctx = await context()
    const app = await open(ctx)
    for (let visitor = 0; visitor < 200; visitor++) expect((await call(app, { pressure: 0 })).statusCode).toBe(200)
    expect(await ctx.db.read.selectFrom('spent_work').select('id').execute()).toEqual([])
  })

  test('it is good for the call, the raffle and the address that it was given for, and for some minutes', async () => {
    const ctx = await context()
    const app = await open(ctx)
    for (const kind of WORK_KINDS) {
      const headers = doWork(await challenge(app, { kind, raffle: 7 }))
      const others = WORK_KINDS.filter((other) => other !== kind)
      for (const other of others) expect((await call(app, { kind: other, raffle: 7, headers })).statusCode).toBe(428)
      expect((await call(app, { kind, raffle: 8, headers })).statusCode).toBe(428)
      expect((await call(app, { kind, raffle: 7, from: '203.0.113.6', headers })).statusCode).toBe(428)
      expect((await call(app, { kind, raffle: 7, headers })).statusCode).toBe(200)
    }
    const late = doWork(await challenge(app))
    ctx.clock.advance(300_000)
    expect((await call(app, { headers: late })).statusCode).toBe(428)
  })

  test('it is as much as is asked for when it is spent: what was given while nothing was wrong is none under pressure', async () => {
    const ctx = await context()
    const app = await open(ctx)
    const calm = doWork(
      giveWork(ctx, { ip: '203.0.113.5', headers: {} } as FastifyRequest, { kind: 'apartado', raffle: 1 }, 0),
    )
    expect((await call(app, { headers: calm })).statusCode).toBe(428)
    const least = doWork(await challenge(app))
    expect((await call(app, { pressure: 3, headers: least })).statusCode).toBe(428)
    // A neighbour raised it by one while this phone worked: he is not asked twice. And nothing of it was spent before.
    expect((await call(app, { pressure: 2, headers: least })).statusCode).toBe(200)
    expect((await call(app, { pressure: 2, headers: least })).statusCode).toBe(428)
  })

  test('what is not done, changed, of another installation or no work at all opens nothing', async () => {
    const ctx = await context()
    const app = await open(ctx)
    const asked = await challenge(app)
    const done = doWork(asked)[WORK_HEADER] ?? ''
    const [body = '', signature = '', number = ''] = done.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const easier = Buffer.from(JSON.stringify({ ...claims, vence: claims.vence + 1 })).toString('base64url')
    const stranger = await open({ ...ctx, keys: keysFrom(Buffer.alloc(32, 9)) })
    const foreign = doWork(await challenge(stranger))[WORK_HEADER] ?? ''
    for (const brought of [
      `${body}.${signature}.${Number(number) + 1}`,
      `${body}.${signature}`,
      `${body}.${signature}.-1`,
      `${body}.${signature}.${number}e0`,
      `${easier}.${signature}.${number}`,
      `${body}.${signature.slice(0, -2)}.${number}`,
      `${body}..${number}`,
      foreign,
      '',
      '...',
      'x'.repeat(5_000),
    ]) {
      expect((await call(app, { headers: { [WORK_HEADER]: brought } })).statusCode, brought).toBe(428)
    }
    expect((await call(app, { headers: { [WORK_HEADER]: done } })).statusCode).toBe(200)
  })

  test('who asks again and again has more to do each time, his neighbour on another address the least', async () => {
    const app = await open(await context())
    const asked: number[] = []
    for (let time = 0; time < 200; time++) {
      // What a stranger writes there is no address.
      asked.push((await challenge(app, { headers: { 'x-forwarded-for': `198.51.100.${time}` } })).hasta)
    }
    expect(asked).toEqual([...asked].sort((a, b) => a - b))
    expect([asked[0], asked[8], asked[24], asked[199]]).toEqual([2 ** 15, 2 ** 16, 2 ** 17, 2 ** 19])
    expect((await challenge(app, { from: '203.0.113.6' })).hasta).toBe(2 ** 15)
  })

  test('of IPv6 a /64 is one address, and however many a /48 has, together they have more to do', async () => {
    const app = await open(await context())
    for (let time = 0; time < 24; time++) await challenge(app, { from: `2001:db8:1:2::${time.toString(16)}` })
    expect((await challenge(app, { from: '2001:db8:1:2:ffff::1' })).hasta).toBe(2 ** 17)
    for (let time = 0; time < 200; time++) await challenge(app, { from: `2001:db8:2:${time.toString(16)}::1` })
    expect((await challenge(app, { from: '2001:db8:2:ffff::1' })).hasta).toBe(2 ** 17)
    expect((await challenge(app, { from: '2001:db8:3:1::1' })).hasta).toBe(2 ** 15)
  })

  test('the pressure is the work of the first call, the hardest is an end, and what is over is forgiven', async () => {
    const ctx = await context()
    const app = await open(ctx)
    expect((await challenge(app, { pressure: 3 })).hasta).toBe(2 ** 17)
    for (let time = 0; time < 1_000; time++) await challenge(app, { pressure: 3 })
    expect((await challenge(app, { pressure: 3 })).hasta).toBe(2 ** 21)
    ctx.clock.advance(3_600_000)
    expect((await challenge(app, { pressure: 3 })).hasta).toBe(2 ** 17)
    expect((await call(app, { pressure: 0 })).statusCode).toBe(200)
  })

  test('control: with ABUSE_LIMITS=off nobody is asked', async () => {
    const app = await open(await setup.context({ schema: platformSchema, config: { abuseLimits: false } }))
    expect((await call(app, { pressure: 3 })).statusCode).toBe(200)
  })
})
