import { createApp } from '#app/server/create-app.ts'
import { createOperator } from '#operators/server/create-operator.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { RAFFLES, seedPurchases, someName } from './many-purchases.ts'
import { ACTOR, fillHome } from './shop.ts'
import { atMost, figure, percentile, type Row } from './table.ts'

/** Milliseconds in which the slowest hundredth of the answers is there. */
const LIMIT = 30
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

/** The slowest hundredth of the panel's answers over that many purchases, each with its session, its counts and its page. */
export async function measure(engine: Engine, effort: Effort): Promise<Row[]> {
  const rows: Row[] = []
  for (const purchases of [100_000, 1_000_000])
    await fillHome(engine, async (ctx) => {
      await seedPurchases(ctx, purchases)
      await createOperator(ctx, { nombre: 'Banco', rol: 'dueno', ...OWNER }, ACTOR)
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
      const { all, worst } = await timesOf(rounds, async (query, readOn) => {
        const first = await ask(query)
        return readOn && first.page.siguiente
          ? [first.taken, (await ask({ ...query, despues: first.page.siguiente })).taken]
          : [first.taken]
      })
      rows.push(
        atMost({
          measure: `list of ${purchases.toLocaleString('en')} purchases, ${engine.name}, p99`,
          value: percentile(all, 0.99),
          limit: LIMIT,
          unit: 'ms',
          note: `${Object.keys(QUESTIONS).length} kinds of questions, ${all.length} asked; slowest kinds: ${worst}`,
        }),
      )
    })
  return rows
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
