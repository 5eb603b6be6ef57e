import { dayInCaracas, type Instant } from '#platform/clock.ts'
import { readBankAmount } from '../../../bank-amount.ts'
import { caracasInstant, isRecentDay, readBankDay } from '../../../caracas-time.ts'
import { type Told, UNSAID } from '../../../movement.ts'
import { payerPhone } from '../../../payer-words.ts'
import { isFinal } from '../statements/reading/words/state-words.ts'
import { IS_CUT, IS_TEST, NOT_IN, NOTICE_FORMATS, type NoticeFormat, SAYS_AMOUNT } from './notice-formats.ts'

/** Kind of a text that somebody sent. */
export type Read =
  | { es: 'movimiento'; movimiento: Told; de: string }
  | { es: 'prueba' }
  /** It is no money that came in; `motivo` in Spanish. */
  | { es: 'descartado'; motivo: string }
  /** It may be, and only a person can tell. */
  | { es: 'ilegible'; motivo: string }

/** A bank's advice beside its notice: what begins a sentence so, up to its first comma or colon, says nothing of this payment. */
const ADVICE =
  /(?:^|(?<=[.!?;\n]\s*)|¿)\s*(?:si (?:no(?! (?:lo |la |se )?(?:acept|reclam|retir|cobr))|es una?|usted|t[uú]|desconoces?)|en caso de|recuerd[ae] (?:verificar|que)|reclamos|consultas|no (?:d[eé]s (?!por)|recib(?:e|ir[aá]s? (?:llamad|mensaj|correo))|te dejes|fuiste)|de no reconocer|gracias por|¿?(?:dudas|necesitas)|if you have questions|(?:please )?do not (?:share|reply)|ante (?:cualquier|una operaci[oó]n no reconocida)|para (?:(?:m[aá]s|mayor) inf|cancelar|dejar de)|(?:este pago|los pagos m[oó]viles) no tienen? (?:reverso|devoluci)|(?:activa|solicita) (?:tu|su|la)|no (?:la )?(?:realizaste|reconoces)|operaci[oó]n no reconocida|reporta(?!\p{L}))[^.!?,:\n]*[.!?,:]?|, (?:sin|solicita) (?:el )?(?:reverso|devoluci[oó]n)\b|\bsi no (?:l[oa] )?(?:realiz|reconoc)\p{L}+[^.!?,:\n]*|\b(?:por (?:tu|su) seguridad,? )?(?:no|nunca|jam[aá]s) (?:l[oa]s? |te )?(?:compart|revel|suministr|entregu|respond|ped|solicit)\p{L}+[^.!?,:\n]*|\bno recibirl[oa]s\b|\bno reconocida(?=, llama)|\bsin (?:comisi[oó]n|costo)\b|\bBNC no recibe[^.]*/giu
/** A payer's words for a payment, each of which ends in one way: they may be long. */
const CONCEPT =
  /\b(?:concepto|motivo|descripci[oó]n|desc\.?):? (?:(?!(?:estado|estatus|pago|operaci[oó]n)\b)[\p{L}\d]+(?: |(?=[.]|$))){1,4}(?=[.]|$)/giu
/** A block of nothing, and the app's mail. */
const HARMLESS =
  /\bsaldo \p{L}+:? (?:Bs\.? ?)?0+[.,]0+|\b(?:mensajes?|notificaciones) pendientes?|\b(?:responde|env[ií]a) no?\b/giu
/** Words of money that is not there, not yet, or no longer. */
const NOT_THERE =
  /(?<!\p{L})(?:(?:rechazad|anulad|revers?ad|revertid|fallid|negad|denegad|declinad|cancelad|devuelt|diferid|retenid|bloquead|congelad|suspendid|expirad|vencid|re(?:torn|integr|embols)ad|programad|inv[aá]lid|incomplet|nul)[oa]s?|pendientes?|pend|anul|fail(?:ed|ure)|invalid|rejected|declined|denied|cancell?ed|returned|refund(?:ed)?|reversed|pending|processing|expired|unconfirmed|void(?:ed)?|(?:on )?hold|blocked|scheduled|unpaid|unsettled|disput\p{L}*|chargeback|err(?:or)?|parcial|tiempo agotado|a confirmar|(?:caducad|desistid|interrumpid|abortad|observad|demorad|eliminad)[oa]|en (?:proceso|espera|revisi[oó]n|tr[aá]nsito|verificaci[oó]n|validaci[oó]n|canje|tr[aá]mite|cola|disputa)|procesando|esperando|requiere|por (?:confirm|liber|aplic|proces|cobr|acredit|abon|aprob|verific|liquid|valid|pag|revis)ar|insuficientes?|(?:ser|estar)[aá]n? \p{L}+|se (?:\p{L}+ar|ver)[aá]n?|sujet[oa]s? a (?!t[eé]rmin)|falta (?:confirm|valid|verific|acredit|aprob)ar|por \p{L}+[aei]rse|en curso|retenci[oó]n|cancelaci[oó]n|provisional|regresad[oa]|detenid[oa]|revocad[oa]|tampoco|a[uú]n no|(?:disponible )?en \d+ horas|bajo revisi[oó]n|bloqueo preventivo|suspen(?:si[oó]n|so|ded)|a la espera|duplicad[oa]|por fraude|regresados|solicitud de (?:pago|cobro)|solicitado|solicit[oó]|extraviad[oa]|err[oó]ne[oa]|(?:lleg|tard|demor)[ae]r[aá]s?|recibir[aá]s?(?! (?:llamad|mensaj|correo))|ac[eé]pta(?:l[oa]|r)? (?:el pago|para)|recompensa|awaiting|waiting for|(?:under|in) review|frozen|locked|withheld|reversal|rolled back|claim it|on its way|arrival|confirming|binance rewards|referral bonus|red packet|will be|confirmations? \d+\/\d+|accept to|request|from your|\(demo\)|c[oó]d(?:igo)?\.? (?:de )?respuesta (?!00)\d+|se debit[oó]|fall[oó]|expir[oó]|venci[oó])(?!\p{L})/iu
