import { expect, test } from 'vitest'
import { openSourceShop } from '#app/server/testing/money/source-shop.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'

const BDV = {
  bancoOrdenante: '0134',
  referenciaBancoOrdenante: '000059762001',
  numeroCliente: '584140000111',
  fecha: '2026-11-20',
  hora: '11.43',
  monto: '33571.18',
}
const NOWHERE = 404

onSqlite('calls that are not of this bank, of this day or of this amount', (setup) => {
  /** A shop that two sources of one bank call. */
  async function openTwo() {
    const shop = await openSourceShop(setup)
    await shop.bankOf('0102 Banco de Venezuela')
    const [one, other] = [await shop.add('bdv', 'webhook'), await shop.add('bdv', 'webhook', { nombre: 'Otra' })]
    const send = async (url: string, clave: string | null, payload: object) =>
      (await shop.outside.inject({ method: 'POST', url, payload, headers: { 'x-api-key': clave ?? '' } })).statusCode
    return { ...shop, one, other, send }
  }

  test('the key of another source of the same bank, and one that was replaced, open nothing', async () => {
    const { one, other, send, call, freshCode, receipts } = await openTwo()
    expect(await send(one.ruta, other.clave, BDV)).toBe(NOWHERE)
    const change = { version: 1, codigo: freshCode() }
    const { llave } = (await call('POST', `/api/panel/fuentes/${one.id}/clave`, change)).json()
    expect(await send(one.ruta, one.clave, BDV)).toBe(NOWHERE)
    expect(await receipts()).toEqual([])
    expect(await send(one.ruta, llave.clave, BDV)).toBe(201)
  })

  test('a call that somebody kept and sends again days later adds nothing, also by the other address', async () => {
    const { ctx, one, other, send, movements, settled } = await openTwo()
    expect(await send(one.ruta, one.clave, BDV)).toBe(201)
    ctx.clock.advance(3 * 86_400_000)
    const again = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        const { ruta, clave } = at % 2 ? one : other
        return send(ruta, clave, BDV)
      }),
    )
    expect(new Set(again)).toEqual(new Set([200, 201]))
    await expect.poll(settled).toBe(true)
    expect(await movements()).toMatchObject([{ centimos: 33_571_18, referencia: '000059762001' }])
  })

  test.each([
    ['less than nothing', { monto: '-33571.18' }],
    ['nothing', { monto: '0.00' }],
    ['three places', { monto: '33571.185' }],
    ['more than there is', { monto: '99999999999999999999.00' }],
    ['a day of 1900', { fecha: '1900-01-01' }],
    ['a day of 2099', { fecha: '2099-12-31' }],
    ['a day that this year has not', { fecha: '2026-02-29' }],
  ])('%s is kept for a person and is no money', async (_, changes) => {
    const { one, send, movements, receipts, settled } = await openTwo()
    expect(await send(one.ruta, one.clave, { ...BDV, ...changes })).toBe(201)
    await expect.poll(settled).toBe(true)
    expect(await movements()).toEqual([])
    expect(await receipts()).toMatchObject([{ estado: 'ilegible' }])
  })
})
