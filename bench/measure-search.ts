import { sql } from 'kysely'
import { createApp } from '#app/server/create-app.ts'
import { actorNamed } from '#journal/server/testing/actors.ts'
import { createOperator } from '#operators/server/create-operator.ts'
import type { Ctx } from '#platform/server/context.ts'
import { purchaseFilter } from '#purchases/panel-contract.ts'
import { matchesFilter } from '#purchases/server/search/purchase-filter.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { RAFFLES, seedPurchases, someName } from './many-purchases.ts'
import { openShop } from './shop.ts'
import { figure, percentile, type Row } from './table.ts'

/** Milliseconds in which the slowest hundredth of the answers is there. */
const LIMIT = 30
/** Of more purchases a plain statement takes seconds, or is given up. */
const PLAINLY = 100_000
const OWNER = { correo: 'banco@ejemplo.test', clave: 'una frase larga y propia' }
const PANEL = { 'x-tombola': 'panel', origin: 'http://localhost', host: 'localhost' }

/** Questions of operators to the list, each with values without a kept answer. @param i which of many. */
const QUESTIONS: Record<string, (i: number) => Record<string, string>> = {
  'the newest': () => ({}),
  'a state': (i) => ({ estado: ['rechazado', 'anulado', 'en revision', 'confirmado'][i % 4] ?? '' }),
  'a raffle, a state and a method': (i) => ({
    rifa: String((i % RAFFLES) + 1),
    estado: ['confirmado', 'anulado'][i % 2] ?? '',
    metodo: ['zelle', 'binance', 'paypal'][i % 3] ?? '',
  }),
  'rate not verified': (i) => ({ tasa: 'no', estado: i % 2 ? 'confirmado' : 'anulado' }),
  'sold by hand': (i) => ({ venta: 'mano', metodo: i % 2 ? 'zelle' : 'binance' }),
  'days and a state': (i) => ({
    desde: `2026-0${(i % 9) + 1}-03`,
    hasta: `2026-0${(i % 9) + 1}-17`,
    estado: 'rechazado',
  }),
  'a last name': (i) => ({ buscar: someName(i).last }),
  'first and last name': (i) => ({ buscar: `${someName(i).first} ${someName(i).last}` }),
  'the beginning of a name': (i) => ({ buscar: someName(i).last.slice(0, 2 + (i % 3)) }),
  'two beginnings': (i) => ({ buscar: `${someName(i).first.slice(0, 3)} ${someName(i * 3).last.slice(0, 3)}` }),
  'a name and a state': (i) => ({ buscar: someName(i).last, estado: 'anulado', metodo: 'binance' }),
  'a name that nobody has': (i) => ({ buscar: `${someName(i).last} zzz` }),
  'a cédula': (i) => ({ buscar: `V-${1_000_000 + ((i * 7919) % 333_333)}` }),
  'a phone': (i) => ({ buscar: `0414${String(10_000_000 + ((i * 7919) % 333_333)).slice(1)}` }),
  'a mail': (i) => ({ buscar: `persona${(i * 7919) % 333_333}@ejemplo.test` }),
  'the end of a reference': (i) => ({ buscar: String(1000 + ((i * 7919) % 9000)) }),
  'a reference': (i) => ({ buscar: String(1e12 + ((i * 7919 * 387_420_489) % 1e12)).slice(1) }),
  'a number': (i) => ({ buscar: String(100_000 + ((i * 7919) % 100_000)).slice(1) }),
  'a code': (i) => ({ buscar: `TB-${'BCDFGH'.slice(i % 3)}${'2345678'.slice(0, i % 3)}` }),
}

/**
 * The slowest hundredth of the panel's answers over that many purchases, each with its session, its counts and its page; and, of fewer, of the same
 * questions where one plain statement answers them, without the tables that are kept for them (docs/decisions/020-search.md).
 */
