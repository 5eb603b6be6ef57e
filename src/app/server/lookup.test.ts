import { expect, test } from 'vitest'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { annulPurchase } from '#review/server/annul-purchase.ts'
import { approvePurchase } from '#review/server/approve-purchase.ts'
import { openShop, report, type Shop } from './testing/shop.ts'

function search({ app }: Shop, cedula: unknown) {
  return app.inject({ method: 'POST', url: '/api/rifas/participante/buscar', payload: { cedula } })
}

onBothEngines('the lookup by cédula', (setup) => {
  test('finds confirmed numbers and what is in review, however the cédula is written, and never a person', async () => {
    const shop = await openShop(setup)
    const { id } = (await report(shop)).json()
    await report(shop, { referencia: '111222333444', cantidad_tickets: '3', total: '15.00' })
    const numeros = await approvePurchase(shop.ctx, id, 1, 'prueba')
    const participaciones = [
      { rifa_id: 1, numeros, estado: 'confirmado', cantidad: 2 },
      { rifa_id: 1, numeros: [], estado: 'en revision', cantidad: 3 },
    ]
    for (const cedula of ['12345678', 'V-12.345.678', 'v012345678', ' V 12345678 ']) {
      const answer = await search(shop, cedula)
      expect(answer.json(), cedula).toEqual({ participaciones })
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    const plain = await shop.app.inject('/api/rifas/participante/cedula/V-12.345.678')
    expect(plain.json()).toEqual({ participaciones })
    for (const value of ['carla', 'Mendoza', '1234567"', '4512783390']) expect(plain.body).not.toContain(value)
  })

  test('V and E are two people, a part of a cédula is nobody, and who is unknown is told the same way', async () => {
    const shop = await openShop(setup)
    await report(shop, { cedula: 'E84321567' })
    expect((await search(shop, 'E-84.321.567')).json().participaciones).toHaveLength(1)
    for (const cedula of ['V84321567', '8432156', '84321567', '99999999']) {
      const answer = await search(shop, cedula)
      expect([answer.statusCode, answer.json()]).toEqual([200, { participaciones: [] }])
    }
  })

  test('what was annulled is not found', async () => {
    const shop = await openShop(setup)
    const { id } = (await report(shop)).json()
    await approvePurchase(shop.ctx, id, 1, 'prueba')
    await annulPurchase(shop.ctx, id, 2, 'Pago devuelto.', 'prueba')
    expect((await search(shop, 'V12345678')).json()).toEqual({ participaciones: [] })
  })

  test('what is no cédula is refused with the text that the page shows', async () => {
    const shop = await openShop(setup)
    for (const cedula of ['', 'abc', 'J123456789', '1234', '1'.repeat(12), "1' or '1'='1", '%']) {
      const answer = await search(shop, cedula)
      expect([answer.statusCode, answer.json().code], cedula).toEqual([422, 'CEDULA_INVALIDA'])
      expect(answer.json().message).toBe('Escribe una cédula válida: V o E y de 5 a 9 números.')
    }
    for (const cedula of [undefined, null, 12345678, ['12345678'], 'V'.repeat(31)]) {
      expect((await search(shop, cedula)).statusCode).toBe(422)
    }
  })
})

onSqlite('the lookup, asked too often', (setup) => {
  test('one bucket for both calls, and a refusal that says how long to wait', async () => {
    const shop = await openShop(setup, {}, { config: { abuseLimits: true } })
    for (let index = 0; index < 30; index += 1) {
      expect((await search(shop, '99999999')).statusCode).toBe(200)
      expect((await shop.app.inject('/api/rifas/participante/cedula/V99999999')).statusCode).toBe(200)
    }
    for (const answer of [
      await search(shop, '12345678'),
      await shop.app.inject('/api/rifas/participante/cedula/V12345678'),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([429, 'DEMASIADAS_CONSULTAS'])
      expect(answer.json().message).toMatch(/Intenta de nuevo en (un minuto|\d+ minutos)\.$/)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500)
    }
  })
})
