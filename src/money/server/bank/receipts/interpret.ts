import { bankCode } from '#payment-methods/banks.ts'
import { numbersOf } from '#payment-methods/server/read-account.ts'
import type { MethodRow } from '#payment-methods/server/store.ts'
import type { Instant } from '#platform/clock.ts'
import { payerPhone } from '../../../payer-words.ts'
import { NOTICE_FORMATS } from '../notices/notice-formats.ts'
import { type Read, readNotice } from '../notices/read-notice.ts'
import type { SourceRow } from '../sources/source-store.ts'
import { UNREADABLE, WEBHOOKS } from '../webhooks/webhooks.ts'
import { bodyFields, forwardedNotice } from './body-text.ts'
import type { Body } from './keep-receipt.ts'
import { doubtSender } from './sender.ts'

/** A phone's clock is believed so far; beyond it only ours counts. */
const CLOCKS_DIFFER = 3 * 86_400_000

type Method = Pick<MethodRow, 'tipo' | 'moneda' | 'banco' | 'numero_cuenta' | 'telefono'>

/**
 * A source's message, read by the rules of its kind and compared with its account. Pure: the same again is the same.
 * @param methods the source's own, and the others of its account.
 */
export function interpret(
  source: Pick<SourceRow, 'fuente' | 'via'>,
  methods: readonly [Method, ...Method[]],
  body: Body,
  now: Instant,
): Read {
  const [method] = methods
  const webhook = source.via === 'webhook' ? WEBHOOKS[source.fuente] : undefined
  if (webhook === undefined) return ofAccount(readForwarded(body, now), method)
  const fields = bodyFields(body)
  const told = fields === null ? UNREADABLE : webhook.read(fields, now)
  if (told.es !== 'movimiento') return told
  if (isOther(told.cuenta, methods)) return { es: 'ilegible', motivo: 'El banco dice que llegó a otra cuenta.' }
  return ofAccount({ ...told, de: '' }, method)
}

function readForwarded(body: Body, now: Instant): Read {
  const notice = forwardedNotice(body)
  const { texto, otros, en } = notice
  if (texto === '') return { es: 'ilegible', motivo: 'Llegó sin el texto de un aviso.' }
  const at = en !== null && Math.abs(en - now) < CLOCKS_DIFFER ? en : now
  const read = readNotice(texto, at)
  const name = (one: Read) => (one.es === 'movimiento' ? one.movimiento.id_banco : null)
  const others = otros.map((other) => name(readNotice(other, at))).filter((other) => other !== null)
  if (others.some((other) => other === '' || other !== name(read)) || holdsAnother(texto, read, at))
    return { es: 'ilegible', motivo: 'Trae varios avisos juntos.' }
  const motivo = read.es === 'movimiento' ? doubtSender(body, notice, read.movimiento) : ''
  return motivo === '' ? read : { es: 'ilegible', motivo }
}

/** Whether another notice is before or behind the reference of the one that was read. */
function holdsAnother(texto: string, read: Read, at: Instant): boolean {
  if (read.es !== 'movimiento') return false
  const { referencia } = read.movimiento
  const [before = '', ...behind] = texto.split(referencia || texto)
  return [before, behind.join(' ')].some((part) => {
    const other = readNotice(part, at)
    return other.es === 'movimiento' && !['', referencia].includes(other.movimiento.referencia)
  })
}

/** Money of another bank or currency is not of this account: a person says whose it is. */
export function ofAccount(read: Read, { moneda, banco }: Pick<MethodRow, 'moneda' | 'banco'>): Read {
  if (read.es !== 'movimiento') return read
  if (read.movimiento.moneda !== moneda)
    return { es: 'ilegible', motivo: 'Es dinero en otra moneda que la de esta cuenta.' }
  const own = bankCode(banco)
  if (own === null || !/^\d{4}$/.test(read.de) || read.de === own) return read
  const name = NOTICE_FORMATS.find(({ de }) => de === read.de)?.nombre
  return { es: 'ilegible', motivo: `Es de ${name ?? read.de}, y esta cuenta es de otro banco.` }
}

/** Whether a bank names another account or phone than those that buyers pay to. Without either it is nobody's. */
function isOther(said: string, methods: readonly Pick<MethodRow, 'numero_cuenta' | 'telefono'>[]): boolean {
  const account = said.replace(/\D/g, '')
  const numbers = numbersOf(methods)
  if (account.length === 20) return numbers.length > 0 && !numbers.includes(account)
  const phone = payerPhone(said)
  const ours = methods.map(({ telefono }) => payerPhone(telefono)).filter((own) => own !== '')
  return phone !== '' && ours.length > 0 && !ours.includes(phone)
}
