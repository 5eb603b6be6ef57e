import { expect, test } from 'vitest'
import { schema, tables } from '#app/server/schema.ts'
import type { Instant } from '#platform/clock.ts'
import { capDeadlines } from '#platform/server/jobs/cap-deadlines.ts'
import { onBothEngines, onSqlite, type Setup, type TestCtx } from '#platform/server/testing/engines.ts'
import { INVENTED, SOURCE_FORMS, THIRD_PARTY } from '../../../source-forms.ts'
import { openReceipt } from '../receipts/keep-receipt.ts'
import { sweepReceipts } from '../receipts/sweep-receipts.ts'
import { MOVEMENTS_LANE } from '../record-movements.ts'
import { SourceFailure } from '../sources/pull-adapter.ts'
import { listReceipts } from '../sources/source-routes.ts'
import { addAskedSource } from '../testing/asked-source.ts'
import { json, openBank } from '../testing/bank.ts'
import { PULL_ADAPTERS } from './adapters.ts'
import { askDue, nextTry } from './ask-due.ts'

const CLAVE = 'llave-de-prueba-0123456789'
const MINUTE = 60_000

const bank = await openBank()

const movement = (referencia: number, more: Record<string, unknown> = {}) => ({
  referencia: String(referencia),
  fecha: '2026-11-20',
  hora: '0814',
  mov: 'CREDITO',
  importe: '33.571,18',
  observacion: 'PAGOMOVIL OTROS BANCOS 0134 04241112233',
  ...more,
})
const movs = (...rows: unknown[]) => json({ code: '1000', data: { movs: rows } })

async function open(setup: Setup) {
  const ctx = await setup.context({ schema, seed: 3 })
  const ajustes = { direccion: bank.url, cuenta: '01020000000000000001' }
  await addAskedSource(ctx, 'bdv', ajustes, { clave: CLAVE })
  bank.asked = []
  const source = () => ctx.db.read.selectFrom('movement_sources').selectAll().executeTakeFirstOrThrow()
  const all = () => ctx.db.read.selectFrom('movements').selectAll().orderBy('id').execute()
  const change = (changes: { version?: number; activa?: number; proximo_en?: Instant }) =>
    ctx.db.write('sitio', (tx) => tx.updateTable('movement_sources').set(changes).execute())
  return { ctx, source, all, change }
}

onBothEngines('sources that are asked', (setup) => {
  test('a process that dies in the middle of a reading leaves the cursor where it was: the next one reads all of it, each once', async () => {
    const { ctx, source, all } = await open(setup)
    const rows = Array.from({ length: 600 }, (_, at) => movement(30_000_000 + at * 7, { importe: `${100 + at},18` }))
    bank.answer = (response, asked) => movs(...(asked.body.includes('20/11/2026') ? rows : []))(response, asked)
    const dead = Promise.withResolvers<void>()
    let portions = 0
    const write: TestCtx['db']['write'] = (lane, job) => {
      if (lane !== MOVEMENTS_LANE || ++portions === 1) return ctx.db.write(lane, job)
      dead.resolve()
      return new Promise(() => {})
    }
    void askDue({ ...ctx, db: { ...ctx.db, write } })
    await dead.promise
    expect((await all()).length).toBe(500)
    expect(await source()).toMatchObject({ cursor: null, leido_hasta: null, ultimo_en: null })
    ctx.clock.advance(5 * MINUTE)
    await askDue(ctx)
    expect((await all()).length).toBe(600)
    expect(await source()).toMatchObject({ cursor: '2026-11-20', leido_hasta: ctx.clock.now() })
  })

  test('two processes at the same time ask once, and the question of a dead one is asked again when the bank allows it', async () => {
    const { ctx } = await open(setup)
    const both: TestCtx[] = [ctx, setup.engine === 'postgres' ? await setup.twin(ctx) : ctx]
    bank.answer = movs()
    await Promise.all([0, 1, 2].flatMap(() => both.map((one) => askDue(one))))
    expect(bank.asked).toHaveLength(4)
    bank.asked = []
    ctx.clock.advance(2 * MINUTE)
    const asking = Promise.withResolvers<void>()
    const dead = async () => {
      asking.resolve()
      return new Promise<never>(() => {})
    }
    void askDue({ ...ctx, fetch: dead })
    await asking.promise
    await askDue(ctx)
    expect(bank.asked).toHaveLength(0)
    ctx.clock.advance(MINUTE)
    await askDue(ctx)
    expect(bank.asked).toHaveLength(1)
  })
})

