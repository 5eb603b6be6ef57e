import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { correct, ownPage as read } from '#app/server/testing/buyer.ts'
import { judge } from '#app/server/testing/judge.ts'
import { openShop, report } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { rejectFake } from '#review/server/fakes/reject-fakes.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'

const GRACE = 3_600
const REASON = 'La referencia no coincide con el comprobante.'

onSqlite('the private page', (setup) => {
  test('says what its buyer needs, and nothing that identifies the buyer where the link is forwarded', async () => {
    const shop = await openShop(setup)
    const { id, secreto, codigo } = (await report(shop)).json()
    const reviewed = await read(shop, secreto)
    expect(reviewed.json()).toMatchObject({
      codigo,
      estado: 'en revision',
      nombre: 'Carla M.',
      correo: 'c•••@ejemplo.test',
      numeros: [],
      referencia: '004512783390',
      monto: '6714.24',
      monto_moneda: 'VES',
      corregible: true,
      corregible_hasta: null,
    })
    await judge.approve(shop, id, 1)
    const confirmed = await read(shop, secreto)
    expect(confirmed.json()).toMatchObject({ estado: 'confirmado', referencia: '••••3390', corregible: false })
    expect(confirmed.json().numeros).toHaveLength(2)
    for (const answer of [reviewed, confirmed]) {
      expect(answer.headers['cache-control']).toBe('no-store')
      for (const value of ['12345678', 'Mendoza', '4141234567', 'carla@']) expect(answer.body).not.toContain(value)
    }
    expect(confirmed.body).not.toContain('4512783390')
    expect(shop.ctx.lines.join('\n')).not.toContain(secreto)
  })

  test('is the same nothing for every secret that is nobody’s', async () => {
    const shop = await openShop(setup)
    const { secreto } = (await report(shop)).json()
    const wrong = ['x', 'A'.repeat(22), secreto.slice(0, -1), `${secreto}A`, secreto.toLowerCase(), "' or 1=1 --"]
    for (const text of wrong) {
      const answer = await read(shop, text)
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'NO_EXISTE'])
    }
    for (const body of [{}, { secreto: '' }, { secreto: 'A'.repeat(65) }, { secreto: { $ne: '' } }, []]) {
      const answer = await shop.app.inject({ method: 'POST', url: '/api/rifas/mi-compra', payload: body })
      expect(answer.statusCode).toBe(422)
    }
    expect((await correct(shop, { secreto: 'A'.repeat(22), referencia: '99887766' })).statusCode).toBe(404)
    expect((await correct(shop, { referencia: '99887766' })).statusCode).toBe(404)
  })

  test('a decision that was taken back is no step of it', async () => {
    const shop = await openShop(setup)
    const { id, secreto } = (await report(shop)).json()
    const steps = async () => (await read(shop, secreto)).json().pasos.map(({ paso }: { paso: string }) => paso)
    await judge.approve(shop, id, 1)
    expect(await steps()).toEqual(['apartado', 'reportado', 'confirmado'])
    await judge.undo(shop, id, 2)
    expect(await steps()).toEqual(['apartado', 'reportado'])
    await judge.reject(shop, id, 3, { motivo: REASON })
    await judge.undo(shop, id, 4)
    expect(await steps()).toEqual(['apartado', 'reportado'])
  })
})

