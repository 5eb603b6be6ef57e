import { expect, test } from 'vitest'
import { judge } from '#app/server/testing/judge.ts'
import { openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { rejectFake } from '#review/server/fakes/reject-fakes.ts'
import { findParticipations } from './routes.ts'

const search = ({ app }: Shop, cedula: unknown, more: object = {}) =>
  app.inject({ method: 'POST', url: '/api/rifas/participante/buscar', payload: { cedula }, ...more })

onSqlite('the lookup by cédula', (setup) => {
  test('finds confirmed numbers and what is in review, however the cédula is written, and never a person', async () => {
    const shop = await openShop(setup)
    const { id } = (await report(shop)).json()
    await report(shop, { referencia: '111222333444', cantidad_tickets: '3', total: '15.00' })
    const numeros = await judge.approve(shop, id, 1)
    const participaciones = [
      { rifa_id: 1, numeros, estado: 'confirmado', cantidad: 2, en_espera: false },
      { rifa_id: 1, numeros: [], estado: 'en revision', cantidad: 3, en_espera: false },
    ]
    for (const cedula of ['12345678', 'V-12.345.678', 'v012345678', ' V 12345678 ']) {
      const answer = await search(shop, cedula)
      expect(answer.json(), cedula).toEqual({ participaciones })
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    const plain = await shop.app.inject('/api/rifas/participante/cedula/V-12.345.678')
    expect(plain.json()).toEqual({ participaciones })
    for (const value of ['carla', 'Mendoza', '1234567"', '4512783390']) expect(plain.body).not.toContain(value)
  })

  test('a report that was not confirmed is told once and nothing more of it, a fake or a lapsed one never', async () => {
    const shop = await openShop(setup)
    const rejected = (await report(shop, { cantidad_tickets: '3', total: '15.00' })).json()
    const again = (await report(shop, { referencia: '111222333444' })).json()
    await judge.reject(shop, rejected.id, 1, { motivo: 'No vemos este pago.' })
    const inReview = { rifa_id: 1, numeros: [], estado: 'en revision', cantidad: 2, en_espera: false }
    expect((await search(shop, 'V12345678')).json()).toEqual({ participaciones: [inReview] })
    await judge.reject(shop, again.id, 1, { motivo: 'Tampoco.' })
    const answer = await search(shop, 'V12345678')
    expect(answer.json()).toEqual({
      participaciones: [{ rifa_id: 1, numeros: [], estado: 'rechazado', cantidad: 0, en_espera: false }],
    })
    for (const value of [rejected.codigo, rejected.secreto, 'pago', 'arla', '1112', '4512'])
      expect(answer.body).not.toContain(value)

    const fake = (await report(shop, { cedula: 'V22222222', referencia: '999888777666' })).json()
    await rejectFake(shop.ctx, fake.id, 1, TESTER)
    expect((await search(shop, 'V22222222')).json()).toEqual({ participaciones: [] })
  })

  test('V and E are two people, a part of a cédula is nobody, and an unknown person is told the same way', async () => {
    const shop = await openShop(setup)
    await report(shop, { cedula: 'E84321567' })
    expect((await search(shop, 'E-84.321.567')).json().participaciones).toHaveLength(1)
    for (const cedula of ['V84321567', '8432156', '84321567', '99999999']) {
      const answer = await search(shop, cedula)
      expect([answer.statusCode, answer.json()]).toEqual([200, { participaciones: [] }])
    }
  })

  test('each of many purchases is shown, and none that was rejected or annulled', async () => {
    const shop = await openShop(setup)
    for (let number = 1; number <= 5; number++) {
      const { id } = (await report(shop, { referencia: `70000000000${number}` })).json()
      if (number === 1) await judge.reject(shop, id, 1, { motivo: 'El pago no aparece.' })
      if (number === 2 || number === 5) await judge.approve(shop, id, 1)
      if (number === 5) await judge.annul(shop, id, 2, { motivo: 'Pago devuelto.' })
    }
    const { participaciones } = (await search(shop, 'V12345678')).json()
    expect(participaciones.map(({ estado }: { estado: string }) => estado)).toEqual([
      'confirmado',
      'en revision',
      'en revision',
    ])
  })

  test('an invalid cédula is refused with the text that the page shows', async () => {
    const shop = await openShop(setup)
    for (const cedula of ['', 'abc', 'J123456789', '1234', '1'.repeat(12), "1' or '1'='1", '%']) {
      const answer = await search(shop, cedula)
      expect([answer.statusCode, answer.json().code], cedula).toEqual([422, 'CEDULA_INVALIDA'])
      expect(answer.json().message).toBe('Escribe una cédula válida: V o E y de 5 a 9 números.')
    }
    for (const cedula of [undefined, null, 12345678, ['12345678'], 'V'.repeat(31)]) {
      expect((await search(shop, cedula)).statusCode).toBe(422)
    }
  })
})

const LIMITED = { config: { abuseLimits: true } }

onSqlite('the lookup, asked too often', (setup) => {
  /** Ids that nobody else asks for. */
  let next = 10_000_000
  const someone = () => `V${next++}`

  const ask = (shop: Shop, cedula: string, remoteAddress: string, headers = {}) =>
    search(shop, cedula, { remoteAddress, headers })

  test('after thirty both calls refuse, say when to ask again, and then answer', async () => {
    const shop = await openShop(setup, {}, LIMITED)
    const from = '203.0.113.9'
    const known = someone()
    await ask(shop, known, from)
    for (let index = 1; index < 40; index++) {
      // A stranger's text there is no address.
      const headers = { 'x-forwarded-for': `198.51.100.${index}` }
      expect((await ask(shop, someone(), from, headers)).statusCode).toBe(index < 30 ? 200 : 429)
    }
    const plain = { url: '/api/rifas/participante/cedula/V55555555', remoteAddress: from }
    const refused = await shop.app.inject(plain)
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      429,
      'DEMASIADAS_CONSULTAS',
      '120',
    ])
    expect(refused.json().message).toMatch(/^Hiciste muchas consultas/)
    expect((await ask(shop, known, from)).statusCode).toBe(200)
    expect((await ask(shop, someone(), '203.0.113.6')).statusCode).toBe(200)
    shop.ctx.clock.advance(120_000)
    expect((await shop.app.inject(plain)).statusCode).toBe(200)
  })

  test('control: with ABUSE_LIMITS=off all is answered', async () => {
    const shop = await openShop(setup)
    for (let index = 0; index < 100; index++) expect((await ask(shop, someone(), '203.0.113.5')).statusCode).toBe(200)
  })

  test('known and unknown people take the same way: as many statements', async () => {
    const shop = await openShop(setup, {}, LIMITED)
    const { id } = (await report(shop)).json()
    await judge.approve(shop, id, 1)
    const statements = async (cedula: string) => {
      const asked: string[] = []
      const { ctx } = shop
      const read = ctx.db.read.withPlugin({
        transformQuery: ({ node }) => {
          asked.push(node.kind)
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const answer = await findParticipations({ ...ctx, db: { ...ctx.db, read } }, cedula)
      return { told: answer.length, asked }
    }
    const [known, unknown] = [await statements('V12345678'), await statements('V87654321')]
    expect([known.told, unknown.told]).toEqual([1, 0])
    expect(unknown.asked).toEqual(known.asked)
    expect(known.asked.length).toBeGreaterThan(1)
  })
})
