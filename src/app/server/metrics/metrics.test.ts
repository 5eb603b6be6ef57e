import { sql as rawSql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { NOWHERE, openSilentServer } from '#platform/server/testing/silent-server.ts'
import { soak } from '#platform/server/testing/soak.ts'
import { createApp } from '../create-app.ts'
import { OUTSIDE } from '../state/check.ts'
import { openShop, report } from '../testing/shop.ts'
import { noteCopy } from '../testing/well-shop.ts'
import { createMetrics, PATIENCE } from './metrics.ts'

const TOKEN = 'una-clave-larga-de-prueba-0123456789'

/** Every series with its value. */
function read(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line): [string, number] => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' '))),
    ]),
  )
}

onSqlite('metrics for Prometheus', (setup) => {
  const open = async (config = {}) => {
    const opened = await openShop(setup, {}, { now: Date.now(), config })
    // Some requests here are in no document.
    const shop = { ...opened, app: await createApp(opened.ctx, null) }
    let local = '127.0.0.1'
    // Injected requests have no local address.
    shop.app.addHook('onRequest', async ({ socket }) => {
      Object.defineProperty(socket, 'localAddress', { value: local, configurable: true })
    })
    const scrape = async (headers = {}, remoteAddress = '127.0.0.1', at = '127.0.0.1') => {
      local = at
      return shop.app.inject({ url: '/metrics', headers, remoteAddress })
    }
    return { shop, scrape, series: async () => read((await scrape()).body) }
  }

  test('requests by pattern, purchases, queues, mail, rate, disk, database, commits, checks', async () => {
    const { shop, scrape, series } = await open()
    // It counts from the first time on.
    await scrape()
    expect((await report(shop)).statusCode).toBe(201)
    shop.ctx.clock.advance(60_000)
    await shop.app.inject(`/api/rifas/${shop.id}/status`)
    await noteCopy(shop.ctx, 'hecho')
    const told = await series()
    const value = (name: string) => told.get(`tombola_${name}`)
    expect(value('http_requests_total{method="GET",route="/api/rifas/:id/status",status="200"}')).toBe(1)
    expect(value('http_requests_total{method="POST",route="/api/rifas/participantes",status="201"}')).toBe(1)
    expect(value('http_request_seconds_count{route="/api/rifas/participantes"}')).toBe(1)
    expect(value('purchases{state="en revision"}')).toBe(1)
    expect(value('review_oldest_seconds')).toBe(60)
    expect(value('mails{state="pendiente"}')).toBe(1)
    expect(value('mail_oldest_seconds')).toBeGreaterThan(0)
    expect(value('rate_current')).toBe(1)
    expect(value('rate_bolivares')).toBeGreaterThan(1)
    expect(value('disk_free_bytes')).toBeGreaterThan(0)
    expect(value('database_up')).toBe(1)
    expect(value('backup_last_timestamp_seconds')).toBe(shop.ctx.clock.now() / 1000)
    expect(value('backup_bytes')).toBe(38 * 1024 ** 2)
    // SQLite has one lane for everything.
    const lane = setup.engine === 'sqlite' ? 'file' : 'rifa'
    expect(value(`commits_total{lane="${lane}"}`)).toBeGreaterThan(0)
    expect(value(`commit_jobs_total{lane="${lane}"}`)).toBeGreaterThan(0)
    expect(value(`commit_wait_seconds_count{lane="${lane}"}`)).toBe(value(`commits_total{lane="${lane}"}`))
    expect(value('check{check="correo"}')).toBe(2)
    expect(value('memory_bytes{kind="rss"}')).toBeGreaterThan(0)
  })

  test('nothing of a person, and no series for words that a stranger types', async () => {
    const { shop, scrape, series } = await open()
    await scrape()
    await report(shop)
    await shop.app.inject(`/api/rifas/participante/cedula/V-12345678`)
    const ask = (n: number) =>
      shop.app.inject({
        method: (['GET', 'POST', 'PROPFIND', 'DELETE'] as const)[n % 4] as 'GET',
        url: [`/${n}`, `/api/${n}/x`, `/api/rifas/${n}/status`, `/metrics/${n}?a=${n}`][(n >> 2) % 4] as string,
        headers: { 'user-agent': `x${n}`, 'x-forwarded-for': `190.0.${n % 250}.1` },
      })
    for (let n = 0; n < 16; n++) await ask(n)
    const before = new Set((await series()).keys())
    for (let n = 16; n < soak(500, 100_000); n++) await ask(n)
    const after = [...(await series()).keys()]
    // A limit that begins to refuse adds its status to a pattern, and nothing else is new.
    const added = after.filter((name) => !before.has(name) && !/route="\/api[^"]*",status="4\d\d"/.test(name))
    expect(added).toEqual([])
    expect(after.length).toBeLessThan(1_000)
    expect(after.join('\n')).not.toContain('PROPFIND')
    for (const secret of ['Carla', '12345678', '12.345.678', 'carla@', '4512783390', '190.0.']) {
      expect(after.join('\n')).not.toContain(secret)
      expect(shop.ctx.lines.join('\n')).not.toContain(secret)
    }
  })

  test('only for requests from this machine itself; a forwarded one, and one by another door, finds nothing there', async () => {
    const { shop, scrape } = await open()
    expect((await scrape()).statusCode).toBe(200)
    for (const loopback of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect((await scrape({}, loopback, loopback)).statusCode, loopback).toBe(200)
    const nothing = await shop.app.inject('/nada')
    const refused = [
      await scrape({}, '190.1.1.1'),
      // A network inside, the door of a container, a router that gives everybody its own address.
      await scrape({}, '10.1.2.3', '10.1.2.4'),
      await scrape({}, '172.17.0.1', '172.17.0.2'),
      await scrape({}, '127.0.0.1', '172.17.0.2'),
      await scrape({}, '::ffff:172.17.0.1', '::ffff:172.17.0.2'),
      await scrape({ 'x-forwarded-for': '127.0.0.1' }),
      await scrape({ forwarded: 'for=127.0.0.1' }),
      await scrape({ 'x-real-ip': '127.0.0.1' }),
      await scrape({ authorization: 'Bearer ' }, '190.1.1.1'),
    ]
    for (const { statusCode, body } of refused)
      expect([statusCode, body]).toEqual([404, nothing.body.replace('/nada', '/metrics')])
  })

  test('behind a proxy that is trusted, a visitor who claims to be inside is none', async () => {
    const { scrape } = await open({ trustedProxies: ['10.0.0.1'] })
    expect((await scrape({ 'x-forwarded-for': '127.0.0.1' }, '10.0.0.1')).statusCode).toBe(404)
    expect((await scrape({ 'x-forwarded-for': '190.1.1.1' }, '10.0.0.1')).statusCode).toBe(404)
  })

  test('with a token only for requests that carry it, from anywhere', async () => {
    const { scrape } = await open({ metricsToken: TOKEN })
    const as = async (given: string, from = '190.1.1.1') => (await scrape({ authorization: given }, from)).statusCode
    expect(await as(`Bearer ${TOKEN}`)).toBe(200)
    expect((await scrape()).statusCode).toBe(404)
    for (const wrong of ['', 'Bearer', `bearer ${TOKEN}`, `Bearer ${TOKEN} `, `Bearer ${TOKEN.slice(0, -1)}`, TOKEN])
      expect(await as(wrong), wrong).toBe(404)
  })

  test('a database that does not answer is reported as such, and the process and the disk all the same', async () => {
    const { shop, scrape, series } = await open()
    await scrape()
    await (await setup.stranger(shop.ctx)).write('x', (tx) => rawSql`drop table purchase_counts`.execute(tx))
    const told = await series()
    expect(told.get('tombola_database_up')).toBe(0)
    expect(told.get('tombola_memory_bytes{kind="rss"}')).toBeGreaterThan(0)
    expect(told.get('tombola_disk_free_bytes')).toBeGreaterThan(0)
    expect(told.get('tombola_check{check="base"}')).toBe(0)
  })

  test('a silent disk, a silent bucket and an address where nobody answers are no database that is down', async () => {
    const { shop } = await open()
    const silent = await openSilentServer()
    onTestFinished(() => silent.close())
    const s3 = { ...NOWHERE, endpoint: `http://127.0.0.1:${silent.port}` }
    const config = { ...shop.ctx.config, s3, publicUrl: `https://127.0.0.1:${silent.port}` }
    const space = () => Promise.reject(new Error('x'))
    const told = read(await (await createMetrics({ ...shop.ctx, config, space }, 100_000)).scrape())
    // A check gives up before its metric does, and that before Prometheus, which waits ten seconds.
    expect([OUTSIDE, PATIENCE, 9_000].toSorted((one, other) => one - other)).toEqual([OUTSIDE, PATIENCE, 9_000])
    expect(silent.lines()).toBeGreaterThan(1)
    expect(told.get('tombola_database_up')).toBe(1)
    expect(told.get('tombola_check{check="carpeta"}')).toBe(2)
    expect(told.get('tombola_check{check="certificado"}')).toBe(1)
    expect(told.get('tombola_check{check="disco"}')).toBe(1)
    expect(told.get('tombola_backup_last_timestamp_seconds')).toBe(0)
  })
})