export async function measureSearch(engine: Engine, effort: Effort, purchases: number): Promise<Row[]> {
  const ctx = await openShop(await engine.newHome())
  try {
    await seedPurchases(ctx, purchases)
    await createOperator(ctx, { nombre: 'Banco', rol: 'dueno', ...OWNER }, actorNamed('banco de pruebas'))
    const app = await createApp(ctx, null)
    const signed = await app.inject({ method: 'POST', url: '/api/panel/sesion', payload: OWNER, headers: PANEL })
    const cookie = signed.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const ask = async (query: Record<string, string>) => {
      const start = performance.now()
      const answer = await app.inject({
        url: `/api/panel/compras?${new URLSearchParams(query)}`,
        headers: { ...PANEL, cookie },
      })
      const taken = performance.now() - start
      if (answer.statusCode !== 200) throw new Error(`${JSON.stringify(query)}: ${answer.body.slice(0, 300)}`)
      return { taken, page: answer.json() as { siguiente: string | null } }
    }
    const rounds = Math.max(20, Math.floor(effort.samples / 20))
    const ours = await timesOf(rounds, async (query, readOn) => {
      const first = await ask(query)
      return readOn && first.page.siguiente
        ? [first.taken, (await ask({ ...query, despues: first.page.siguiente })).taken]
        : [first.taken]
    })
    const row = (name: string, { all, worst }: Times, target: Row['target']): Row => ({
      measure: `${name} of ${purchases.toLocaleString('en')} purchases, ${engine.name}, p99`,
      ours: `${figure(percentile(all, 0.99))} ms`,
      limit: `${LIMIT} ms`,
      ratio: percentile(all, 0.99) / LIMIT,
      target,
      note: `${Object.keys(QUESTIONS).length} kinds of questions, ${all.length} asked; slowest kinds: ${worst}`,
    })
    const rows = [row('list', ours, { sign: '<=', ratio: 1 })]
    if (purchases <= PLAINLY) {
      const plain = await timesOf(rounds, async (query) => [await askPlainly(ctx, query)])
      rows.push(row('the same by one plain statement, list', plain, null))
    }
    return rows
  } finally {
    await ctx.db.close()
  }
}

interface Times {
  /** Milliseconds. */
  all: number[]
  worst: string
}

async function timesOf(
  rounds: number,
  ask: (query: Record<string, string>, readOn: boolean) => Promise<number[]>,
): Promise<Times> {
  const slowest: { name: string; p99: number }[] = []
  const all: number[] = []
  for (const [name, question] of Object.entries(QUESTIONS)) {
    for (let i = 0; i < 3; i++) await ask(question(i), false)
    const times: number[] = []
    // Every third is read on, as 'Ver más' does.
    for (let i = 0; i < rounds; i++) times.push(...(await ask(question(i), i % 3 === 0)))
    slowest.push({ name, p99: percentile(times, 0.99) })
    all.push(...times)
  }
  slowest.sort((a, b) => b.p99 - a.p99)
  return {
    all,
    worst: slowest
      .slice(0, 4)
      .map(({ name, p99 }) => `${name} ${figure(p99)} ms`)
      .join(', '),
  }
}

/** @returns milliseconds of a page and of the counts and sums of its head. */
async function askPlainly(ctx: Ctx, query: Record<string, string>): Promise<number> {
  const fits = matchesFilter(purchaseFilter.parse(query))
  const start = performance.now()
  await ctx.db.read
    .selectFrom('purchases')
    .selectAll()
    .where(fits)
    .orderBy('creado_en', 'desc')
    .orderBy('id', 'desc')
    .limit(31)
    .execute()
  if (query['buscar'] === undefined)
    await ctx.db.read
      .selectFrom('purchases')
      .select(['moneda', (row) => row.fn.countAll().as('cuantas'), sql`sum(cast(total as numeric))`.as('suma')])
      .where(fits)
      .groupBy('moneda')
      .execute()
  return performance.now() - start
}
