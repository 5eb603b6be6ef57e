import { type KyselyPlugin, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#app/server/create-app.ts'
import { hold as holdWish, ofHold } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import { openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { createSnapshots } from '#platform/server/snapshots.ts'
import { onBothEngines, onSqlite, type TestCtx } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { soak } from '#platform/server/testing/soak.ts'
import { sweepHolds } from '../hold/sweep-holds.ts'
import { Pile } from './free-pile.ts'

function hold(shop: Shop, numbers: string[]) {
  return holdWish(shop, { cantidad_tickets: numbers.length, numeros_seleccionados: numbers })
}

function pickedReport(shop: Shop, numbers: unknown, changes: Record<string, string | undefined> = {}) {
  return report(shop, { numeros_seleccionados: JSON.stringify(numbers), ...changes }, { manual: true })
}

async function list({ app, id }: Shop): Promise<{ numero: string; estado: string }[]> {
  return (await app.inject(`/api/rifas/${id}/numeros`)).json()
}

function bitmap({ app, id }: Shop, etag?: string) {
  const headers = { accept: 'application/octet-stream', ...(etag ? { 'if-none-match': etag } : {}) }
  return app.inject({ url: `/api/rifas/${id}/numeros`, headers })
}

async function stateOf(shop: Shop, number: string): Promise<string | undefined> {
  return (await list(shop)).find(({ numero }) => numero === number)?.estado
}

/** Another process on the same data. */
async function beside(shop: Shop, ctx: TestCtx): Promise<Shop> {
  const app = await createApp(ctx, null)
  return { ...shop, ctx, app: { inject: (request) => app.inject(request) } }
}

/** One that has read nothing yet. */
function anew(shop: Shop): Promise<Shop> {
  const { db, clock } = shop.ctx
  return beside(shop, { ...shop.ctx, snapshots: createSnapshots(db, clock) })
}

onBothEngines('the numbers in memory', (setup) => {
  test('after any work of two processes they are what a third reads from the database', async () => {
    const first = await openShop(setup, { total_numeros: 60, gracia_segundos: 300 })
    const shops = [first, await beside(first, await setup.twin(first.ctx))]
    const chance = seededRandom(3)
    const tokens: string[] = []
    const purchases: number[] = []
    let references = 900_000_000
    const anyShop = () => shops[chance.below(2)] ?? first
    const anyOf = <T>(known: T[]) => known[chance.below(Math.max(1, known.length))]
    const someNumbers = () => {
      const start = chance.below(60)
      return [0, 7, 14].map((next) => String((start + next) % 60).padStart(2, '0'))
    }
    const buy = async (changes: Record<string, string | undefined>, numbers: string[]) => {
      references++
      const fields = { cantidad_tickets: '3', total: '15.00', referencia: String(references), ...changes }
      const answer = await pickedReport(anyShop(), numbers, fields)
      if (answer.statusCode === 201) purchases.push(answer.json().id)
    }
    const decide = async (work: (ctx: TestCtx, id: number) => Promise<unknown>) => {
      const id = anyOf(purchases)
      // An action that its state does not allow is refused, and changes nothing.
      if (id !== undefined) await work(anyShop().ctx, id).catch(() => undefined)
    }
    const deeds: (() => Promise<unknown>)[] = [
      async () => {
        const held = await hold(anyShop(), someNumbers())
        if (held.statusCode === 201) tokens.push(held.json().token)
      },
      () => buy({}, someNumbers()),
      () => ofHold(anyShop(), tokens.pop() ?? '', 'soltar'),
      () => decide((ctx, id) => judge.approve({ ctx }, id)),
      () => decide((ctx, id) => judge.reject({ ctx }, id, null, { motivo: 'no llegó' })),
      () => decide((ctx, id) => judge.annul({ ctx }, id, null, { motivo: 'error' })),
      () => decide((ctx, id) => judge.undo({ ctx }, id)),
      () => sweepHolds(anyShop().ctx),
      async () => first.ctx.clock.advance(chance.below(400_000)),
    ]
    const seen = new Set<string>()
    for (let step = 0; step < soak(40, 120); step++) {
      await anyOf(deeds)?.()
      // Often several changes come between two readings.
      if (chance.below(3) > 0) continue
      const fresh = await anew(first)
      const [numbers, bytes] = [await list(fresh), (await bitmap(fresh)).rawPayload]
      for (const { estado } of numbers) seen.add(estado)
      for (const shop of shops) {
        // PostgreSQL notifies the other process a moment later.
        await expect.poll(() => list(shop)).toEqual(numbers)
        expect((await bitmap(shop)).rawPayload).toEqual(bytes)
      }
    }
    expect([...seen].sort()).toEqual(['apartado', 'disponible', 'en revision', 'vendido'])
  })
})

onSqlite('the numbers in memory', (setup) => {
  test('a sale makes a process read the changes, not the raffle', async () => {
    const shop = await openShop(setup, { total_numeros: 10_000 })
    const hundred = (start: number) =>
      Array.from({ length: 100 }, (_, next) => String(start * 100 + next).padStart(4, '0'))
    for (let start = 0; start < 50; start++) expect((await hold(shop, hundred(start))).statusCode).toBe(201)

    let rows = 0
    const count: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rows += result.rows.length
        return result
      },
    }
    const { db } = shop.ctx
    const ctx = { ...shop.ctx, db: { ...db, read: db.read.withPlugin(count) } }
    const watched = { ...shop, ctx, app: await createApp(ctx, null) } as unknown as Shop
    await bitmap(watched)
    expect(rows).toBeGreaterThan(5_000)

    rows = 0
    expect((await hold(watched, ['9998', '9999'])).statusCode).toBe(201)
    expect((await bitmap(watched)).rawPayload.at(-1)).toBe(0b0011_1111)
    expect(rows).toBeLessThan(20)
  })

  test('when more changed together than is worth picking out, all of it is read again', async () => {
    const shop = await openShop(setup, { total_numeros: 20_000 })
    const held = (await hold(shop, ['00000', '19999'])).json()
    await hold(shop, ['19997', '19998'])
    await bitmap(shop)
    await shop.ctx.db.write('prueba', async (tx) => {
      await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(12_000)})
        insert into tickets (rifa_id, numero, estado, reserva_id, version)
        select ${sql.lit(shop.id)}, substr(cast(100000 + i as text), 2), 'vendido', (select max(id) from reservations), 3 from n`.execute(
        tx,
      )
    })
    // Closing the payment frees the two and notifies the process of a change.
    await ofHold(shop, held.token, 'soltar')
    const states = (await list(shop)).map(({ estado }) => estado)
    expect(states.indexOf('vendido')).toBe(1)
    expect(states.lastIndexOf('vendido')).toBe(12_000)
    expect(states.filter((estado) => estado === 'disponible')).toHaveLength(20_000 - 12_000 - 2)
  })

  test('a sale that changes no number leaves the answer that phones have', async () => {
    const shop = await openShop(setup)
    const { etag } = (await bitmap(shop)).headers
    await report(shop)
    expect((await bitmap(shop, String(etag))).statusCode).toBe(304)
    await hold(shop, ['07', '42'])
    const changed = await bitmap(shop, String(etag))
    expect(changed.statusCode).toBe(200)
    shop.ctx.clock.advance(600_000)
    expect((await bitmap(shop)).headers.etag).toBe(etag)
  })
})

onSqlite('picked numbers from a client that knows only the specification', (setup) => {
  test('every number that somebody else has is named', async () => {
    const shop = await openShop(setup)
    await hold(shop, ['07', '42', '50'])
    const answer = await pickedReport(shop, ['42', '08', '07'], { cantidad_tickets: '3', total: '15.00' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'NUMERO_TOMADO',
      error: 'Esos números ya no están disponibles',
      numeros: ['07', '42'],
    })
    expect(await stateOf(shop, '08')).toBe('disponible')
  })

  const refusals: [name: string, numbers: unknown, code: string, details: string][] = [
    ['the same number twice', ['07', '07'], 'NUMERO_INVALIDO', 'Elegiste el mismo número más de una vez.'],
    ['one too few', ['07'], 'DATOS_INVALIDOS', 'Debes seleccionar exactamente 2 números'],
    ['none', [], 'DATOS_INVALIDOS', 'Debes seleccionar exactamente 2 números'],
    ['no list', { 0: '07' }, 'DATOS_INVALIDOS', 'Debes seleccionar exactamente 2 números'],
    ['lists in the list', [['07'], ['08']], 'DATOS_INVALIDOS', 'Debes seleccionar exactamente 2 números'],
    ['a number outside of the raffle', ['07', '100'], 'NUMERO_INVALIDO', 'Uno de los números elegidos'],
    ['too few digits', ['07', '8'], 'NUMERO_INVALIDO', 'Uno de los números elegidos'],
    ['too many digits', ['07', '008'], 'NUMERO_INVALIDO', 'Uno de los números elegidos'],
    ['a sign', ['07', '-8'], 'NUMERO_INVALIDO', 'Uno de los números elegidos'],
    ['digits of another script', ['07', '٠٨'], 'NUMERO_INVALIDO', 'Uno de los números elegidos'],
  ]
  describe('it is refused with a reason, and nothing is taken', () => {
    let shop: Shop
    beforeAll(async () => {
      shop = await openShop(setup)
    })
    test.each(refusals)('%s', async (_, numbers, code, details) => {
      const answer = await pickedReport(shop, numbers)
      expect(answer.statusCode, answer.body).toBe(422)
      const { campos = {}, ...told } = answer.json()
      expect([told.code, told.details]).toEqual([code, expect.stringContaining(details)])
      if (code === 'DATOS_INVALIDOS') expect(Object.keys(campos)).toEqual(['numeros_seleccionados'])
      expect((await list(shop)).every(({ estado }) => estado === 'disponible')).toBe(true)
    })
  })

  test('text that is no JSON, and no list at all', async () => {
    const shop = await openShop(setup)
    for (const text of ['07,42', '["07"', undefined]) {
      const answer = await report(shop, { numeros_seleccionados: text }, { manual: true })
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'DATOS_INVALIDOS'])
    }
  })
})

const SEED = 20_261_122
const SIZE = 12
const DRAWS = 1_200

/** Chi-square of 1,200 draws of three from twelve: which place came how often, as the first of a draw and at all. */
onSqlite('drawn numbers', (setup) => {
  test(`come each as often as any other, in every place of a draw (seed ${SEED})`, () => {
    const random = seededRandom(SEED)
    const drawn = [0, 1, 2].map(() => Array.from({ length: SIZE }, () => 0))
    for (let draw = 0; draw < DRAWS; draw++) {
      const pile = new Pile({
        put: (map, key, value) => void (value === undefined ? map.delete(key) : map.set(key, value)),
      })
      const positions = [0, 1, 2].flatMap((one) => [pile.chance(SIZE - one, random.below), SIZE - one - 1])
      pile.learn({ places: [], positions }, [])
      const places = pile.draw(3, SIZE)
      expect(new Set(places).size).toBe(3)
      for (const [turn, place] of places.entries()) {
        const counts = drawn[turn]
        if (counts) counts[place] = (counts[place] ?? 0) + 1
      }
    }
    const expected = DRAWS / SIZE
    // With eleven degrees of freedom fair chance stays under 42 but once in a hundred thousand.
    for (const counts of drawn) {
      const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
      expect(chiSquare, counts.join(' ')).toBeLessThan(42)
    }
  })

  test('are others with other chance, and each once when all is sold', async () => {
    const sell = async (seed: number) => {
      const shop = await openShop(setup, { total_numeros: 20 }, { seed })
      const numbers: string[] = []
      for (let number = 0; number < 5; number++) {
        const fields = { cantidad_tickets: '4', total: '20.00', referencia: String(83_726_154 + number * 1_000_003) }
        const { id } = (await report(shop, { ...fields, cedula: `V900000${number}` })).json()
        numbers.push(...(await judge.approve(shop, id, 1)))
      }
      return numbers
    }
    const [one, other] = [await sell(SEED), await sell(SEED + 1)]
    expect(one).not.toEqual(other)
    const all = Array.from({ length: 20 }, (_, place) => String(place).padStart(2, '0'))
    expect([[...one].sort(), [...other].sort()]).toEqual([all, all])
  })
})
