import { expect, test } from 'vitest'
import { schema } from '#app/server/schema.ts'
import { actorNamed } from '#journal/server/testing/actors.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { createServer } from '#platform/server/http/server.ts'
import { onBothEngines, onSqlite, type Setup, type TestCtx } from '#platform/server/testing/engines.ts'
import { rateAnswer } from '../contract.ts'
import { currentRate } from './current-rate.ts'
import type { Reading } from './parse-reading.ts'
import { recordRate } from './record-rate.ts'
import { rateRoutes } from './routes.ts'
import { chooseReference, enterRate, setFixedRate } from './set-rate.ts'

/** Friday 12 June 2026, 10:00 in Caracas. */
const FRIDAY = '2026-06-12T14:00:00Z'

const MARISELA = { actor: actorNamed('Marisela') }

function open(setup: Setup, now = FRIDAY): Promise<TestCtx> {
  return setup.context({
    schema,
    now,
  })
}

function reading(tasa: string, fecha_valor: string): Reading {
  return { tasa, fecha_valor } as Reading
}

async function inForce(ctx: TestCtx) {
  const rate = await currentRate(ctx)
  return rate && [rate.tasa, rate.fecha_valor, rate.vigente]
}

onSqlite('rates', (setup) => {
  test('a rate counts from midnight in Caracas of its fecha valor, and not before', async () => {
    const ctx = await open(setup)
    expect(await currentRate(ctx)).toBeNull()
    await recordRate(ctx, 'bcv_euro', reading('671.42350000', '2026-06-12'), 'fuente.test')
    await recordRate(ctx, 'bcv_euro', reading('675.00000000', '2026-06-15'), 'fuente.test')
    expect(await inForce(ctx)).toEqual(['671.42350000', '2026-06-12', true])
    ctx.clock.set('2026-06-15T03:59:59Z')
    expect(await inForce(ctx)).toEqual(['671.42350000', '2026-06-12', true])
    ctx.clock.set('2026-06-15T04:00:00Z')
    expect(await inForce(ctx)).toEqual(['675.00000000', '2026-06-15', true])
  })

  test('the guards: jumps, far dates, older days; a correction counts', async () => {
    const ctx = await open(setup)
    await recordRate(ctx, 'bcv_euro', reading('100.00000000', '2026-06-11'), 'fuente.test')
    expect(await recordRate(ctx, 'bcv_euro', reading('110.00000000', '2026-06-12'), 'fuente.test')).toBe(true)
    await expect(recordRate(ctx, 'bcv_euro', reading('121.01000000', '2026-06-15'), 'f')).rejects.toThrow(/10 %/)
    await expect(recordRate(ctx, 'bcv_euro', reading('98.99000000', '2026-06-15'), 'f')).rejects.toThrow(/10 %/)
    await expect(recordRate(ctx, 'bcv_euro', reading('110.00000000', '2026-06-20'), 'f')).rejects.toThrow(/lejana/)
    expect(await recordRate(ctx, 'bcv_euro', reading('90.00000000', '2026-06-10'), 'fuente.test')).toBe(false)
    expect(await recordRate(ctx, 'bcv_euro', reading('110.00000000', '2026-06-12'), 'fuente.test')).toBe(false)
    expect(await inForce(ctx)).toEqual(['110.00000000', '2026-06-12', true])
    // The same day again is compared with the day before it, so it cannot climb step by step.
    await expect(recordRate(ctx, 'bcv_euro', reading('111.00000000', '2026-06-12'), 'f')).rejects.toThrow(/10 %/)
    expect(await recordRate(ctx, 'bcv_euro', reading('105.00000000', '2026-06-12'), 'fuente.test')).toBe(true)
    expect(await inForce(ctx)).toEqual(['105.00000000', '2026-06-12', true])
    // The dollar has a history of its own.
    expect(await recordRate(ctx, 'bcv_dolar', reading('50.00000000', '2026-06-12'), 'fuente.test')).toBe(true)
  })

  test('a true jump is typed by the operator, holds for its day, and the source goes on from there', async () => {
    const ctx = await open(setup)
    await recordRate(ctx, 'bcv_euro', reading('100.00000000', '2026-06-11'), 'fuente.test')
    const jump = reading('150.00000000', '2026-06-12')
    await expect(recordRate(ctx, 'bcv_euro', jump, 'fuente.test')).rejects.toThrow(/10 %/)
    await enterRate(ctx, { referencia: 'bcv_euro', tasa: '150', fecha_valor: '2026-06-12' }, MARISELA)
    expect(await inForce(ctx)).toEqual(['150.00000000', '2026-06-12', true])
    expect(await recordRate(ctx, 'bcv_euro', reading('149.00000000', '2026-06-12'), 'fuente.test')).toBe(false)
    expect(await recordRate(ctx, 'bcv_euro', reading('151.00000000', '2026-06-15'), 'fuente.test')).toBe(true)
    for (const fecha_valor of ['2026-06-16', '2026-05-01', '2026-02-30', '']) {
      const published = { referencia: 'bcv_euro' as const, tasa: '150', fecha_valor }
      await expect(enterRate(ctx, published, MARISELA)).rejects.toMatchObject({
        code: 'TASA_INVALIDA',
      })
    }
  })
})

