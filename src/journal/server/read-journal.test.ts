import { expect, test } from 'vitest'
import { schema } from '#app/server/schema.ts'
import { enterAs } from '#operators/server/testing/enter-as.ts'
import type { Instant } from '#platform/clock.ts'
import { createServer } from '#platform/server/http/server.ts'
import { onBothEngines, onSqlite, type Setup, type TestCtx } from '#platform/server/testing/engines.ts'
import { chainStretch, type JournalLine, journalPage } from '../contract.ts'
import type { Deed } from '../deeds.ts'
import { appendEntry, type NewEntry } from './append-entry.ts'
import { journalRoutes } from './routes.ts'
import { actorNamed } from './testing/actors.ts'
import { setColumns } from './testing/set-columns.ts'

const NOON = Date.parse('2026-11-20T16:00:00Z')

async function open(setup: Setup) {
  const ctx = await setup.context({ schema })
  const app = await createServer(ctx)
  journalRoutes(app, ctx)
  const cookies = await enterAs(ctx, 'lector')
  const get = (path: string) => app.inject({ url: `/api/panel/diario${path}`, cookies })
  /** Every line that the filter finds, page by page. */
  async function all(search: string): Promise<JournalLine[]> {
    const found: JournalLine[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: unknown = (await get(`?${search}${next === '' ? '' : `&despues=${next}`}`)).json()
      const { lineas, siguiente } = journalPage.strict().parse(page)
      found.push(...lineas)
      next = siguiente
    }
    return found
  }
  return { ctx, get, all }
}

function write(ctx: TestCtx, entry: Partial<NewEntry>): Promise<void> {
  const line = {
    ambito: 'sitio',
    en: NOON as Instant,
    actor: actorNamed('Marisela'),
    accion: 'tasa fijada' as Deed,
    datos: {},
  }
  return ctx.db.write('sitio', (tx) => appendEntry(tx, { ...line, ...entry }))
}

onBothEngines("the panel's journal", (setup) => {
  test('pages newest first, each line once, also lines of one instant', async () => {
    const { ctx, all } = await open(setup)
    const deeds: Deed[] = ['entrada al panel', 'salida del panel', 'tasa fijada']
    for (let n = 0; n < 130; n++) {
      const en = (NOON + Math.floor(n / 70)) as Instant
      await write(ctx, { en, datos: { n }, accion: deeds[n % 3] ?? 'tasa fijada' })
    }
    const lines = await all('')
    expect(lines.map(({ datos }) => datos['n'])).toEqual(Array.from({ length: 130 }, (_, n) => 129 - n))
    const access = await all('que=acceso')
    expect(access.map(({ datos }) => datos['n'])).toEqual(
      Array.from({ length: 130 }, (_, n) => 129 - n).filter((n) => n % 3 !== 2),
    )
  })
})

onSqlite("the panel's journal", (setup) => {
  test('filters by person, deed, subject, raffle and day, together', async () => {
    const { ctx, all, get } = await open(setup)
    const at = (iso: string) => Date.parse(iso) as Instant
    await write(ctx, { en: at('2026-11-20T03:59:59.999Z') })
    await write(ctx, { en: at('2026-11-20T04:00:00Z'), actor: actorNamed('Ana') })
    await write(ctx, {
      ...{ en: at('2026-11-21T03:59:59.999Z'), ambito: 'rifa:2', rifa_id: 2, compra_id: 7 },
      accion: 'compra aprobada',
    })
    const made = { ambito: 'rifa:1', rifa_id: 1, accion: 'rifa creada' } as const
    await write(ctx, { ...made, en: at('2026-11-21T04:00:00Z'), actor: actorNamed('Ana') })
    const count = async (search: string) => (await all(search)).length
    expect(await count('desde=2026-11-20&hasta=2026-11-20')).toBe(2)
    expect(await count('hasta=2026-11-19')).toBe(1)
    expect(await count('persona=Ana')).toBe(2)
    expect(await count('persona=Ana&que=rifas')).toBe(1)
    expect(await count('persona=ana')).toBe(0)
    expect(await count('que=compra aprobada')).toBe(1)
    expect(await count('rifa=2')).toBe(1)
    expect((await get('/filtros')).json()).toEqual({ personas: ['Ana', 'Marisela'], rifas: [1, 2] })
  })

  test('an invalid filter is refused, and one that finds nothing is empty', async () => {
    const { get, all } = await open(setup)
    const dates = ['desde=2026-02-30', 'rifa=x', 'rifa=0', 'despues=1', 'despues=1-2-3']
    for (const bad of [...dates, `persona=${'x'.repeat(81)}`]) {
      expect((await get(`?${bad}`)).statusCode, bad).toBe(422)
    }
    for (const odd of ["que=' or 1=1 --", 'que=toString', 'persona=%F0%9F%8E%9F', 'despues=9999999999999999-1']) {
      expect(await all(odd), odd).toEqual([])
    }
  })

  test('the chain is checked in stretches that meet, and a change is found in its own', async () => {
    const { ctx, get } = await open(setup)
    for (let n = 0; n < 2_500; n += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => write(ctx, { datos: { n: n + index } })))
    }
    await write(ctx, { ambito: 'rifa:1' })
    expect((await get('/cadenas')).json()).toEqual({
      cadenas: [
        { ambito: 'rifa:1', lineas: 1 },
        { ambito: 'sitio', lineas: 2_500 },
      ],
      final: expect.stringMatching(/^rifa:1:1:[0-9a-f]{12},sitio:2500:[0-9a-f]{12}$/),
    })
    async function check(): Promise<{ checked: number[]; problems: string[] }> {
      const checked: number[] = []
      const problems: string[] = []
      let from: number | null = 1
      while (from !== null) {
        const answer: unknown = (await get(`/cadenas/revisar?ambito=sitio&desde=${from}`)).json()
        const stretch = chainStretch.strict().parse(answer)
        checked.push(stretch.revisadas)
        problems.push(...stretch.problemas)
        from = stretch.siguiente
      }
      return { checked, problems }
    }
    expect(await check()).toEqual({ checked: [1_000, 1_000, 500], problems: [] })
    for (const numero of [1_000, 1_001, 2_500]) {
      await setColumns(ctx, 'journal', { actor: 'otro' }, { ambito: 'sitio', numero })
    }
    expect((await check()).problems).toEqual(
      [1_000, 1_001, 2_500].map((numero) => `diario sitio: la línea ${numero} fue cambiada o falta una antes`),
    )
    expect((await get('/cadenas/revisar?ambito=nada')).json()).toEqual({
      ...{ revisadas: 0, siguiente: null, hasta: null, problemas: [] },
    })
  })
})