onSqlite('correcting after a rejection', (setup) => {
  async function openRejected(raffle: Parameters<typeof openShop>[1] = {}) {
    const shop = await openShop(setup, { gracia_segundos: GRACE, ...raffle })
    const { id, secreto } = (await report(shop)).json()
    await judge.reject(shop, id, 1, { motivo: REASON })
    return { shop, id: id as number, secreto: secreto as string }
  }

  test('within the grace time it keeps its tickets and is in review again', async () => {
    const { shop, secreto } = await openRejected()
    const rejected = (await read(shop, secreto)).json()
    const until = new Date(shop.ctx.clock.now() + GRACE * 1000).toISOString()
    expect(rejected).toMatchObject({
      estado: 'rechazado',
      motivo: REASON,
      corregible: true,
      corregible_hasta: until,
      referencia: '004512783390',
    })
    shop.ctx.clock.advance(GRACE * 1000 - 1)
    const sent = await correct(shop, { secreto, referencia: '777000111222' })
    expect(sent.json()).toMatchObject({ estado: 'en revision', referencia: '777000111222', motivo: '' })
    expect(sent.json().pasos.at(-1).paso).toBe('corregido')
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('after it, it takes others while there are any, and announces that before', async () => {
    const { shop, secreto } = await openRejected({ total_numeros: 100 })
    shop.ctx.clock.advance(GRACE * 1000)
    const over = { estado: 'rechazado', corregible: true, corregible_hasta: null }
    expect((await read(shop, secreto)).json()).toMatchObject(over)
    await sweepHolds(shop.ctx)
    expect((await read(shop, secreto)).json()).toMatchObject(over)
    shop.ctx.clock.advance(60_000)
    const steps = (await correct(shop, { secreto, referencia: '777000111222' })).json().pasos
    const times = steps.map(({ en }: { en: string }) => en)
    expect(times).toEqual([...times].sort())
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('after it, without tickets left, it is sent again and waits for some', async () => {
    const { shop, secreto } = await openRejected({ total_numeros: 100 })
    shop.ctx.clock.advance(GRACE * 1000)
    const other = { cantidad_tickets: '100', total: '500.00', cedula: 'V22222222', referencia: '888000111222' }
    expect((await report(shop, other)).statusCode).toBe(201)
    const sent = await correct(shop, { secreto, referencia: '777000111222' })
    expect(sent.statusCode, sent.body).toBe(200)
    expect((await read(shop, secreto)).json()).toMatchObject({ estado: 'en revision', en_espera: true, motivo: '' })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('after it, when the sale is over, it cannot be corrected any more', async () => {
    const { shop, secreto } = await openRejected()
    await shop.ctx.db.write('prueba', (tx) => tx.updateTable('raffles').set({ estado: 'cerrada' }).execute())
    expect((await read(shop, secreto)).json().corregible).toBe(true)
    shop.ctx.clock.advance(GRACE * 1000)
    await sweepHolds(shop.ctx)
    expect((await read(shop, secreto)).json()).toMatchObject({ corregible: false, referencia: '••••3390' })
    expect((await correct(shop, { secreto, referencia: '777000111222' })).json().code).toBe('RIFA_CERRADA')
  })

  test('has the requested correction, and no more of it once the payment is refused, dropped or corrected', async () => {
    const shop = await openShop(setup, { gracia_segundos: GRACE })
    const { id, secreto } = (await report(shop)).json()
    const asked = async () => (await read(shop, secreto)).json().pide
    expect(await asked()).toBe(null)
    await judge.reject(shop, id, 1, { motivo: 'Faltan Bs. 120,00.', pide: 'resto' })
    expect(await asked()).toBe('resto')
    expect((await correct(shop, { secreto, fecha: '2026-11-19' })).json()).toMatchObject({ pide: null })
    await rejectFake(shop.ctx, id, 3, TESTER)
    expect(await asked()).toBe(null)
  })

  test('is judged by the rules of the form, and a confirmed purchase stays as it is', async () => {
    const { shop, id, secreto } = await openRejected()
    const details = async (fields: Record<string, string>) =>
      (await correct(shop, { secreto, ...fields })).json().details
    expect(await details({})).toBe('Corrige la referencia, la fecha, quién pagó o el comprobante.')
    expect(await details({ referencia: ' ' })).toBe('Por favor, ingresa el Numero de Referencia.')
    expect(await details({ fecha: '2026-12-31' })).toMatch(/7 días/)
    await correct(shop, { secreto, referencia: '777000111222' })
    await judge.approve(shop, id, 3)
    const late = await correct(shop, { secreto, referencia: '111222333444' })
    expect(late.json()).toMatchObject({ code: 'ESTADO_NO_PERMITE', estado: 'confirmado' })
    expect((await read(shop, secreto)).json()).toMatchObject({ estado: 'confirmado', referencia: '••••1222' })
  })
})
