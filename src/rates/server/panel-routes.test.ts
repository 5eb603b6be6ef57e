import { expect, test } from 'vitest'
import { schema } from '#app/server/schema.ts'
import { CONSOLE } from '#journal/actor.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { enterAs } from '#operators/server/testing/enter-as.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import { addDays, dayInCaracas, startOfDay } from '#platform/clock.ts'
import type { AppError } from '#platform/errors.ts'
import { createServer } from '#platform/server/http/server.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { rateStatus } from '../contract.ts'
import { readStatus } from './current-rate.ts'
import { enterRateOfDay } from './rate-of-day.ts'
import { readRatesInForce } from './rates-in-force.ts'
import { rateRoutes } from './routes.ts'
import { chooseReference, enterRate, setFixedRate } from './set-rate.ts'
import { changeSettings } from './store.ts'

/** A server with a signed-in owner. */
async function open(setup: Setup) {
  const ctx = await setup.context({ schema, now: '2026-06-12T14:00:00Z' })
  const app = await createServer(ctx)
  rateRoutes(app, ctx)
  const cookies = await enterAs(ctx, 'dueno')
  const freshCode = await giveSecondFactor(ctx, 'marisela@ejemplo.test')
  const get = (path = '') => app.inject({ url: `/api/panel/tasa${path}`, cookies })
  const send = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api/panel/tasa${path}`, cookies, payload })
  return {
    ...{ ctx, get },
    hoy: (tasa: string) => send('/hoy', { tasa }),
    post: (path: string, payload: object) =>
      send(path, { motivo: 'prueba de la casa', codigo: freshCode(), ...payload }),
    /** Types the rate of the day. @returns its refusal, or the rate. */
    async type(tasa: string) {
      const failure = await enterRateOfDay(ctx, tasa, CONSOLE).catch((error: AppError) => error.code)
      return failure ?? (await readStatus(ctx)).actual?.tasa
    },
  }
}

onSqlite('the rate in the panel', (setup) => {
  test('every owner is told what it was and what it is, whoever changed it and however', async () => {
    const { ctx } = await open(setup)
    // All in one millisecond.
    await setFixedRate(ctx, '700', { actor: CONSOLE, motivo: 'El banco la cambió' })
    await enterRate(ctx, { referencia: 'bcv_euro', tasa: '671.4235', fecha_valor: '2026-06-12' }, { actor: CONSOLE })
    await chooseReference(ctx, 'bcv_euro', { actor: CONSOLE })
    const told = await readMails(ctx)
    expect(told.map(({ para }) => para)).toEqual(Array(3).fill('marisela@ejemplo.test'))
    expect(told[0]?.asunto).toMatch(/^Cambió la tasa con la que pagan en bolívares/)
    expect(told[0]?.texto).toContain('→ Tasa del día: Bs.\u00a0700,00')
    // An hour ends with its own full stop.
    for (const { texto } of told) expect(texto).not.toContain('m..')
    expect(told[0]?.texto).toContain('Motivo: El banco la cambió')
    expect(told.at(-1)?.texto).toContain('Tasa del día: Bs.\u00a0700,00 → Tasa BCV euro')
  })

  test('the owner reads, fixes, chooses and types it', async () => {
    const { ctx, get, post } = await open(setup)
    expect(rateStatus.strict().parse((await get()).json())).toEqual({
      actual: null,
      referencia: 'bcv_euro',
      de_antes: null,
      aviso: '',
      aviso_en: null,
      fuente_activa: false,
      opciones: [
        { referencia: 'bcv_euro', tasa: null, fecha_valor: null },
        { referencia: 'bcv_dolar', tasa: null, fecha_valor: null },
        { referencia: 'fija', tasa: null, fecha_valor: null },
      ],
    })
    expect((await post('', { referencia: 'fija' })).json()).toMatchObject({ code: 'TASA_FIJA_FALTA' })
    expect((await post('', { referencia: 'fija', tasa: '700.5' })).json()).toMatchObject({
      actual: { tasa: '700.50000000', referencia: 'fija' },
    })
    await ctx.db.write('tasa', (tx) => changeSettings(tx, { aviso: 'Un aviso.', aviso_en: ctx.clock.now() }))
    expect((await get()).json()).toMatchObject({ aviso: 'Un aviso.' })
    const published = { referencia: 'bcv_dolar', tasa: '582.6862', fecha_valor: '2026-06-12' }
    expect((await post('/publicada', published)).json()).toMatchObject({ aviso: '', actual: { referencia: 'fija' } })
    expect((await post('', { referencia: 'bcv_dolar' })).json()).toMatchObject({
      actual: { euro: 582.6862, fecha_valor: '2026-06-12', fuente: 'operador' },
    })
  })

  test('the rate of the day, near the one before, is one field: once a day, and no farther than a bad day of BCV', async () => {
    const { ctx, hoy, type } = await open(setup)
    const status = () => readStatus(ctx)
    // Nothing to compare with.
    expect((await hoy('690')).json()).toMatchObject({ code: 'TASA_PIDE_CODIGO' })
    await setFixedRate(ctx, '700', { actor: CONSOLE })
    // Today's was typed already: a session alone moves it no further.
    expect(await status()).toMatchObject({ de_antes: null })
    expect(await type('701')).toBe('TASA_PIDE_CODIGO')
    ctx.clock.advance(86_400_000)
    expect(await status()).toMatchObject({ de_antes: '700.00000000' })
    for (const far of ['664.99', '735.01', '7000']) expect(await type(far), far).toBe('TASA_PIDE_CODIGO')
    expect(await type('0.001')).toBe('TASA_INVALIDA')
    expect(await type('734.5')).toBe('734.50000000')
    expect(await type('735')).toBe('TASA_PIDE_CODIGO')
    // A published one is that of today, and is compared with the days before.
    const today = dayInCaracas(ctx.clock.now())
    await enterRate(ctx, { referencia: 'bcv_dolar', tasa: '600', fecha_valor: today }, { actor: CONSOLE })
    await chooseReference(ctx, 'bcv_dolar', { actor: CONSOLE })
    expect(await type('601')).toBe('TASA_PIDE_CODIGO')
    ctx.clock.advance(86_400_000)
    // Of two simultaneous entries one is stored.
    const both = await Promise.all([type('605'), type('606')])
    expect(both.toSorted()).toEqual([expect.stringMatching(/^60[56]\.00000000$/), 'TASA_PIDE_CODIGO'])
    const mail = (await readMails(ctx)).at(-1)
    expect(mail?.asunto).toContain('Cambió la tasa')
    expect(mail?.texto).toMatch(/60[56]\.00000000/)
  })

  test('midnight is no other day: between two without a code lie twenty hours, of a fixed and of a published rate', async () => {
    const { ctx, type } = await open(setup)
    const midnight = () => startOfDay(addDays(dayInCaracas(ctx.clock.now()), 1))
    const setTime = (to: number) => ctx.clock.advance(to - ctx.clock.now())

    await setFixedRate(ctx, '700', { actor: CONSOLE })
    setTime(midnight() + 86_400_000 - 60_000)
    expect(await type('735')).toBe('735.00000000')
    setTime(midnight())
    expect(await readStatus(ctx)).toMatchObject({ de_antes: null })
    expect(await type('771')).toBe('TASA_PIDE_CODIGO')
    ctx.clock.advance(20 * 3_600_000)
    expect(await type('771')).toBe('771.00000000')

    const fecha_valor = dayInCaracas(ctx.clock.now())
    await enterRate(ctx, { referencia: 'bcv_dolar', tasa: '600', fecha_valor }, { actor: CONSOLE })
    await chooseReference(ctx, 'bcv_dolar', { actor: CONSOLE })
    setTime(midnight() + 86_400_000 - 60_000)
    expect(await type('630')).toBe('630.00000000')
    setTime(midnight())
    expect(await type('661')).toBe('TASA_PIDE_CODIGO')
    ctx.clock.advance(20 * 3_600_000)
    expect(await type('661')).toBe('661.00000000')
  })

  test('the first one that is written is the one in use, and asks for no reason; every other one does', async () => {
    const { ctx, get, post } = await open(setup)
    const published = { referencia: 'bcv_dolar', tasa: '671.4235', fecha_valor: '2026-06-12' }
    expect((await get()).json()).toMatchObject({ referencia: 'bcv_euro', actual: null })
    expect((await post('/publicada', { ...published, motivo: undefined })).json()).toMatchObject({
      referencia: 'bcv_dolar',
      actual: { tasa: '671.42350000' },
    })
    for (const [path, payload] of [
      ['/publicada', { ...published, tasa: '672' }],
      ['', { referencia: 'bcv_euro' }],
    ] as const) {
      expect((await post(path, { ...payload, motivo: undefined })).json()).toMatchObject({ code: 'MOTIVO_NECESARIO' })
    }
    // One is known: another that is written is not taken instead of it.
    expect((await post('/publicada', { ...published, referencia: 'bcv_euro' })).json().referencia).toBe('bcv_dolar')
    expect(await readStatus(ctx)).toMatchObject({ actual: { referencia: 'bcv_dolar' } })
  })

  test('the first one is in use at once also where it is of the next business day', async () => {
    const { ctx, get, post } = await open(setup)
    const friday = { referencia: 'bcv_dolar', tasa: '300.5', fecha_valor: '2026-06-15' }
    expect((await post('/publicada', { ...friday, motivo: undefined })).json()).toMatchObject({
      actual: { tasa: '300.50000000', fecha_valor: '2026-06-15' },
    })
    const today = dayInCaracas(ctx.clock.now())
    expect((await readRatesInForce(ctx.db.read, today))(today, ctx.clock.now())).toEqual(['300.50000000'])
    // A second one is no first.
    expect((await post('/publicada', { ...friday, tasa: '301', motivo: undefined })).json()).toMatchObject({
      code: 'MOTIVO_NECESARIO',
    })
    expect((await get()).json()).toMatchObject({ referencia: 'bcv_dolar', actual: { tasa: '300.50000000' } })
  })

  test('every change is in the journal with its reason and the rate before', async () => {
    const { ctx, post } = await open(setup)
    await post('', { referencia: 'fija', tasa: '700', motivo: 'el banco no publicó' })
    await post('', { referencia: 'bcv_dolar', motivo: 'volvió' })
    expect((await readDeeds(ctx, '%tasa%')).map(({ datos }) => datos)).toEqual([
      {
        tasa: '700.00000000',
        motivo: 'el banco no publicó',
        antes: { referencia: 'bcv_euro', fija: null },
        ahora: { referencia: 'fija', fija: '700.00000000' },
      },
      {
        referencia: 'bcv_dolar',
        motivo: 'volvió',
        antes: { referencia: 'fija', fija: '700.00000000' },
        ahora: { referencia: 'bcv_dolar', fija: '700.00000000' },
      },
    ])
  })

  test('an unreadable rate changes nothing', async () => {
    const { ctx, post } = await open(setup)
    for (const [path, body] of [
      ['', { referencia: 'fija', tasa: '1.000,50' }],
      ['', { referencia: 'fija', tasa: '0' }],
      ['', { referencia: 'bcv_euro', tasa: '5' }],
      ['', { referencia: 'paralelo' }],
      ['/publicada', { referencia: 'fija', tasa: '5', fecha_valor: '2026-06-12' }],
      ['/publicada', { referencia: 'bcv_euro', tasa: '5', fecha_valor: '2026-06-30' }],
    ] as const) {
      expect((await post(path, body)).statusCode).toBe(422)
    }
    expect(await ctx.db.read.selectFrom('rates').select('id').execute()).toEqual([])
    expect(await ctx.db.read.selectFrom('rate_settings').select(['referencia', 'fija']).execute()).toEqual([
      { referencia: 'bcv_euro', fija: null },
    ])
  })
})
