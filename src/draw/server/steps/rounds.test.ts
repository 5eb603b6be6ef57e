import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { tables } from '#app/server/schema.ts'
import {
  addHand,
  BEGIN,
  byBeacon,
  byLottery,
  type Led,
  openHost,
  openLed,
  publishedOf,
  ROUND,
  takeSigned,
  typeBoth,
} from '#app/server/testing/led-draw.ts'
import { raffleOf } from '#app/server/testing/ruled-shop.ts'
import { said } from '#app/server/testing/shop.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { capDeadlines } from '#platform/server/jobs/cap-deadlines.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { checkDraw } from '../../check-draw.ts'
import type { RuleFields } from '../../contract.ts'
import { readRound } from '../known-rounds.ts'
import { sha256 } from '../sha256.ts'
import { sampleLeague } from '../testing/sample-draw.ts'
import { fetchRounds } from './fetch-round.ts'
import { postponeDraw } from './postpone-draw.ts'

const answering =
  (body: string, status = 200, type = 'application/json'): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': type })
    response.end(body)
  }
/** A relay that forwards the league's signatures. */
const relaying =
  ({ league }: Pick<Led, 'league'>): RequestListener =>
  (request, response) => {
    const round = Number(request.url?.split('/').at(-1))
    answering(JSON.stringify({ round, signature: league.sign(round), randomness: '00' }))(request, response)
  }

/** At the instant of its first round, with those relays. */
async function open(setup: Setup, relays: string[], premios: RuleFields['premios'] = [byBeacon()], sold = 3) {
  const led = await openLed(setup, premios, { sold, options: { config: { beaconRelays: relays, abuseLimits: false } } })
  led.shop.ctx.clock.set(BEGIN)
  return led
}

const stepsOf = async ({ shop }: Pick<Led, 'shop'>) => (await publishedOf(shop)).document.pasos
const lateMails = async ({ shop }: Pick<Led, 'shop'>) =>
  (await readMails(shop.ctx)).filter(({ asunto }) => asunto.startsWith('Falta el resultado del azar público'))
const pathOf = (round: number) => `/${'ab'.repeat(32)}/public/${round}`

onBothEngines('a prize by the beacon', (setup) => {
  test('however many processes look, it is drawn once', async () => {
    const league = sampleLeague()
    const relay = await openHost(relaying({ league }))
    const led = await open(setup, [relay.url])
    const { ctx } = led.shop
    const twin = setup.engine === 'postgres' ? await setup.twin(ctx) : ctx
    twin.clock.set(BEGIN)
    const ana = await addHand(led.shop, 'Ana')
    const byHand = () => ana.ask('POST', '/faro', { premio: 0, ronda: ROUND, firma: league.sign(ROUND) })
    const [, , , answer] = await Promise.all([fetchRounds(ctx), fetchRounds(twin), fetchRounds(ctx), byHand()])
    expect(answer.statusCode, answer.body).toBe(200)
    await fetchRounds(twin)
    expect(await stepsOf(led)).toHaveLength(1)
    expect(await ctx.db.read.selectFrom('draw_winners').select('id').execute()).toHaveLength(1)
    expect(await audit(ctx)).toEqual([])
  })

  test('raced with a draw that is moved, one of both is done, and the other says why', async () => {
    for (const round of [0, 1]) {
      const led = await open(setup, [])
      const { shop, league } = led
      const owner = await addHand(shop, 'Marisela', 'dueno', true)
      const twin = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
      // Its league is one person, who can sign before it is time.
      shop.ctx.clock.set('2026-11-22T08:30:00-04:00')
      const times = { de: BEGIN, a: '2026-11-22T18:00:00-04:00', motivo: 'No hay luz.' }
      const { id, correo } = owner
      const seen = { id, nombre: 'Marisela', correo, rol: 'dueno', segundo_factor: true } as const
      const session = { operator: seen, tokenHash: '', deviceHash: null, permit: null }
      const done = await Promise.allSettled([
        postponeDraw(shop.ctx, session, shop.id, { ...times, codigo: owner.code() }),
        ...(round % 2 === 0 ? [] : [Promise.resolve()]),
        takeSigned({ shop: { ...shop, ctx: twin }, league }),
      ])
      const failed = done.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
      expect(failed).toHaveLength(1)
      expect(['PASO_FUERA_DE_REGLA', 'ESTADO_NO_PERMITE']).toContain(failed[0])
      expect(await stepsOf(led)).toHaveLength(1)
      expect(await audit(shop.ctx)).toEqual([])
    }
  })
})

