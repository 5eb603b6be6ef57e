import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { json, openBank, triesFaults, worldAt } from '../testing/bank.ts'
import { binance } from './binance.ts'

const NOON = '2026-11-20T16:00:00Z'
const AT = Date.parse(NOON)
const HOUR = 3_600_000
const SECRET = 'secreto-de-prueba-0123456789'

const bank = await openBank()

const settings = () => ({ direccion: bank.url, clave: 'clave-de-prueba', secreto: SECRET })
const leer = (cursor: string | null, more = {}) => binance.leer?.(settings(), cursor, worldAt(NOON, more))
const paid = (more: Record<string, unknown> = {}) => ({
  orderType: 'C2C',
  transactionId: 'M_P_71505104267788288',
  transactionTime: AT - HOUR,
  amount: '23.72469206',
  currency: 'USDT',
  payerInfo: { name: 'Ana', type: 'USER', accountId: '67736251' },
  ...more,
})
const list = (rows: unknown[]) => json({ code: '000000', message: 'success', data: rows, success: true })

describe('Binance Pay', () => {
  test('is asked by a signed question, for payments since the last one and an hour before', async () => {
    bank.asked = []
    bank.answer = list([paid()])
    expect(await leer(String(AT - 2 * HOUR))).toMatchObject({
      cursor: String(AT),
      leido_hasta: AT,
      movimientos: [
        {
          id_banco: 'M_P_71505104267788288',
          sentido: 'credito',
          tipo: 'binance',
          centimos: 2372,
          moneda: 'USD',
          dia: '2026-11-20',
          en: AT - HOUR,
          referencia: '71505104267788288',
          referencia_otra: 'M_P_71505104267788288',
          nombre_origen: 'Ana',
        },
      ],
    })
    const [
      { method, path, query, headers } = {
        method: '',
        path: '',
        query: new URLSearchParams(),
        headers: {} as Record<string, string>,
      },
    ] = bank.asked
    expect([method, path, headers['x-mbx-apikey']]).toEqual(['GET', '/sapi/v1/pay/transactions', 'clave-de-prueba'])
    const unsigned = query.toString().replace(/&signature=.*/, '')
    expect(query.get('signature')).toBe(createHmac('sha256', SECRET).update(unsigned).digest('hex'))
    expect(Object.fromEntries(query)).toMatchObject({
      startTime: String(AT - 3 * HOUR),
      endTime: String(AT),
      limit: '100',
      timestamp: String(AT),
    })
  })

  test('an outgoing amount is a debit, dust is nothing, and another coin is for a person', async () => {
    bank.answer = list([
      paid({ amount: '-5.00000000' }),
      paid({ amount: '0.00000001' }),
      paid({ currency: 'BNB' }),
      paid({ amount: '1.5.0' }),
    ])
    const read = await leer(null)
    expect(read?.movimientos).toMatchObject([{ sentido: 'debito', centimos: 500, nombre_origen: '' }])
    expect(read?.ilegibles).toHaveLength(2)
  })

  test('at midnight in Caracas a payment is of the day that ends, and of the one that begins', async () => {
    const midnight = Date.parse('2026-11-20T00:00:00-04:00')
    const at = [midnight - 1, midnight]
    bank.answer = list(at.map((transactionTime) => paid({ transactionId: `M_P_${transactionTime}`, transactionTime })))
    expect((await leer(null))?.movimientos.map(({ dia, en }) => [dia, en])).toEqual([
      ['2026-11-19', midnight - 1],
      ['2026-11-20', midnight],
    ])
  })

  test('coins of which none is a dollar, however many, do not block other payments', async () => {
    const coins = Array.from({ length: 12 }, (_, at) => paid({ transactionId: `M_P_${at}`, currency: 'BTC' }))
    bank.answer = list([...coins, paid()])
    const read = await leer(null)
    expect([read?.movimientos.length, read?.ilegibles.length, read?.cursor]).toEqual([1, 12, String(AT)])
    bank.answer = list(coins.map(({ amount, ...one }) => ({ ...one, monto: amount })))
    await expect(leer(null)).rejects.toMatchObject({ causa: 'ilegible' })
  })

  test.each([
    ['none', null, 72],
    ['one that is no instant', 'ayer', 72],
    ['one that lies ahead', String(AT + HOUR), 72],
    ['one of last year', String(AT - 400 * 24 * HOUR), 89 * 24],
  ])('of a cursor that is %s it begins so many hours ago: no more than Binance shows', async (_, cursor, hours) => {
    bank.asked = []
    bank.answer = list([])
    await leer(cursor)
    expect(bank.asked.map(({ query }) => (AT - Number(query.get('startTime'))) / HOUR)).toEqual([hours])
  })

  /** Binance with that many payments, one a second: the newest hundred of the requested ones. */
  function openWith(many: number) {
    const all = Array.from({ length: many }, (_, at) =>
      paid({ transactionId: `M_P_${at}`, transactionTime: AT - 1000 * (at + 1) }),
    )
    bank.asked = []
    bank.answer = (response, { query }) => {
      const [start, end] = [Number(query.get('startTime')), Number(query.get('endTime'))]
      list(all.filter(({ transactionTime: at }) => at >= start && at <= end).slice(0, 100))(response, {
        query,
      } as never)
    }
  }

  test('a full answer hides payments: each half of its time is asked for by itself', async () => {
    openWith(430)
    const read = await leer(String(AT))
    expect(new Set(read?.movimientos.map(({ id_banco }) => id_banco)).size).toBe(430)
    expect(read?.leido_hasta).toBe(AT)
  })

  test('an account with too many for one reading is read as far as it goes, and on from there', async () => {
    openWith(3000)
    const names = new Set<string>()
    let cursor = String(AT)
    for (let reading = 0; reading < 20 && (reading === 0 || cursor !== String(AT)); reading++) {
      const read = await leer(cursor)
      for (const { id_banco } of read?.movimientos ?? []) names.add(id_banco)
      cursor = read?.cursor ?? ''
    }
    expect(names.size).toBe(3000)
  })

  triesFaults(/secreto|clave-de/, (answer, more) => {
    bank.answer = answer
    return leer(String(AT), more)
  })

  test.each([
    [400, -2015, 'credencial'],
    [401, -2014, 'credencial'],
    [400, -1022, 'credencial'],
    [400, -1021, 'tiempo'],
    [429, -1003, 'limite'],
    [418, -1003, 'limite'],
    [200, 400200, 'ilegible'],
  ])('HTTP %i with %i is %s', async (status, code, causa) => {
    bank.answer = json({ code, msg: 'Invalid API-key, IP, or permissions for action.' }, status, {
      'retry-after': '300',
    })
    await expect(leer(null)).rejects.toMatchObject({
      causa,
      message: `codigo ${code}`,
      reintentar_en: causa === 'limite' ? AT + 300_000 : null,
    })
  })
})
