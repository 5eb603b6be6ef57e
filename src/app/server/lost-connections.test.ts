import pg from 'pg'
import { expect, test } from 'vitest'
import { openPostgres } from '#platform/server/db/postgres.ts'
import { createSnapshots } from '#platform/server/snapshots.ts'
import { onPostgres } from '#platform/server/testing/engines.ts'
import { startTcpProxy } from '#platform/server/testing/tcp-proxy.ts'
import { createApp } from './create-app.ts'
import { openShop, report } from './testing/shop.ts'

/** Ends every session of the shop's database but its own. */
async function endSessions(client: pg.Client): Promise<void> {
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
}

onPostgres('buyers while the database ends our connections', (setup) => {
  test('twelve times under load: every report is accepted once, with its proof; nobody sees an error', async () => {
    const shop = await openShop(setup, { total_numeros: 1_000 })
    const client = new pg.Client({ connectionString: shop.ctx.config.databaseUrl ?? '' })
    await client.connect()
    const statuses: number[] = []
    let reports = 0
    await Promise.all(
      Array.from({ length: 8 }, async (_, buyer) => {
        for (let turn = 0; turn < 6; turn++) {
          const person = { cedula: `V${10_000_000 + buyer}`, referencia: `${buyer}000${turn}12345` }
          statuses.push((await report(shop, person, { key: `clave-${buyer}-${turn}` })).statusCode)
          if (++reports % 4 === 0) await endSessions(client)
          statuses.push((await shop.app.inject(`/api/rifas/${shop.id}/status`)).statusCode)
        }
      }),
    ).finally(() => client.end())
    expect(new Set(statuses)).toEqual(new Set([200, 201]))
    const rows = await shop.ctx.db.read.selectFrom('purchases').select('comprobante').execute()
    expect(rows).toHaveLength(48)
    for (const { comprobante } of rows) expect(await shop.ctx.files.has(comprobante)).toBe(true)
  })

  test('a report without a key whose commit’s answer is lost is accepted, and keeps its proof', async () => {
    const { ctx, id } = await openShop(setup)
    const url = ctx.config.databaseUrl ?? ''
    const proxy = await startTcpProxy(Number(new URL(url).port))
    const db = await openPostgres(proxy.through(url))
    try {
      const server = await createApp({ ...ctx, db, snapshots: createSnapshots(db, ctx.clock) }, null)
      await server.ready()
      proxy.loseAnswerTo('commit')
      const answer = await report({ ctx, id, app: server } as never)
      expect(answer.statusCode).toBe(201)
      const [row, ...others] = await ctx.db.read.selectFrom('purchases').select(['secreto', 'comprobante']).execute()
      expect(others).toEqual([])
      expect(row?.secreto).toBe(answer.json().secreto)
      expect(await ctx.files.has(row?.comprobante ?? '')).toBe(true)
    } finally {
      await db.close()
      await proxy.close()
    }
  })

  test('where nobody can say whether it was made, he gets 503 and when to come back, and its proof stays', async () => {
    const { ctx, id } = await openShop(setup)
    const url = ctx.config.databaseUrl ?? ''
    const proxy = await startTcpProxy(Number(new URL(url).port))
    const db = await openPostgres(proxy.through(url), { connect: 300, patience: 1_000, read: 300 })
    try {
      const server = await createApp({ ...ctx, db, snapshots: createSnapshots(db, ctx.clock) }, null)
      await server.ready()
      proxy.loseAnswerTo('commit', 'freeze')
      const shop = { ctx, id, app: server } as never
      const answer = await report(shop, {}, { key: 'la-misma-clave' })
      expect(answer.statusCode).toBe(503)
      expect(answer.json().code).toBe('SIN_BASE_DE_DATOS')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      proxy.thaw()
      const again = await report(shop, {}, { key: 'la-misma-clave' })
      expect(again.statusCode).toBe(201)
      const rows = await ctx.db.read.selectFrom('purchases').select(['secreto', 'comprobante']).execute()
      expect(rows.map((row) => row.secreto)).toEqual([again.json().secreto])
      expect(await ctx.files.has(rows[0]?.comprobante ?? '')).toBe(true)
    } finally {
      proxy.thaw()
      await db.close()
      await proxy.close()
    }
  })
})
