import { expect, test } from 'vitest'
import { openDesk } from '#app/server/testing/desk.ts'
import { OWNER, openShop, report } from '#app/server/testing/shop.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import type { PanelRaffle } from '../panel-contract.ts'
import { seenRaffle } from './testing/seen-raffle.ts'

const WHY = { motivo: 'El banco cambió la tasa' }

async function open(setup: Setup) {
  const shop = await openDesk(setup)
  const call = (path: string, payload: object) => shop.post(`/rifas${path}`, payload)
  const read = async () => (await shop.get(`/rifas/${shop.id}`)).json<PanelRaffle>()
  const save = async (campos: object, more: object = {}) =>
    call(`/${shop.id}`, { version: (await read()).version, campos, ...more })
  const mails = () => readMails(shop.ctx)
  const publish = async (id: number, more: object = {}) =>
    call(`/${id}/publicar`, { ...(await seenRaffle(shop.ctx, id)), paginas: ['A'], ...more })
  return { ...shop, call, read, save, mails, publish }
}

onSqlite('the price of a raffle', (setup) => {
  test('changes on sale only with a reason and a fresh code, and every owner is told the old one', async () => {
    const shop = await open(setup)
    expect((await shop.save({ precio: '0.05' })).json().code).toBe('MOTIVO_NECESARIO')
    expect((await shop.save({ precio: '0.05' }, WHY)).json().code).toBe('SEGUNDO_FACTOR_NECESARIO')
    const code = await giveSecondFactor(shop.ctx, OWNER.correo)
    expect((await shop.save({ precio: '0.05' }, WHY)).json().code).toBe('DATOS_INVALIDOS')
    expect((await shop.save({ precio: '0.05' }, { ...WHY, codigo: '000000' })).json().code).toBe('CODIGO_INVALIDO')
    expect((await shop.read()).campos.precio).toBe('5.00')
    expect(await shop.mails()).toEqual([])
    expect((await shop.save({ titulo: 'Moto 250 cc' })).statusCode).toBe(200)
    const saved = await shop.save({ precio: '6.00' }, { ...WHY, codigo: code() })
    expect(saved.json().campos.precio).toBe('6.00')
    const [, mail] = await shop.mails()
    expect(mail).toMatchObject({ para: OWNER.correo, asunto: 'Cambió lo que se paga en «Moto 250 cc» · Tómbola' })
    expect(mail?.texto).toContain('$5,00 → $6,00')
    expect((await readDeeds(shop.ctx, 'rifa cambiada')).at(-1)?.datos).toMatchObject({
      antes: { precio: '5.00' },
      ahora: { precio: '6.00' },
      motivo_interno: WHY.motivo,
    })
  })

  test('its own rate has a floor, and jumps only when that is said to be meant; an unspent code stays good', async () => {
    const shop = await open(setup)
    const code = await giveSecondFactor(shop.ctx, OWNER.correo)
    expect((await shop.save({ tasa_usd: '0.00000001' })).json().code).toBe('DATOS_INVALIDOS')
    const fresh = { ...WHY, codigo: code() }
    const jump = await shop.save({ tasa_usd: '6.71' }, fresh)
    expect(jump.json()).toMatchObject({ code: 'SALTO_SIN_CONFIRMAR', antes: '671.42350000', ahora: '6.71000000' })
    expect((await shop.save({ tasa_usd: '700' }, fresh)).statusCode).toBe(200)
    const meant = await shop.save({ tasa_usd: '6.71' }, { ...WHY, codigo: code(), salto: true })
    expect(meant.json().campos.tasa_usd).toBe('6.71000000')
    expect((await shop.save({ tasa_usd: null }, { ...WHY, codigo: code() })).json().code).toBe('SALTO_SIN_CONFIRMAR')
  })

  test('amounts that are almost right are accepted only with a code, and every owner is told', async () => {
    const shop = await open(setup)
    expect((await shop.save({ acepta_cercanos: true })).json().code).toBe('SEGUNDO_FACTOR_NECESARIO')
    const campos = { titulo: 'Nevera', precio: '5.00', total_numeros: 100, acepta_cercanos: true }
    const { id } = (await shop.call('', { clave: 'clave-de-prueba', campos })).json<PanelRaffle>()
    const published = await shop.publish(id)
    expect(published.json().code).toBe('SEGUNDO_FACTOR_NECESARIO')
    expect(await shop.mails()).toEqual([])
    await giveSecondFactor(shop.ctx, OWNER.correo)
    expect((await shop.save({ acepta_cercanos: true })).json().campos.acepta_cercanos).toBe(true)
    const [mail] = await shop.mails()
    expect(mail?.para).toBe(OWNER.correo)
    expect(mail?.texto).toContain('Acepta tasa del día y redondeo')
    // Stricter again costs nobody anything.
    expect((await shop.save({ acepta_cercanos: false })).statusCode).toBe(200)
  })

  test('a draft is no way around it', async () => {
    const shop = await open(setup)
    const code = await giveSecondFactor(shop.ctx, OWNER.correo)
    const campos = { titulo: 'Nevera', precio: '5.00', total_numeros: 100, tasa_usd: '6.71', premio: 'Paga a Pedro' }
    const { id } = (await shop.call('', { clave: 'clave-de-prueba', campos })).json<PanelRaffle>()
    expect((await shop.publish(id)).json().code).toBe('SALTO_SIN_CONFIRMAR')
    expect((await shop.publish(id, { salto: true })).json().code).toBe('MOTIVO_NECESARIO')
    expect((await shop.publish(id, { salto: true, ...WHY })).json().code).toBe('DATOS_INVALIDOS')
    const published = await shop.publish(id, { salto: true, ...WHY, codigo: code() })
    expect(published.json().estado).toBe('publicada')
    expect((await shop.mails()).at(-1)?.texto).toMatch(/la vigente → propia, Bs. 6,71.*Paga a Pedro/s)
  })

  test('nothing is held or sold for nothing, whatever the row says', async () => {
    const shop = await open(setup)
    await shop.ctx.db.write('prueba', (tx) =>
      tx
        .updateTable('raffles')
        .set({ tasa_usd: '0.00000001' as never })
        .where('id', '=', shop.id)
        .execute(),
    )
    const url = `/api/rifas/${shop.id}/apartados`
    const held = await shop.app.inject({ method: 'POST', url, payload: { cantidad_tickets: 2 } })
    expect([held.statusCode, held.json().code]).toEqual([409, 'MONTO_EN_CERO'])
    expect((await report(shop)).json().code).toBe('MONTO_EN_CERO')
  })

  test('nothing is sold by a method in whose currency it comes to nothing; by another it is sold', async () => {
    const shop = await openShop(setup, { moneda: 'VES', precio: '1.00' })
    // Two bolívares are 0.003 dollars.
    const cheap = { total: '2.00', metodo_pago: 'Zelle' }
    const refused = await report(shop, cheap)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'MONTO_EN_CERO'])
    expect(await shop.ctx.db.read.selectFrom('purchases').select('id').execute()).toEqual([])
    expect((await report(shop, { ...cheap, metodo_pago: 'Pago Movil' })).statusCode).toBe(201)
  })
})