onSqlite('sources that are asked, of one process', (setup) => {
  test('the answer of the bank is kept as its word, with how far it was read', async () => {
    const { ctx, source, all } = await open(setup)
    bank.answer = movs(movement(30_906_155))
    await askDue(ctx)
    expect(await all()).toMatchObject([{ metodo_id: 1, confianza: 'banco', centimos: 3_357_118, cola: '30906155' }])
    expect(await source()).toMatchObject({
      cursor: '2026-11-20',
      leido_hasta: ctx.clock.now(),
      ultimo_en: ctx.clock.now(),
      causa: null,
      fallos: 0,
    })
    bank.asked = []
    await askDue(ctx)
    expect(bank.asked).toEqual([])
    ctx.clock.advance(2 * MINUTE)
    bank.answer = movs(movement(30_906_155), movement(30_906_999))
    await askDue(ctx)
    expect([bank.asked.length, (await all()).length]).toEqual([1, 2])
  })

  test('the bank’s text about each payment is kept sealed for thirty days, once, and shown as money alone', async () => {
    const { ctx, all } = await open(setup)
    bank.answer = movs(movement(30_906_155), movement(30_906_155), movement(30_906_999))
    await askDue(ctx)
    ctx.clock.advance(2 * MINUTE)
    await askDue(ctx)
    const receipts = () => ctx.db.read.selectFrom('movement_receipts').selectAll().orderBy('id').execute()
    const kept = await receipts()
    expect(kept.map(({ estado, movimiento_id }) => [estado, movimiento_id])).toEqual(
      (await all()).map(({ id }) => ['leido', id]),
    )
    expect(kept.map((row) => JSON.parse(openReceipt(ctx, row).bytes.toString()))).toEqual([
      movement(30_906_155),
      movement(30_906_155),
      movement(30_906_999),
    ])
    expect(JSON.stringify(kept)).not.toMatch(/4241112233|30906999/)
    expect((await listReceipts(ctx)).recibos).toEqual([])
    ctx.clock.advance(31 * 24 * 60 * MINUTE)
    await sweepReceipts(ctx)
    expect([(await receipts()).length, (await all()).length]).toEqual([0, 3])
  })

  test('a failure is noted with its cause and a next try, and removed by the next answer; the time of the last reading stays', async () => {
    const { ctx, source } = await open(setup)
    bank.answer = movs()
    await askDue(ctx)
    const read = (await source()).leido_hasta
    const pauses: number[] = []
    for (let failure = 1; failure <= 4; failure++) {
      ctx.clock.advance(60 * MINUTE)
      bank.answer = json({ message: `la llave ${CLAVE} de V12345678 no sirve` }, 500)
      await askDue(ctx)
      const row = await source()
      expect(row).toMatchObject({
        causa: 'mantenimiento',
        causa_en: ctx.clock.now(),
        fallos: failure,
        leido_hasta: read,
      })
      pauses.push(((row.proximo_en ?? 0) - ctx.clock.now()) / MINUTE)
    }
    expect(pauses.map((pause) => Math.round(Math.log2(pause)))).toEqual([1, 2, 3, 4])
    expect(ctx.lines.join()).not.toMatch(new RegExp(`${CLAVE}|12345678`))
    expect(ctx.lines.join()).toContain('bdv: mantenimiento, http 500')
    ctx.clock.advance(60 * MINUTE)
    bank.answer = movs()
    await askDue(ctx)
    expect(await source()).toMatchObject({ causa: null, causa_en: null, fallos: 0, leido_hasta: ctx.clock.now() })
  })

  test('an unreadable row waits for a person, once, sealed', async () => {
    const { ctx } = await open(setup)
    bank.answer = movs(movement(1, { importe: '33,571.18' }))
    await askDue(ctx)
    ctx.clock.advance(2 * MINUTE)
    await askDue(ctx)
    const receipts = await ctx.db.read.selectFrom('movement_receipts').selectAll().execute()
    expect(receipts).toMatchObject([{ fuente_id: 1, estado: 'ilegible', motivo: expect.stringContaining('renglón') }])
    expect(receipts[0]?.cuerpo).toMatch(/^s1\./)
  })

  test('an answer that was read by settings that changed meanwhile is not kept', async () => {
    const { ctx, source, all, change } = await open(setup)
    bank.answer = async (response, asked) => {
      await change({ version: 2 })
      movs(movement(30_906_155))(response, asked)
    }
    await askDue(ctx)
    expect(await all()).toEqual([])
    expect(await source()).toMatchObject({ cursor: null, leido_hasta: null })
  })

  test('a source that is off is not asked, one whose next try a wrong clock put far ahead is', async () => {
    const { ctx, change } = await open(setup)
    bank.answer = movs()
    await change({ activa: 0 })
    await askDue(ctx)
    expect(bank.asked).toHaveLength(0)
    await change({ activa: 1, proximo_en: (ctx.clock.now() + 48 * 60 * MINUTE) as Instant })
    await capDeadlines(ctx, tables)
    await askDue(ctx)
    expect(bank.asked).toHaveLength(4)
  })

  test('after a failure a bank is asked no more often than it allows', async () => {
    const { ctx, source } = await open(setup)
    // A line that is cut is tried again after half a minute by itself, and this bank allows one question a minute.
    bank.answer = (response) => void response.destroy()
    await askDue(ctx)
    const { causa, proximo_en } = await source()
    expect([causa, proximo_en]).toEqual(['tiempo', ctx.clock.now() + MINUTE])
  })

  test('a server that ends counts no failure', async () => {
    const { ctx, source } = await open(setup)
    const ending = new AbortController()
    bank.answer = () => ending.abort()
    await askDue(ctx, ending.signal)
    expect(await source()).toMatchObject({ causa: null, fallos: 0, proximo_en: ctx.clock.now() + MINUTE })
  })

  test('settings that another key sealed are a failure, and nobody is asked', async () => {
    const { ctx, source } = await open(setup)
    await ctx.db.write('sitio', (tx) => tx.updateTable('movement_sources').set({ secreto: 's1.x' }).execute())
    await askDue(ctx)
    expect([bank.asked.length, (await source()).causa]).toEqual([0, 'ilegible'])
  })

  test('a clock that goes back does not undo how far it was read', async () => {
    const { ctx, source } = await open(setup)
    bank.answer = movs()
    await askDue(ctx)
    const before = await source()
    ctx.clock.advance(-26 * 60 * MINUTE)
    await askDue(ctx)
    expect((await source()).leido_hasta).toBe(before.leido_hasta)
  })
})

