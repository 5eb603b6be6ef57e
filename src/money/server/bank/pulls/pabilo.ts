import { z } from 'zod'
import { UNSAID } from '../../../movement.ts'
import { type Claim, type PullAdapter, SourceFailure } from '../sources/pull-adapter.ts'
import { addressOf, askBank, readJson, refuseStatus } from './ask-bank.ts'
import { centimosOfDecimal, rowTexts } from './read-fields.ts'

const USUAL = 'https://api.pabilo.app'
/** Its states of money that came in, by its own clients of today and of before. `pending`, `failed` and later ones are not. */
const CAME_IN = ['paid', 'verified']

const found = z.looseObject({
  user_bank_payment: z
    .looseObject({})
    .transform((one) => rowTexts(one, ['id', 'amount', 'bank_reference_id', 'status'])),
})
const answered = z.union([found, z.looseObject({ data: found }).transform(({ data }) => data)])

/** Pabilo, which reads banks for others: a question about one payment, each of which it charges for (spec/movements.md, 3). */
export const pabilo: PullAdapter = {
  pausa: 15_000,

  async preguntar(settings, claim, world) {
    const account = encodeURIComponent(settings['cuenta_pabilo'] ?? '')
    const answer = await askBank(world, addressOf(settings, USUAL, `/userbankpayment/${account}/betaserio`), {
      headers: { appkey: settings['clave'] ?? '' },
      body: questionOf(claim),
    })
    const { text, status, sha256: crudo_sha256 } = answer
    if (status === 401 || status === 402 || status === 403 || status === 429) refuseStatus(answer)
    // Its refusals come with 200 too, and are in other places by version.
    if (/"PAYMENT_NOT_FOUND"/.test(text)) return { movimientos: [], crudo_sha256, ilegibles: [] }
    if (/"BANK_NOT_AVAILABLE"/.test(text)) throw new SourceFailure('mantenimiento', 'BANK_NOT_AVAILABLE')
    const read = answered.safeParse(readJson(answer))
    refuseStatus(answer)
    const payment = read.data?.user_bank_payment
    if (!payment?.id) throw new SourceFailure('ilegible', 'otra forma')
    const { id, amount, bank_reference_id, status: state } = payment
    const centimos = centimosOfDecimal(amount)
    if (centimos === null || centimos <= 0) throw new SourceFailure('ilegible', 'monto')
    if (!CAME_IN.includes(state.toLowerCase())) {
      const motivo = 'Pabilo lo encontró, y no dice que el dinero haya llegado.'
      return { movimientos: [], crudo_sha256, ilegibles: [{ cuerpo: text, motivo }] }
    }
    // The buyer's text is not its word: only reference and amount are, and the day cannot be later than the report.
    const movement = {
      ...UNSAID,
      id_banco: id,
      sentido: 'credito',
      tipo: 'otro',
      centimos,
      moneda: claim.moneda,
      dia: claim.reportado,
      en: null,
      referencia: bank_reference_id,
      crudo: text,
    } as const
    return { movimientos: [movement], crudo_sha256, ilegibles: [] }
  },
}

function questionOf(claim: Claim) {
  const { centimos, referencia, documento, telefono, banco, dia } = claim
  return {
    amount: centimos / 100,
    bank_reference: referencia.replace(/\D/g, ''),
    movement_type: 'GENERIC',
    fecha_pago: dia,
    ...(documento === '' ? {} : { dni_pagador: { dniType: documento.charAt(0), dniNumber: documento.slice(1) } }),
    ...(telefono === '' ? {} : { phone_pagador: telefono.replace(/^58/, '0') }),
    ...(banco === '' ? {} : { bank_origin: banco }),
  }
}
