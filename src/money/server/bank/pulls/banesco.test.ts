import { describe, expect, test } from 'vitest'
import { type Answering, CLAIM as ASKED, json, openBank, triesFaults, worldAt } from '../testing/bank.ts'
import { createBanesco } from './banesco.ts'

const NOON = '2026-11-20T16:00:00Z'
const CLAVE = 'clave-de-prueba-0123456789'

const bank = await openBank()

const CLAIM = { ...ASKED, banco: '0102' }
const paid = {
  trnType: 'CR',
  amount: 33571.18,
  referenceNumber: '50930906155',
  trnDate: '2026-11-20',
  trnTime: '08:14:05',
  concept: 'PAGO MOVIL',
  sourceBankId: '0102',
}
const details = (...transactionDetail: unknown[]) =>
  json({ httpStatus: { statusCode: '200', statusDesc: 'OK' }, dataResponse: { transactionDetail } })

function open(answer: Answering) {
  const own = { answer, logon: json({ access_token: 'un-token', expires_in: 300 }) }
  const banesco = createBanesco()
  bank.asked = []
  bank.answer = (response, asked) => (asked.path === '/token' ? own.logon : own.answer)(response, asked)
  const settings = {
    direccion: `${bank.url}/api`,
    direccion_clave: `${bank.url}/token`,
    cliente: 'cliente',
    clave: CLAVE,
    cuenta: '01340000000000000001',
  }
  const ask = (claim = CLAIM, more = {}) => banesco.preguntar?.(settings, claim, worldAt(NOON, more))
  return { own, ask }
}

describe('Banesco', () => {
  test('a token is asked for once while it lasts, and the payment by it', async () => {
    const { ask } = open(details(paid, { ...paid, trnType: 'DB', amount: 503.57 }))
    expect((await ask())?.movimientos).toMatchObject([
      {
        sentido: 'credito',
        tipo: 'pago_movil',
        centimos: 3_357_118,
        dia: '2026-11-20',
        en: Date.parse('2026-11-20T08:14:05-04:00'),
        referencia: '50930906155',
        banco_origen: '0102',
      },
      { sentido: 'debito', centimos: 50_357 },
    ])
    await ask()
    expect(bank.asked.map(({ path }) => path)).toEqual([
      '/token',
      '/api/financial-account/transactions',
      '/api/financial-account/transactions',
    ])
    const [logon, question] = bank.asked
    expect(logon?.headers.authorization).toBe(`Basic ${Buffer.from(`cliente:${CLAVE}`).toString('base64')}`)
    expect(Object.fromEntries(new URLSearchParams(logon?.body))).toEqual({
      grant_type: 'password',
      username: 'cliente',
      password: CLAVE,
    })
    expect(question?.headers.authorization).toBe('Bearer un-token')
    expect(JSON.parse(question?.body ?? '').dataRequest.transaction).toEqual({
      referenceNumber: '0030906155',
      amount: 33571.18,
      accountId: '01340000000000000001',
      startDt: '2026-11-15',
      phoneNum: '584241112233',
      bankId: '0102',
    })
  })

  test('a minute before and after midnight in Caracas is the day that the bank says', async () => {
    const late = { ...paid, trnDate: '2026-11-19', trnTime: '23:59:30' }
    const { ask } = open(details(late, { ...paid, trnTime: '00:00:30' }))
    expect((await ask())?.movimientos.map(({ dia, en }) => [dia, en])).toEqual([
      ['2026-11-19', Date.parse('2026-11-20T03:59:30Z')],
      ['2026-11-20', Date.parse('2026-11-20T04:00:30Z')],
    ])
  })

  test('a fact that it does not give is not filled with the words of the buyer', async () => {
    const { ask } = open(details({ ...paid, trnDate: '', concept: 'ABONO' }, { ...paid, sourceBankId: '' }))
    const unsaid = { telefono_origen: '', documento_origen: '' }
    expect((await ask())?.movimientos).toMatchObject([
      { dia: '2026-11-20', en: null, tipo: 'otro', ...unsaid },
      { dia: '2026-11-20', banco_origen: '', ...unsaid },
    ])
    expect((await ask({ ...CLAIM, reportado: '2026-11-18' as never }))?.movimientos[0]).toMatchObject({
      id_banco: ' 50930906155 CR 3357118',
      dia: '2026-11-18',
    })
  })

  test('a token that ended is asked for again, and one that is refused is not shown again', async () => {
    const { own, ask } = open(details(paid))
    await ask()
    await ask(CLAIM, { now: Date.parse(NOON) + 280_000 })
    expect(bank.asked.filter(({ path }) => path === '/token')).toHaveLength(2)
    own.answer = json({ error: 'invalid_token' }, 401)
    await expect(ask()).rejects.toMatchObject({ causa: 'credencial' })
    own.answer = details(paid)
    await ask()
    expect(bank.asked.filter(({ path }) => path === '/token')).toHaveLength(3)
  })

  test('a payment that it does not have brings no movement', async () => {
    const { ask } = open(json({ httpStatus: { statusCode: '70001', statusDesc: 'x' }, dataResponse: null }))
    expect((await ask())?.movimientos).toEqual([])
  })

  test.each([
    ['CRT503', 'mantenimiento'],
    ['401', 'credencial'],
    ['VDE01', 'ilegible'],
  ])('200 with %s inside is %s', async (statusCode, causa) => {
    const { ask } = open(json({ httpStatus: { statusCode } }))
    await expect(ask()).rejects.toMatchObject({ causa, message: `codigo ${statusCode}` })
  })

  test.each([
    [400, 'credencial'],
    [401, 'credencial'],
    [503, 'mantenimiento'],
  ])('no token, with %i, is %s', async (status, causa) => {
    const { own, ask } = open(details(paid))
    own.logon = json({ error: 'invalid_grant', error_description: CLAVE }, status)
    const failed = ask()
    await expect(failed).rejects.toMatchObject({ name: 'SourceFailure', causa })
    await expect(failed).rejects.not.toThrow(CLAVE)
  })

  triesFaults(CLAVE, async (answer, more) => {
    const { own, ask } = open(details())
    await ask()
    own.answer = answer
    return ask(CLAIM, more)
  })
})