onBothEngines('rates', (setup) => {
  test('another process sees the new rate', async () => {
    const ctx = await open(setup)
    const other = await setup.twin(ctx)
    await setFixedRate(ctx, '700', MARISELA)
    expect(await currentRate(other)).toMatchObject({ tasa: '700.00000000' })
    await setFixedRate(ctx, '710', MARISELA)
    await expect.poll(async () => (await currentRate(other))?.tasa).toBe('710.00000000')
  })
})

onSqlite('the rate in force', (setup) => {
  test('a rate is doubted when it is more than five days old', async () => {
    const ctx = await open(setup)
    await recordRate(ctx, 'bcv_euro', reading('671.42350000', '2026-06-12'), 'fuente.test')
    ctx.clock.set('2026-06-18T03:59:00Z')
    expect(await inForce(ctx)).toEqual(['671.42350000', '2026-06-12', true])
    ctx.clock.set('2026-06-18T04:00:00Z')
    expect(await inForce(ctx)).toEqual(['671.42350000', '2026-06-12', false])
  })

  test('the operator’s fixed rate wins, has no age, and gives way on request', async () => {
    const ctx = await open(setup)
    await recordRate(ctx, 'bcv_euro', reading('671.42350000', '2026-06-12'), 'fuente.test')
    await recordRate(ctx, 'bcv_dolar', reading('582.68620000', '2026-06-12'), 'fuente.test')
    await expect(chooseReference(ctx, 'fija', MARISELA)).rejects.toMatchObject({
      code: 'TASA_FIJA_FALTA',
      status: 409,
    })
    await setFixedRate(ctx, '700.5', MARISELA)
    ctx.clock.advance(30 * 86_400_000)
    expect(await currentRate(ctx)).toMatchObject({ tasa: '700.50000000', referencia: 'fija', vigente: true })
    await chooseReference(ctx, 'bcv_dolar', MARISELA)
    expect(await currentRate(ctx)).toMatchObject({ tasa: '582.68620000', referencia: 'bcv_dolar', vigente: false })
    await chooseReference(ctx, 'fija', MARISELA)
    expect(await currentRate(ctx)).toMatchObject({ tasa: '700.50000000', referencia: 'fija' })
    const deeds = (await readDeeds(ctx)).filter(({ actor }) => actor === 'Marisela')
    expect(deeds.map(({ accion }) => accion)).toEqual([
      'tasa fijada',
      'referencia de la tasa cambiada',
      'referencia de la tasa cambiada',
    ])
  })

  test('a rate that nobody can type is refused', async () => {
    const ctx = await open(setup)
    for (const text of ['0', '-1', '1e3', '1.000,50', '671,42', '', ' 5', 'NaN', '1.123456789', '1234567890'])
      await expect(setFixedRate(ctx, text, MARISELA), text).rejects.toMatchObject({
        code: 'TASA_INVALIDA',
        status: 422,
      })
    expect(await currentRate(ctx)).toBeNull()
  })

  test('GET /api/rifas/tasa-bcv: 503 while none is known, then the rate with a tag that changes with it', async () => {
    const ctx = await open(setup)
    const app = await createServer(ctx)
    rateRoutes(app, ctx)
    const none = await app.inject('/api/rifas/tasa-bcv')
    expect([none.statusCode, none.json().code, none.headers['retry-after']]).toEqual([503, 'TASA_NO_DISPONIBLE', '60'])
    await recordRate(ctx, 'bcv_euro', reading('671.42350000', '2026-06-12'), 'fuente.test')
    const answer = await app.inject('/api/rifas/tasa-bcv')
    expect(rateAnswer.strict().parse(answer.json())).toEqual({
      euro: 671.4235,
      tasa: '671.42350000',
      referencia: 'bcv_euro',
      fecha_valor: '2026-06-12',
      fuente: 'fuente.test',
      obtenida_en: '2026-06-12T14:00:00.000Z',
      vigente: true,
    })
    const etag = String(answer.headers['etag'])
    const again = () => app.inject({ url: '/api/rifas/tasa-bcv', headers: { 'if-none-match': etag } })
    expect((await again()).statusCode).toBe(304)
    await setFixedRate(ctx, '700', MARISELA)
    expect((await again()).json()).toMatchObject({ euro: 700, referencia: 'fija' })
    await app.close()
  })
})
