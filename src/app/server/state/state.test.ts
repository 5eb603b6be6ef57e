import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { sql as rawSql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { KEY_FILE, openKeys } from '#platform/server/installation/keys.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { listening } from '#platform/server/testing/listening.ts'
import { NOWHERE, openSilentServer } from '#platform/server/testing/silent-server.ts'
import { openShop, signInOwner } from '../testing/shop.ts'
import { lookAt } from '../testing/well-shop.ts'
import { beat, endBeat, leaveMark, PROCESSES_FOLDER, readProcesses } from './processes.ts'
import { CHECKS, runChecks } from './read-state.ts'

/** PostgreSQL has a clock of its own: times compared with it begin at its hour. */
const NOW = { now: Date.now() }

const opens =
  (setup: Setup) =>
  async (config = {}) => {
    const shop = await openShop(setup, {}, { ...NOW, config })
    shop.ctx.vitals.since = shop.ctx.clock.now()
    return shop
  }

onBothEngines('the state of the server', (setup) => {
  const open = opens(setup)

  test('a clock that is days back is said, and how far; so is the time of other hosts, and their silence', async () => {
    const { ctx } = await open()
    // No witness has given the time.
    expect(await lookAt(ctx, 'reloj')).toMatchObject({
      nivel: 'atento',
      texto: expect.stringContaining('nadie de internet'),
    })
    ctx.vitals.outside = { ahead: 0, en: ctx.clock.now() }
    expect((await lookAt(ctx, 'reloj')).nivel).toBe('bien')
    const host = createServer((_, reply) => void reply.writeHead(200, { date: new Date(0).toUTCString() }).end())
    const asking = { ...ctx.config, beaconRelays: [`http://127.0.0.1:${await listening(host)}`] }
    ctx.vitals.outside = null
    expect(await lookAt({ ...ctx, config: asking }, 'reloj')).toMatchObject({
      nivel: 'grave',
      texto: expect.stringContaining('adelantado'),
    })
    ctx.vitals.outside = { ahead: 120_000, en: ctx.clock.now() }
    expect(await lookAt(ctx, 'reloj')).toMatchObject({
      nivel: 'atento',
      texto: expect.stringContaining('adelantado 2 minutos'),
    })
    ctx.vitals.outside = null
    ctx.clock.set(Date.now() - 2 * 86_400_000)
    expect(await lookAt(ctx, 'reloj')).toMatchObject({
      nivel: 'grave',
      texto: expect.stringContaining('atrasado 2 días'),
    })
  })

  test('processes exchange their life signs and versions; a silent one is gone', async () => {
    const { ctx } = await open()
    const twin = await setup.twin(ctx)
    twin.vitals.since = twin.clock.now()
    leaveMark(ctx)
    const takeAway = leaveMark(twin)
    await Promise.all([beat(ctx), beat(twin)])
    const alive = await readProcesses(ctx)
    expect(alive.map(({ este }) => este)).toEqual([true, false])
    expect((await lookAt(ctx, 'procesos')).nivel).toBe('bien')
    expect((await lookAt(ctx, 'carpeta')).nivel).toBe('bien')
    // A folder that the other one does not write to.
    takeAway()
    expect(await lookAt(ctx, 'carpeta')).toMatchObject({
      nivel: 'grave',
      detalle: expect.stringContaining(twin.vitals.name),
    })
    const other = { version: '0.0.1' }
    await ctx.db.write('procesos', (tx) =>
      tx.updateTable('processes').set(other).where('id', '=', twin.vitals.id).execute(),
    )
    expect((await lookAt(ctx, 'procesos')).nivel).toBe('atento')
    // A process that ended without a word.
    await ctx.db.write('procesos', (tx) =>
      tx
        .updateTable('processes')
        .set((row) => ({ visto_en: row('visto_en', '-', 100_000 as never) }) as never)
        .where('id', '=', twin.vitals.id)
        .execute(),
    )
    expect(await readProcesses(ctx)).toHaveLength(1)
    await beat(twin)
    expect(await readProcesses(ctx)).toHaveLength(2)
    await endBeat(twin)
    expect(await readProcesses(ctx)).toHaveLength(1)
    // The command line is none, and sees nobody where nobody serves.
    await endBeat(ctx)
    ctx.vitals.since = null
    expect((await lookAt(ctx, 'procesos')).nivel).toBe('grave')
    rmSync(join(ctx.config.dataDir, PROCESSES_FOLDER), { recursive: true })
  })

  test('a database with unknown steps is reported, and one that lacks some', async () => {
    const { ctx } = await open()
    expect((await lookAt(ctx, 'base')).nivel).toBe('bien')
    const stranger = await setup.stranger(ctx)
    await stranger.write('x', (tx) => rawSql`insert into schema_steps values ('2099-01-01-01-x', '')`.execute(tx))
    expect(await lookAt(ctx, 'base')).toMatchObject({
      nivel: 'grave',
      detalle: expect.stringContaining('2099-01-01-01-x'),
    })
    await stranger.write('x', (tx) => rawSql`delete from schema_steps where name >= '2026-11-28-12'`.execute(tx))
    expect(await lookAt(ctx, 'base')).toMatchObject({ nivel: 'grave', texto: expect.stringContaining('anterior') })
    await stranger.write('x', (tx) => rawSql`insert into schema_steps values ('2026-11-27-01-x', '')`.execute(tx))
    expect(await lookAt(ctx, 'base')).toMatchObject({ nivel: 'grave', texto: expect.stringContaining('desarrollo') })
  })
})

onSqlite('the state of the server', (setup) => {
  const open = opens(setup)

  test('every check has a name of its own and a text, and the next step where it is not well', async () => {
    const { ctx } = await open()
    const found = await runChecks(ctx)
    expect(found.map(({ clave }) => clave)).toEqual([...new Set(CHECKS.map(({ clave }) => clave))])
    for (const { nombre, nivel, texto, que_hacer } of found) {
      expect([nombre, texto].every((text) => text.length > 0)).toBe(true)
      expect(que_hacer === '', texto).toBe(nivel === 'bien')
    }
  })

  test('readiness refuses a database of another version; the process is alive all the same', async () => {
    const { app } = await open()
    expect((await app.inject('/api/lista')).statusCode).toBe(200)
    const other = await open()
    const stranger = await setup.stranger(other.ctx)
    await stranger.write('x', (tx) => rawSql`insert into schema_steps values ('2099-01-01-01-x', '')`.execute(tx))
    const refused = await other.app.inject('/api/lista')
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'OTRA_VERSION'])
    expect((await other.app.inject('/api/salud')).statusCode).toBe(200)
  })

  test('owners ask for it, and a check that fails does not keep the others from being shown', async () => {
    const shop = await open()
    const headers = await signInOwner(shop)
    const url = '/api/panel/estado/servidor'
    expect((await shop.app.inject(url)).statusCode).toBe(401)
    const state = (await shop.app.inject({ url, headers })).json()
    // Nobody has set a mail server here.
    expect(state.nivel).toBe('grave')
    expect(state.procesos).toMatchObject([{ este: true, version: expect.stringMatching(/^\d/) }])
    const broken = { clave: 'rota', nombre: 'Rota', look: () => Promise.reject(new Error('x')) }
    expect((await runChecks(shop.ctx, [broken, ...CHECKS])).map(({ nivel }) => nivel)).toHaveLength(CHECKS.length + 1)
  })

  test('a proxy that nobody named is logged once; control: named, or without one, it is not', async () => {
    const told = ({ ctx }: Awaited<ReturnType<typeof open>>) =>
      ctx.lines.filter((line) => line.includes('PROXY_SIN_DECLARAR')).length
    const from = (address: string) => ({ url: '/api/rifas', headers: { 'x-forwarded-for': address } })
    const shop = await open()
    await shop.app.inject('/api/rifas')
    expect(told(shop)).toBe(0)
    await shop.app.inject(from('190.1.1.1'))
    await shop.app.inject(from('190.1.1.2'))
    expect(told(shop)).toBe(1)
    expect(shop.ctx.lines.join('')).not.toContain('190.1.1')
    // A client that comes directly from the internet can write any header.
    const direct = await open()
    await direct.app.inject({ ...from('190.1.1.1'), remoteAddress: '190.1.1.9' })
    expect(told(direct)).toBe(0)
    const named = await open({ trustedProxies: ['127.0.0.1'] })
    await named.app.inject(from('190.1.1.1'))
    // Somebody on this machine, through the proxy.
    await named.app.inject(from('127.0.0.1'))
    expect(told(named)).toBe(0)
  })

  test('a key that went away, or is another, is reported before the next start needs it', async () => {
    const { ctx } = await open({ key: null })
    await openKeys(ctx.config, ctx.db)
    expect((await lookAt(ctx, 'llave')).nivel).toBe('bien')
    const file = join(ctx.config.dataDir, KEY_FILE)
    for (const another of ['', randomBytes(32).toString('base64')]) {
      writeFileSync(file, another)
      expect(await lookAt(ctx, 'llave')).toMatchObject({
        nivel: 'grave',
        detalle: expect.stringContaining('No es la de'),
      })
    }
    rmSync(file)
    expect(await lookAt(ctx, 'llave')).toMatchObject({ nivel: 'grave', detalle: expect.stringContaining('Falta') })
  })

  test('mail that waits for long, a missing server and a missing address are reported', async () => {
    const { ctx } = await open()
    expect((await lookAt(ctx, 'correo')).que_hacer).toContain('Servidor')
    const on = { ...ctx, config: { ...ctx.config, mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.c' } } }
    expect((await lookAt(on, 'correo')).nivel).toBe('bien')
    expect((await lookAt(ctx, 'certificado')).nivel).toBe('atento')
    const plain = { ...ctx, config: { ...ctx.config, publicUrl: 'http://rifas.test' } }
    expect((await lookAt(plain, 'certificado')).nivel).toBe('grave')
  })

  test('a bucket that answers nothing, refuses or ends its answer in the middle stops reports: grave, before the other checks are given up', async () => {
    const { ctx } = await open()
    const at = (endpoint: string) => ({ ...ctx, config: { ...ctx.config, s3: { ...NOWHERE, endpoint } } })
    const silent = await openSilentServer()
    const halting = createServer((_, reply) => void reply.writeHead(200, { 'content-length': 1_000 }).write('<List'))
    onTestFinished(() => silent.close())
    const looks = [silent.port, await listening(halting), 9].map((port) =>
      lookAt(at(`http://127.0.0.1:${port}`), 'carpeta'),
    )
    for (const found of await Promise.all(looks)) {
      expect(found).toMatchObject({
        nivel: 'grave',
        texto: expect.stringContaining('nadie puede reportar'),
        detalle: expect.stringContaining('no responde'),
      })
    }
    expect(await lookAt(ctx, 'carpeta')).toMatchObject({ nivel: 'bien', detalle: ctx.config.dataDir })
  })
})