onSqlite('a prize by the beacon', (setup) => {
  test('the worker fetches the round when it is due, and not before', async () => {
    const league = sampleLeague()
    const relay = await openHost(relaying({ league }))
    const led = await open(setup, [relay.url], [byBeacon(), byBeacon('Bono')])
    const { shop } = led
    shop.ctx.clock.advance(-1)
    await fetchRounds(shop.ctx)
    expect(relay.asked).toEqual([])
    shop.ctx.clock.set(BEGIN)
    await fetchRounds(shop.ctx)
    expect(relay.asked).toEqual([pathOf(ROUND)])
    // The second prize waits for the same instant, and is fetched in the next run.
    await fetchRounds(shop.ctx)
    await fetchRounds(shop.ctx)
    const { document, list } = await publishedOf(shop)
    expect(document.pasos).toHaveLength(2)
    const checked = await checkDraw(document, list, sha256)
    expect(checked.hallazgos.filter(({ estado }) => estado === 'mal')).toEqual([])
    expect(document.premios.map((won) => won !== null)).toEqual([true, true])
    expect(await raffleOf(shop)).toMatchObject({ estado: 'sorteada', numero_ganador: document.premios[0]?.numero })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a step that failed before its commit leaves nothing, and the next look draws the same', async () => {
    const league = sampleLeague()
    const relay = await openHost(relaying({ league }))
    const led = await open(setup, [relay.url])
    const { ctx } = led.shop
    let failing = true
    const write: typeof ctx.db.write = (lane, job) =>
      ctx.db.write(lane, async (tx) => {
        const value = await job(tx)
        const steps = await tx.selectFrom('draw_steps').select('orden').execute()
        if (failing && steps.length > 0) throw new Error('killed before the commit')
        return value
      })
    const broken = { ...ctx, db: { ...ctx.db, write } }
    await fetchRounds(broken)
    const kept = async () => [
      (await ctx.db.read.selectFrom('draw_winners').select('id').execute()).length,
      (await readMails(ctx, '%:ganador:%')).length,
      (await stepsOf(led)).length,
    ]
    expect(await kept()).toEqual([0, 0, 0])
    failing = false
    ctx.clock.advance(60_000)
    await fetchRounds(broken)
    expect(await kept()).toEqual([1, 1, 1])
    expect(await audit(ctx)).toEqual([])
  })

  test('a clock that was days ahead for a moment keeps nobody from asking once it is right', async () => {
    const relay = await openHost(answering('{}', 404))
    const led = await open(setup, [relay.url])
    led.shop.ctx.clock.set('2026-11-25T08:00:00-04:00')
    await fetchRounds(led.shop.ctx)
    expect(relay.asked).toHaveLength(1)
    led.shop.ctx.clock.set(BEGIN)
    await capDeadlines(led.shop.ctx, tables)
    await fetchRounds(led.shop.ctx)
    expect(relay.asked).toHaveLength(2)
    // And it is the pause that counts again.
    await fetchRounds(led.shop.ctx)
    expect(relay.asked).toHaveLength(2)
  })

  test('relays that are silent, slow, wrong or too large are passed over, and asked again later', async () => {
    const league = sampleLeague()
    const round = ROUND
    const right = { round, signature: league.sign(round) }
    const wrong: RequestListener[] = [
      answering(JSON.stringify({ ...right, signature: sampleLeague(2).sign(round) })),
      answering(JSON.stringify({ round: round + 1, signature: league.sign(round + 1) })),
      answering(JSON.stringify({ round, signature: league.sign(round + 1) })),
      answering('{}', 404),
      answering(`{"pad":"${'x'.repeat(40_000)}","round":${round},"signature":"${right.signature}"}`),
      answering('null'),
      (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      (request) => void request.socket.destroy(),
      () => {},
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const trickle = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(trickle))
      },
    ]
    const hosts = await Promise.all(wrong.map(openHost))
    const led = await open(
      setup,
      hosts.map(({ url }) => url),
    )
    const { ctx } = led.shop
    await fetchRounds(ctx, undefined, 500)
    for (const { asked } of hosts) expect(asked).toEqual([pathOf(round)])
    expect(await stepsOf(led)).toEqual([])
    const ana = await addHand(led.shop, 'Ana')
    const seen = await ana.look()
    expect(seen.faro).toMatchObject({ estado: 'buscando', problema: expect.stringContaining('127.0.0.1') })
    // Not again immediately; a moment later with the next one first.
    await fetchRounds(ctx)
    for (const { asked } of hosts) expect(asked).toHaveLength(1)
    const good = await openHost(relaying({ league }))
    ctx.config.beaconRelays.splice(3, 1, good.url)
    ctx.clock.advance(60_000)
    await fetchRounds(ctx)
    expect(good.asked).toHaveLength(1)
    expect(await stepsOf(led)).toHaveLength(1)
  })

  test('stopping the server waits for no relay', async () => {
    const stopping = new AbortController()
    const relay = await openHost(() => stopping.abort())
    const led = await open(setup, [relay.url, relay.url])
    await fetchRounds(led.shop.ctx, stopping.signal, 600_000)
    expect(relay.asked).toHaveLength(1)
    expect(await led.shop.ctx.db.read.selectFrom('draw_beacons').selectAll().execute()).toEqual([])
  })

  test('when it is late every owner gets one mail, and the panel shows it', async () => {
    const relay = await openHost(answering('', 503))
    const led = await open(setup, [relay.url])
    const { ctx } = led.shop
    const owner = await addHand(led.shop, 'Marisela', 'dueno')
    await fetchRounds(ctx)
    expect(await lateMails(led)).toEqual([])
    for (let time = 0; time < 3; time++) {
      ctx.clock.advance(11 * 60_000)
      await fetchRounds(ctx)
    }
    const [mail, ...more] = await lateMails(led)
    expect([mail?.para, more]).toEqual([owner.correo, []])
    expect(mail?.texto).toMatch(/\/panel\/rifas\/\d+\/sorteo\n/)
    expect(mail?.texto).not.toContain('/panel/diario')
    expect(await owner.look()).toMatchObject({ faro: { estado: 'tarde' }, premios: [{ espera: { ronda: ROUND } }] })
    expect(await audit(ctx)).toEqual([])
  })

  test('is late from when it was its turn: a prize behind a lottery is asked for by an earlier round', async () => {
    const relay = await openHost(answering('', 503))
    const led = await open(setup, [relay.url], [byLottery(), byBeacon('Bono')])
    const { shop, bought } = led
    const { ctx } = shop
    const [ana, luis] = [await addHand(shop, 'Ana'), await addHand(shop, 'Luis')]
    ctx.clock.set('2026-11-22T22:05:00-04:00')
    const resultados = [`7${bought[0]?.numeros[0]}`]
    await typeBoth(shop, [ana, luis], { dia: '2026-11-22', resultados })
    await addHand(shop, 'Marisela', 'dueno')
    await fetchRounds(ctx)
    // Until then the panel shows when it may be brought by hand.
    expect(await ana.look()).toMatchObject({
      faro: { estado: 'buscando', a_mano_desde: expect.any(String) },
      premios: [{}, { espera: { en: BEGIN } }],
    })
    expect(await lateMails(led)).toEqual([])
    ctx.clock.advance(11 * 60_000)
    await fetchRounds(ctx)
    expect((await ana.look()).faro).toMatchObject({ estado: 'tarde' })
    expect(await lateMails(led)).toHaveLength(1)
  })

  test('somebody brings it by hand, and its signature proves it', async () => {
    const led = await open(setup, [])
    const { shop, league } = led
    const ana = await addHand(shop, 'Ana')
    const ronda = ROUND
    const bring = async (changes: object = {}) => {
      const answer = await ana.ask('POST', '/faro', { premio: 0, ronda, firma: league.sign(ronda), ...changes })
      return [answer.statusCode, answer.json().code]
    }
    expect(await bring({ firma: league.sign(ronda + 1) })).toEqual([422, 'FIRMA_INVALIDA'])
    expect(await bring({ firma: 'zz' })).toEqual([422, 'DATOS_INVALIDOS'])
    expect(await bring({ ronda: ronda + 1, firma: league.sign(ronda + 1) })).toEqual([409, 'PASO_FUERA_DE_REGLA'])
    expect(await bring({ premio: 4 })).toEqual([409, 'PASO_FUERA_DE_REGLA'])
    expect(await bring({ firma: ` ${league.sign(ronda).toUpperCase()} ` })).toEqual([200, undefined])
    expect(await bring()).toEqual([200, undefined])
    expect(await stepsOf(led)).toHaveLength(1)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a list that was changed behind the back of the product is not drawn from', async () => {
    const led = await open(setup, [])
    const { shop, league } = led
    const stranger = await setup.stranger(shop.ctx)
    await stranger.write('prueba', (tx) =>
      tx.updateTable('draw_list_pieces').set({ texto: '00,23456789BCDF\n' }).where('orden', '=', 1).execute(),
    )
    const ana = await addHand(shop, 'Ana')
    const answer = await ana.ask('POST', '/faro', { premio: 0, ronda: ROUND, firma: league.sign(ROUND) })
    expect(said(answer)).toEqual([500, 'LISTA_ALTERADA'])
  })
})

