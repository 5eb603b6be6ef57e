import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { createApp } from '#app/server/create-app.ts'
import { hold as holdWish, ofHold } from '#app/server/testing/buyer.ts'
import { addRaffle, openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { takeIds } from '#platform/server/db/many.ts'
import { onBothEngines, type Setup } from '#platform/server/testing/engines.ts'
import { soak } from '#platform/server/testing/soak.ts'
import { withoutGuards } from '#platform/server/testing/without-guards.ts'

/** Tables whose guards keep a number from being sold twice; without them every test below must go red. */
const GUARDED = ['stock', 'tickets', 'free_pile', 'journal', 'journal_heads']

/** The shop as its visitors reach it: on PostgreSQL by two processes, which share nothing but the database. */
async function openProcesses(setup: Setup, shop: Shop): Promise<Shop[]> {
  if (setup.engine === 'sqlite') return [shop]
  const ctx = await setup.twin(shop.ctx)
  return [shop, { ...shop, ctx, app: await createApp(ctx, null) }]
}

async function unguarded(shop: Shop): Promise<Shop> {
  // The raffle's row of counters is made by the first hold.
  const first = await hold(shop, 2)
  await ofHold(shop, first.json().token, 'soltar')
  // The counters of ids exist, as after the first row: many that create one at once would all have the same id.
  for (const table of ['purchases', 'outbox'] as const)
    await shop.ctx.db.write('cuentas', (tx) => takeIds(tx, table, 1))
  const ctx = await withoutGuards(shop.ctx, GUARDED)
  return { ...shop, ctx, app: await createApp(ctx, null) }
}

function pick<T>(list: T[], index: number): T {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('empty list')
  return item
}

function hold(shop: Shop, cantidad_tickets: number, numeros_seleccionados?: string[]) {
  return holdWish(shop, { cantidad_tickets, ...(numeros_seleccionados ? { numeros_seleccionados } : {}) })
}

/** 64 visitors want ten tickets each of a hundred: they hold, then report. */
async function sixtyFourBuyers(shops: Shop[]) {
  const statuses: number[] = []
  const codes = new Set<string>()
  let bought = 0
  await Promise.all(
    Array.from({ length: 64 }, async (_, buyer) => {
      const shop = pick(shops, buyer)
      const held = await hold(shop, 10)
      statuses.push(held.statusCode)
      if (held.statusCode !== 201) {
        codes.add(held.json().code)
        return
      }
      const reported = await report(shop, {
        cantidad_tickets: '10',
        total: '50.00',
        cedula: `V${10_000_000 + buyer}`,
        referencia: String(500_000_000 + buyer),
        apartado: held.json().token,
      })
      statuses.push(reported.statusCode)
      if (reported.statusCode === 201) bought++
      else codes.add(reported.json().code)
    }),
  )
  const problems = await audit(pick(shops, 0).ctx)
  return { bought, codes, failures: statuses.filter((status) => status >= 500), problems }
}

/** 200 visitors want the same ten numbers, each in a different order. */
async function sameTenNumbers(shops: Shop[], round: number) {
  const numbers = Array.from({ length: 10 }, (_, index) => String(round * 10 + index).padStart(3, '0'))
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, client) => {
      const turned = [...numbers.slice(client % 10), ...numbers.slice(0, client % 10)]
      return hold(pick(shops, client), 10, client % 2 === 0 ? turned : turned.reverse())
    }),
  )
  const losers = answers.filter((answer) => answer.statusCode !== 201)
  return {
    winners: answers.length - losers.length,
    failures: losers.filter((answer) => answer.statusCode >= 500).length,
    told: losers.filter((answer) => answer.json().code === 'NUMERO_TOMADO' && answer.json().numeros.length === 10)
      .length,
  }
}

/** Visitors want two neighbours of a ring of ten numbers: everybody's wish crosses that of two others. */
async function crossingPairs(shops: Shop[]) {
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, client) => {
      const pair = [client % 10, (client + 1) % 10].map((place) => String(900 + place))
      const answer = await hold(pick(shops, client), 2, client % 3 === 0 ? pair : pair.reverse())
      return { status: answer.statusCode, pair }
    }),
  )
  const owned = answers.filter(({ status }) => status === 201).flatMap(({ pair }) => pair)
  return { owned, failures: answers.filter(({ status }) => status >= 500).length }
}

