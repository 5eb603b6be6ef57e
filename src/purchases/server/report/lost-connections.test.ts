import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { createApp } from '#app/server/create-app.ts'
import { openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { openPostgres } from '#platform/server/db/postgres.ts'
import { signingKey } from '#platform/server/installation/keys.ts'
import { createSnapshots } from '#platform/server/snapshots.ts'
import { onPostgres } from '#platform/server/testing/engines.ts'
import { startTcpProxy, type TcpProxy } from '#platform/server/testing/tcp-proxy.ts'

/** Whether a lost connection is known as one: off for a control. */
const guards = vi.hoisted(() => ({ lost: true }))
vi.mock('#platform/server/db/trouble.ts', async (load) => {
  const real = await load<typeof import('#platform/server/db/trouble.ts')>()
  return {
    ...real,
    isLost: (error: unknown) => guards.lost && real.isLost(error),
    refuse: (error: unknown) => (guards.lost ? real.refuse(error) : error),
  }
})
afterEach(() => {
  guards.lost = true
})

/** Ends every session of the shop's database but its own. */
async function endSessions(client: pg.Client): Promise<void> {
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
}

onPostgres('buyers while the database ends our connections', (setup) => {
  test('eight times under load: every report is accepted once, with its proof; pages send one again that got 503', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    const client = new pg.Client({ connectionString: shop.ctx.config.databaseUrl ?? '' })
    await client.connect()
    const statuses: number[] = []
    let reports = 0
    await Promise.all(
      Array.from({ length: 8 }, async (_, buyer) => {
        for (let turn = 0; turn < 4; turn++) {
          const person = { cedula: `V${10_000_000 + buyer}`, referencia: `${buyer}000${turn}12345` }
          const send = async (): Promise<number> => {
            const { statusCode } = await report(shop, person, { key: `clave-${buyer}-${turn}` })
            return statusCode === 503 ? send() : statusCode
          }
          statuses.push(await send())
          if (++reports % 4 === 0) await endSessions(client)
          statuses.push((await shop.app.inject(`/api/rifas/${shop.id}/status`)).statusCode)
        }
      }),
    ).finally(() => client.end())
    expect(new Set(statuses)).toEqual(new Set([200, 201]))
    const rows = await shop.ctx.db.read.selectFrom('purchases').select('comprobante').execute()
    expect(rows).toHaveLength(32)
    for (const { comprobante } of rows) expect(await shop.ctx.files.has(comprobante)).toBe(true)
  })

  /** The shop over a line that fails as `job` says. */
  async function overLine<T>(
    job: (shop: Shop, proxy: TcpProxy) => Promise<T>,
    times?: Parameters<typeof openPostgres>[1],
  ): Promise<T> {
    const { ctx, id } = await openShop(setup)
    const url = ctx.config.databaseUrl ?? ''
    const proxy = await startTcpProxy(Number(new URL(url).port))
    const db = await openPostgres(proxy.through(url), times)
    db.signWith(signingKey(ctx.keys))
    try {
      const app = await createApp({ ...ctx, db, snapshots: createSnapshots(db, ctx.clock) }, null)
      await app.ready()
      return await job({ ctx, id, app } as never, proxy)
    } finally {
      proxy.thaw()
      await db.close()
      await proxy.close()
    }
  }

  test('a connection that is lost in the middle of a report is not noticed; control: not known as one, it is an error of ours', async () => {
    const reportOnce = () =>
      overLine(async (shop, proxy) => {
        proxy[guards.lost ? 'loseAnswerTo' : 'loseAnswersTo']('insert into "purchases"')
        const answer = await report(shop)
        const rows = await shop.ctx.db.read.selectFrom('purchases').select('id').execute()
        return [answer.statusCode, rows.length]
      })
    expect(await reportOnce()).toEqual([201, 1])
    guards.lost = false
    expect(await reportOnce()).toEqual([500, 0])
  })

  test('sent again with its key, it gets the first answer: the buyer is told when to come back', () =>
    overLine(
      async (shop, proxy) => {
        proxy.loseAnswerTo('commit', 'freeze')
        const answer = await report(shop, {}, { key: 'la-misma-clave' })
        expect(answer.statusCode).toBe(503)
        expect(answer.json().code).toBe('SIN_BASE_DE_DATOS')
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
        proxy.thaw()
        const again = await report(shop, {}, { key: 'la-misma-clave' })
        expect(again.statusCode).toBe(201)
        const rows = await shop.ctx.db.read.selectFrom('purchases').select(['secreto', 'comprobante']).execute()
        expect(rows.map((row) => row.secreto)).toEqual([again.json().secreto])
        expect(await shop.ctx.files.has(rows[0]?.comprobante ?? '')).toBe(true)
      },
      { connect: 3_000, patience: 4_000, read: 2_000 },
    ))
})
