import { describe, expect, test } from 'vitest'
import { CLAIM as ASKED, json, openBank, triesFaults, worldAt } from '../testing/bank.ts'
import { pabilo } from './pabilo.ts'

const NOON = '2026-11-20T16:00:00Z'
const CLAVE = 'app-key-de-prueba-0123456789'

const bank = await openBank()

const CLAIM = { ...ASKED, documento: 'V12345678' }
const ask = (claim = CLAIM, more = {}) =>
  pabilo.preguntar?.({ direccion: bank.url, cuenta_pabilo: 'cuenta/1', clave: CLAVE }, claim, worldAt(NOON, more))
const payment = {
  is_new: true,
  user_bank_payment: { id: 'pay_1', amount: 33571.18, status: 'VERIFIED', bank_reference_id: '50930906155' },
}

describe('Pabilo', () => {
  test('a payment that it finds is money that came in, asked for the first time or again', async () => {
    bank.asked = []
    const told = {
      id_banco: 'pay_1',
      sentido: 'credito',
      tipo: 'otro',
      centimos: 3_357_118,
      moneda: 'VES',
      dia: '2026-11-20',
      en: null,
      referencia: '50930906155',
      banco_origen: '',
      telefono_origen: '',
      documento_origen: '',
    }
    for (const answer of [payment, { ...payment, is_new: false }, { data: payment }]) {
      bank.answer = json(answer)
      expect((await ask())?.movimientos).toMatchObject([told])
    }
    const [{ path, headers, body } = { path: '', headers: {} as Record<string, string>, body: '' }] = bank.asked
    expect([path, headers['appkey']]).toEqual(['/userbankpayment/cuenta%2F1/betaserio', CLAVE])
    expect(JSON.parse(body)).toEqual({
      amount: 33571.18,
      bank_reference: '0030906155',
      movement_type: 'GENERIC',
      fecha_pago: '2026-11-15',
      bank_origin: '0134',
      dni_pagador: { dniType: 'V', dniNumber: '12345678' },
      phone_pagador: '04241112233',
    })
  })

  test('facts that it does not give of the payment stay unsaid, whatever the buyer typed', async () => {
    for (const bank_reference_id of [null, undefined]) {
      bank.answer = json({ user_bank_payment: { ...payment.user_bank_payment, bank_reference_id } })
      expect((await ask())?.movimientos).toMatchObject([{ referencia: '', dia: '2026-11-20', banco_origen: '' }])
    }
  })

  test.each(['paid', 'PAID', 'VERIFIED'])('a payment that it calls %s came in', async (status) => {
    bank.answer = json({ user_bank_payment: { ...payment.user_bank_payment, status } })
    expect(await ask()).toMatchObject({ movimientos: [{ centimos: 3_357_118 }], ilegibles: [] })
  })

  test.each(['pending', 'failed', 'PAID?', '', 7, null, undefined])(
    'a payment that it calls %s is no money: a person looks',
    async (status) => {
      bank.answer = json({ user_bank_payment: { ...payment.user_bank_payment, status } })
      const said = await ask()
      expect(said?.movimientos).toEqual([])
      expect(said?.ilegibles.map(({ cuerpo }) => JSON.parse(cuerpo).user_bank_payment.id)).toEqual([
        payment.user_bank_payment.id,
      ])
    },
  )

  test('facts that the buyer left out are not sent', async () => {
    bank.asked = []
    bank.answer = json(payment)
    await ask({ ...CLAIM, banco: '', telefono: '', documento: '' })
    expect(Object.keys(JSON.parse(bank.asked[0]?.body ?? ''))).toEqual([
      'amount',
      'bank_reference',
      'movement_type',
      'fecha_pago',
    ])
  })

  test.each([200, 404])('a payment that it does not find, with %i, brings no movement', async (status) => {
    bank.answer = json({ error: { code: 'PAYMENT_NOT_FOUND', message: 'x' } }, status)
    expect((await ask())?.movimientos).toEqual([])
  })

  test.each([
    ['a bank that is away', { error: 'BANK_NOT_AVAILABLE' }, 200, 'mantenimiento'],
    ['a wrong key', {}, 401, 'credencial'],
    ['no credits', {}, 402, 'limite'],
    ['too many questions', {}, 429, 'limite'],
    ['an amount that is none', { user_bank_payment: { id: 1, amount: 'x' } }, 200, 'ilegible'],
  ])('%s is told apart', async (_, answer, status, causa) => {
    bank.answer = json(answer, status)
    await expect(ask()).rejects.toMatchObject({ name: 'SourceFailure', causa })
  })

  triesFaults(CLAVE, (answer, more) => {
    bank.answer = answer
    return ask(CLAIM, more)
  })
})