onBothEngines('races', (setup) => {
  test('64 buyers of 10 at a stock of 100: exactly 10 buy, the others are told, nobody gets an error of ours', async () => {
    const outcome = await sixtyFourBuyers(await openProcesses(setup, await openShop(setup)))
    expect(outcome).toEqual({ bought: 10, codes: new Set(['SIN_DISPONIBLES']), failures: [], problems: [] })
  })

  test('control: without the guards those 64 buyers oversell', async () => {
    const outcome = await sixtyFourBuyers([await unguarded(await openShop(setup))])
    expect(outcome.bought).toBeGreaterThan(10)
    expect(outcome.problems.join('\n')).toMatch(/en_revision dice/)
  })

  test('reports without a hold race for the last tickets: as many are taken as there are, the others wait', async () => {
    const shops = await openProcesses(setup, await openShop(setup))
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, buyer) =>
        report(pick(shops, buyer), {
          cantidad_tickets: '10',
          total: '50.00',
          cedula: `V${20_000_000 + buyer}`,
          referencia: String(600_000_000 + buyer),
        }),
      ),
    )
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(64)
    expect(answers.filter((answer) => answer.json().en_espera)).toHaveLength(54)
    expect(await audit(pick(shops, 0).ctx)).toEqual([])
  })

  test('200 clients on the same 10 numbers, again and again: one has them, 199 are told which are gone', async () => {
    const shops = await openProcesses(setup, await openShop(setup, { total_numeros: 1_000 }))
    for (let round = 0; round < soak(2, 20); round++) {
      expect(await sameTenNumbers(shops, round)).toEqual({ winners: 1, failures: 0, told: 199 })
    }
    expect(await audit(pick(shops, 0).ctx)).toEqual([])
  })

  test('control: without the guards the same numbers have several owners', async () => {
    const shop = await unguarded(await openShop(setup, { total_numeros: 1_000 }))
    const outcome = await sameTenNumbers([shop], 0)
    expect(outcome.winners).toBeGreaterThan(1)
    expect((await audit(shop.ctx)).join('\n')).toContain('tiene dos dueños')
  })

  test('crossing pairs: no number twice, no deadlock that anyone sees', async () => {
    const shops = await openProcesses(setup, await openShop(setup, { total_numeros: 1_000 }))
    const { owned, failures } = await crossingPairs(shops)
    expect(failures).toBe(0)
    expect(new Set(owned).size).toBe(owned.length)
    expect(owned.length).toBeGreaterThanOrEqual(6)
    expect(await audit(pick(shops, 0).ctx)).toEqual([])
  })

  test('50 equal simultaneous posts, with one key, make one purchase', async () => {
    const shops = await openProcesses(setup, await openShop(setup))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, attempt) => report(pick(shops, attempt), {}, { key: 'la-misma-clave' })),
    )
    const ids = new Set(answers.filter((answer) => answer.statusCode === 201).map((answer) => answer.json().id))
    expect(ids.size).toBe(1)
    for (const answer of answers) expect([201, 409]).toContain(answer.statusCode)
    const { rows } = await countPurchases(pick(shops, 0))
    expect(rows).toBe(1)
  })

  test('one key in two raffles simultaneously makes one purchase, and the other is told', async () => {
    const [first, second = first] = await openProcesses(setup, await openShop(setup))
    if (!first || !second) throw new Error('no shop')
    const other = await addRaffle(first.ctx)
    for (let attempt = 0; attempt < soak(4, 10); attempt++) {
      const fields = (id: number) => ({
        id_rifa: String(id),
        cedula: `V${30_000_000 + id}`,
        referencia: `5511${1_000 + attempt}`,
      })
      const options = { key: `la-misma-clave-${attempt}` }
      const answers = await Promise.all([
        report(first, fields(first.id), options),
        report(second, fields(other), options),
      ])
      const said = answers.map((answer) => answer.json().code ?? answer.statusCode)
      expect(said.filter((one) => one !== 'EN_CURSO' && one !== 'CLAVE_REUTILIZADA')).toEqual([201])
    }
    expect(await audit(first.ctx)).toEqual([])
  })
})

async function countPurchases({ ctx }: Shop): Promise<{ rows: number }> {
  return { rows: (await ctx.db.read.selectFrom('purchases').select('id').execute()).length }
}