/** A negation of any kind, and what undoes: for a person, but in advice. */
const UNDOING =
  /(?<!\p{L})(?:(?:no(?!\.? ?(?:\d|de |ref|oper(?:aci|\.)|cel|tel))|not|nunca|ni|sin)(?!\p{L})|reverso|reversi[oó]n|anulaci[oó]n|devoluci[oó]n|devolvi[oó]|rechazo|extorn|contracargo|reembolso|reintegro|retorno)/iu
/** A question whether it came. */
const ASKED =
  /(?:^|[.!?;]\s*)(?:¿(?:has )?recib|(?:have|if|did|when) you (?:have )?receiv|confirma? (?:that|que)\b|si (?:recib|has recib))/iu
/** A state that a notice names as one. */
const NAMED =
  /\b(?:(?:estado|estatus|status|situaci[oó]n)(?: del? \p{L}+)?:? |(?:pago|operaci[oó]n|transacci[oó]n|transferencia) (?:fue|ha sido|est[aá]|qued[oó]|se encuentra) )(\p{L}+)/giu

/** Whether something in a notice, but for advice, says that the money is not there. */
function saysNotCome(said: string): boolean {
  const unlessBad = (words: string) => (NOT_THERE.test(words) ? words : ' ')
  const rest = said.replace(HARMLESS, ' ').replace(CONCEPT, unlessBad).replace(ADVICE, unlessBad)
  if ([NOT_IN, NOT_THERE, UNDOING, ASKED].some((words) => words.test(rest))) return true
  return [...rest.matchAll(NAMED)].some(([, state = '']) => !/^recibid[oa]$/i.test(state) && isFinal(state) !== true)
}

/** Longer ones are no notice of a bank. */
const LONGEST = 2000

/**
 * Reads a notice of a bank's app or SMS.
 * @param at when the phone had it: the day of a notice that gives none.
 * @returns a movement whose `id_banco` is the same for the same payment, however it was forwarded: its reference, amount and day. It is empty
 * where its reference has fewer than eight digits, or none: other payments may have the same words.
 */
export function readNotice(text: string, at: Instant): Read {
  const said = plainText(text)
  if (IS_TEST.test(said)) return { es: 'prueba' }
  const out = saysNotCome(said)
  for (const format of NOTICE_FORMATS) {
    const found = format.says.exec(said)?.groups
    if (!found) continue
    if (out) return { es: 'ilegible', motivo: 'Dice que llegó dinero, y también que salió, falló o está pendiente.' }
    return readAs(format, found as Groups, said, at)
  }
  if (NOT_IN.test(said)) return { es: 'descartado', motivo: 'Es dinero que salió, o no llegó.' }
  if (IS_CUT.test(said)) return { es: 'ilegible', motivo: 'Llegó cortado: falta parte del monto.' }
  if (!SAYS_AMOUNT.test(said)) return { es: 'descartado', motivo: 'No dice ningún monto.' }
  return { es: 'ilegible', motivo: 'No conocemos este formato.' }
}

type Groups = Partial<Record<'monto' | 'dia' | 'hora' | 'ref' | 'telefono' | 'nombre', string>>

function readAs(format: NoticeFormat, said: Groups, text: string, at: Instant): Read {
  const centimos =
    format.tipo === 'binance' ? readCoins(said.monto ?? '') : readBankAmount(said.monto ?? '', format.decimales)
  if (centimos === null) return { es: 'ilegible', motivo: 'El monto se puede leer de dos maneras.' }
  const dia = said.dia === undefined ? dayInCaracas(at) : readBankDay(said.dia)
  if (dia === null || !isRecentDay(dia, at)) return { es: 'ilegible', motivo: 'La fecha no puede ser.' }
  const en = said.dia === undefined ? at : caracasInstant(dia, said.hora)
  const referencia = said.ref ?? ''
  const shown = text.replace(/(?:…|\.\.+)$/, '')
  if (shown !== text && referencia !== '' && shown.endsWith(referencia))
    return { es: 'ilegible', motivo: 'Llegó cortado: falta parte de la referencia.' }
  const number = referencia.replace(/^0+/, '')
  const telefono = said.telefono ?? ''
  const movimiento: Told = {
    ...UNSAID,
    id_banco: referencia.length >= 8 && number.length >= 6 ? `${format.de}:${number}:${centimos}:${dia}` : '',
    sentido: 'credito',
    tipo: format.tipo,
    centimos,
    moneda: format.moneda,
    dia,
    en,
    referencia,
    telefono_origen: payerPhone(telefono),
    nombre_origen: (said.nombre ?? '').trim(),
    concepto: telefono.includes('*') ? `Telf. ${telefono}` : '',
  }
  return { es: 'movimiento', movimiento, de: format.de }
}

/** An amount of a wallet, which has up to eight places: parts smaller than a cent are left out. */
function readCoins(text: string): number | null {
  const [, whole, places = ''] =
    /^((?:\d{1,9}|\d{1,3}(?:,\d{3})+))(?:\.(\d{1,8}))?$/.exec(text.replace(/[.,]$/, '')) ?? []
  if (whole === undefined || /^\d{1,3}(?:,\d{3})+$/.test(text) || /^\d{1,3}\.\d{3}$/.test(text)) return null
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(places.padEnd(2, '0').slice(0, 2))
  return cents > 0 ? cents : null
}

/** One line without signs that nobody sees, as a phone may have made it of several. */
function plainText(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
}