test('every source that the panel offers to ask can be asked, and the other way round', () => {
  const polled = SOURCE_FORMS.filter(({ via }) => via === 'lectura').map(({ fuente }) => fuente)
  expect(polled.sort()).toEqual(Object.keys(PULL_ADAPTERS).sort())
})

test('each form of a source says whose word it is, also where a phone forwards or a bank calls', () => {
  const silent = SOURCE_FORMS.filter(({ nota, via }) => !nota.includes(via === 'aviso' ? INVENTED : THIRD_PARTY)).map(
    ({ titulo }) => titulo,
  )
  expect([SOURCE_FORMS.length, silent]).toEqual([12, []])
})

test.each([
  ['tiempo', 1, 30_000],
  ['tiempo', 9, 15 * MINUTE],
  ['limite', 1, 10 * MINUTE],
  ['credencial', 1, 60 * MINUTE],
  ['credencial', 30, 12 * 60 * MINUTE],
] as const)('%s, for the %i. time: about so long, by chance a little more or less', (causa, failures, pause) => {
  const now = 1000 as Instant
  const tries = [0, 200, 400].map((chance) =>
    nextTry(new SourceFailure(causa, 'x'), failures, now, { below: () => chance, bytes: Buffer.alloc }),
  )
  expect(tries).toEqual([0.8, 1, 1.2].map((part) => 1000 + Math.round(part * pause)))
})

test('a bank that says when to ask again is asked then, within a day', () => {
  const at = (until: number) =>
    nextTry(new SourceFailure('limite', 'x', until as Instant), 1, 0 as Instant, {
      below: () => 200,
      bytes: Buffer.alloc,
    })
  expect([at(3 * 60 * MINUTE), at(5), at(90 * 60 * MINUTE)]).toEqual([3 * 60 * MINUTE, 10 * MINUTE, 24 * 60 * MINUTE])
})