onSqlite('a page of results', (setup) => {
  const page = (rows: string) => `<table><thead><tr><th>Hora</th></tr></thead><tbody>${rows}</tbody></table>`
  const row = (hour: string, ...cells: string[]) =>
    `<tr><th scope="row">${hour}</th>${cells.map((one) => `<td><h3 class="ger">${one}</h3></td>`).join('')}</tr>`
  const html = 'text/html; charset=utf-8'

  /** A draw whose lottery has drawn, and the suggestion from a page of results. */
  async function openPage() {
    let page = answering('')
    const host = await openHost((request, response) => page(request, response))
    const resultsUrl = `${host.url}/pruebah.php`
    const { shop } = await openLed(setup, [byLottery()], { options: { config: { resultsUrl, abuseLimits: false } } })
    const ana = await addHand(shop, 'Ana')
    const suggested = async (body: string, type = html, hour = '22:30') => {
      page = answering(body, 200, type)
      shop.ctx.clock.set(`2026-11-22T${hour}:00-04:00`)
      return (await ana.ask('GET', '/sugerencia')).json()
    }
    return { ana, asked: host.asked, suggested }
  }

  test('fills in the draw that is due, for an operator to compare', async () => {
    const body = page(row('01:00 PM', '1111', '222') + row('10:00 PM', ' 4821 ', '739'))
    const { ana, asked, suggested } = await openPage()
    expect(await suggested(body)).toEqual({
      dia: '2026-11-22',
      resultados: ['739'],
      fuente: expect.stringContaining('127.0.0.1'),
    })
    expect(asked).toEqual(['/pruebah.php?bt=22%2F11%2F2026'])
    // Nothing is drawn from it.
    expect((await ana.look()).propuesta).toBe(null)
  })

  test('finds nothing before the draw, of another hour, or where it is no page', async () => {
    const nothing = { resultados: [null] }
    const { asked, suggested } = await openPage()
    const early = await suggested(page(row('10:00 PM', '4821', '739')), html, '21:59')
    expect([early, asked]).toMatchObject([nothing, []])
    for (const cell of ['', '+', 'X', 'xxx', '<b>739</b>', '73', '73a']) {
      expect(await suggested(page(row('10:00 PM', '4821', cell))), cell).toMatchObject(nothing)
    }
    expect(await suggested(page(row('09:00 PM', '4821', '739')))).toMatchObject(nothing)
    expect(await suggested('{}', 'application/json')).toMatchObject({ ...nothing, fuente: null })
    // Nor does a hostile page keep the server busy, or make it read without end.
    for (const begun of ['<h3 ger ', '<th ', '<tr <th ', '<h3 class="ger', '<tr><th>']) {
      const hostile = row('10:00 PM', '4821', begun.repeat(150_000 / begun.length))
      expect(await suggested(hostile), begun).toMatchObject(nothing)
    }
    const long = page(row('10:00 PM', '4821', '739')) + ' '.repeat(200_000)
    expect(await suggested(long)).toMatchObject({ ...nothing, fuente: null })
  })
})

test('a verified round counts for that signature, of that round, by that league, and no other', async () => {
  const [one, other] = [sampleLeague(31), sampleLeague(32)]
  const said = await readRound(one.chain, 7, one.sign(7), sha256)
  expect(said).toMatch(/^[\da-f]{64}$/)
  expect(await readRound(one.chain, 7, one.sign(7), sha256)).toBe(said)
  expect(await readRound(one.chain, 7, one.sign(8), sha256)).toBeNull()
  expect(await readRound(one.chain, 8, one.sign(7), sha256)).toBeNull()
  expect(await readRound(other.chain, 7, one.sign(7), sha256)).toBeNull()
})
