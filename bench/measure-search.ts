import { createApp } from '#app/server/create-app.ts'
import { actorNamed } from '#journal/server/testing/actors.ts'
import { createOperator } from '#operators/server/create-operator.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { RAFFLES, seedPurchases, someName } from './many-purchases.ts'
import { openShop } from './shop.ts'
import { figure, percentile, type Row } from './table.ts'

const PURCHASES = 1_000_000
/** Milliseconds in which the slowest hundredth of the answers is there. */
const LIMIT = 30
const OWNER = { correo: 'banco@ejemplo.test', clave: 'una frase larga y propia' }
const PANEL = { 'x-tombola': 'panel', origin: 'http://localhost', host: 'localhost' }

/** What operators ask of the list, each with values that no answer is kept for. @param i which of many. */
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

/** The slowest hundredth of the panel's answers over a million purchases, each with its session, its counts and its page. */
export async function measureSearch(engine: Engine, effort: Effort): Promise<Row[]> {
  const ctx = await openShop(await engine.newHome())
  try {
    await seedPurchases(ctx, PURCHASES)
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
    const slowest: { name: string; p99: number }[] = []
    const all: number[] = []
    const rounds = Math.max(20, Math.floor(effort.samples / 20))
    for (const [name, question] of Object.entries(QUESTIONS)) {
      for (let i = 0; i < 5; i++) await ask(question(i))
      const times: number[] = []
      for (let i = 0; i < rounds; i++) {
        const { taken, page } = await ask(question(i))
        times.push(taken)
        // Every third is read on, as 'Ver más' does.
        if (i % 3 === 0 && page.siguiente) times.push((await ask({ ...question(i), despues: page.siguiente })).taken)
      }
      slowest.push({ name, p99: percentile(times, 0.99) })
      all.push(...times)
    }
    slowest.sort((a, b) => b.p99 - a.p99)
    const worst = slowest.slice(0, 4).map(({ name, p99 }) => `${name} ${figure(p99)} ms`)
    return [
      {
        measure: `list of a million purchases, ${engine.name}, p99`,
        ours: `${figure(percentile(all, 0.99))} ms`,
        limit: `${LIMIT} ms`,
        ratio: percentile(all, 0.99) / LIMIT,
        target: { sign: '<=', ratio: 1 },
        note: `${slowest.length} kinds of questions, ${all.length} asked; slowest kinds: ${worst.join(', ')}`,
      },
    ]
  } finally {
    await ctx.db.close()
  }
}
