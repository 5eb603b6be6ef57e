import { plainWord } from './plain-word.ts'
import { isReversal } from './side-words.ts'

/** A movement that is not final, was undone or never was, under any column name. */
const UNDONE =
  /^memo$|rechazad|rejected|pendiente|pending|revers(ad|ed)|anulad|fallid|failed|declin|denied|denegad|negad[oa]|cancel|devuelt|returned|diferid|retenid|bloquead|blocked|programad[oa]s?\b|revertid|reversion|re(embols|integr|torn)ad|refunded|suspendid|vencid|expirad|expired|extornad|invalid|\b(nul[oa]|void|error|on hold|processing|disputa|chargeback|dev|rev)\b|eliminad|congelad|provisional|por (pagar|revisar)|sin efecto|\b((proxim|futur)[oa]s|en (proceso|transito|espera|revision|verificacion|canje|validacion|tramite|cola|camara|curso)|(por|sin) (confirm|liber|aplic|proces|cobr|acredit|abon|aprob|concili|verific|liquid|valid)ar|no (disponible|exitos|(?!valid[oa]s?\b|reclam|objet|notific|report|identific)\w+[aei]d[oa]s?\b))/
const OPEN =
  /^memo$|rechaz|reject|pend|rever|anul|fall|fail|declin|dene|deni|cancel|devol|devuel|return|refund|reembols|proceso|procesando|processing|hold|reten|transit|difer|expir|venc|error|incompl|invalid|void|bloque|disput|contracarg|chargeback|parcial|partial|\bun(paid|settled|cleared|successful|posted)|\b(no|not|sin|por|en|in)\b/
const FINAL =
  /^(exito\w*|aprobad[oa]s?|approved|complet(ad[oa]s?|ed|[oae]s?)|procesad[oa]s?|processed|efectuad[oa]s?|confirmad[oa]s?|confirmed|liquidad[oa]s?|success(ful|fully)?|posted|settled|cleared|acreditad[oa]s?|abonad[oa]s?|ok|aplicad[oa]s?|finalizad[oa]s?|conciliad[oa]s?|realizad[oa]s?|ejecutad[oa]s?|pagad[oa]s?|paid|done|contabilizad[oa]s?|validad[oa]s?|credit|debit)$/
/** Neutral words next to them. */
const BESIDE =
  /^(y|e|and|con|de|la|el|fue|operacion|transaccion|pago|movimiento|transferencia|correctamente|satisfactoriamente)$/

/** Where and by whom it became final. */
const HOW = / (en (la |su )?(cuenta|linea)|por (el |su )?banco|sin errores?)$/

/** Whether a state means that the money is final; null of an unknown one, though a part of it is known. */
export function isFinal(text: string): boolean | null {
  const plain = plainWord(text).replace(HOW, '')
  if (NOT_UNDONE.test(plain)) return null
  if (OPEN.test(plain)) return false
  const words = plain.match(/[\p{L}\d]+/gu) ?? []
  return words.some((word) => FINAL.test(word)) && words.every((word) => FINAL.test(word) || BESIDE.test(word))
    ? true
    : null
}

/** Words beside the one that tells: `Fecha de acreditación`. */
const AROUND =
  /\b(motivo|razon|fecha|codigo|cod|estado|estatus|de|del|la|el|fue|esta|es|en|por|banco|pago|operacion|transaccion|movimiento|reason|date|code|of|on|by)\b/g
/** Parts of names that tell of what was undone or never came, whatever words are beside them. */
const UNDONE_NAME =
  /\b(anul|(is)?revers(?!ible|able)|revert|revoc|nul[oa]|devuel|devol(?!utiv)|rechaz|reject|extorn|contracarg|chargeback|refund|return|reembols|retenid|bloque|diferid|cancel|canc\b|void|disput|pend|fallid|failed|negad|deneg|declin|denied|vencid|expir|conciliad[oa]\b|block|hold\b|suspend|congel|invalid|incomplet|eliminad|reintegr|retorn|error(es)?\b|fallos?\b|bloq\b|ret\b|dif\b|en proceso|programad|unsettled|rev\b|dev\b|rech\b|en transito|(no|sin|por) (acredit|proces|confirm|aprob|aplic|liquid|liber|abon))/g
/** Names that may say the opposite, or nothing: `Cancelado` means paid here as well, and `Conciliado` that a bookkeeper saw it. */
const UNSURE_NAME = /\b(cancelad[oa]s?|canc|conciliad[oa]|no|sin|not)\b/
const DONE_NAME =
  /^(procesad[oa]|efectiva|acreditad[oa]|liquidad[oa]|completad[oa]|exitos[oa]|valid[oa]|aplicad[oa]|verificad[oa]|definitiv[oa]|confirmad[oa]|aprobad[oa]|aceptad[oa]|finalizad[oa]|contabilizad[oa]|efectuad[oa]|realizad[oa]|pagad[oa]|abonad[oa]|depositad[oa]|recibid[oa]|cobrad[oa]|autorizad[oa]|validad[oa]|acreditacion|liquidacion|settled|cleared|posted|confirmed|completed|approved|processed|valid|paid)$/
const CODE_NAME = /\b(respuesta|mensaje|resp|rc)\b/
/** Of the day on which money is there. */
const DAY_NAME =
  /^(?=.*\b(fecha|fec|date)\b).*\b(abon|acredit|liq|disponib|confirm|procesam|clear|settl|available)|^disponible (el|desde)\b/
/** Of the day of value, which banks put some days ahead. */
export const isOfValue = (name: string) => /^(fecha|fec|f) (de )?(valor|efectiva|proceso)$/.test(name)
/** Of the part of an amount that came. */
const AMOUNT_NAME = /\b(monto|importe|amount)\b/
const BALANCE = /\b(saldos?|balance)\b/
const YES = /^(si|s|yes|y|x|1|true|v|verdadero|[✓✔])$/
const NO = /^(no|n|0|false|f|falso|-+|[✗✘]|n[/.]?a|no aplica|ningun[oa]|null)$/
const YES_OR_NO = /^(si|s|yes|y|true|verdadero|no|n|false|falso|-+)$/
const NOTHING =
  /^((bs\.?|usd|\$)? ?0+([.,]0+)?( ?(bs|usd|%))?|(0+|0?1)[-/](0+|0?1)[-/](0+1?|1900)( 0+:0+(:0+)?)?|0+:0+(:0+)?|[_/]+|s\/a)$/
/** Figures that are no amount, but a day in any form, or a code. */
const NO_AMOUNT = /^(\d{1,4}[-/. ][\p{L}\d]{1,10}[-/. ]\d{1,4}|\d{1,2}$|\d{5}$)/u
/** `No anulada`: nothing was undone. */
const NOT_UNDONE =
  /^(no|sin|not) (fue |esta )?(anul|revers|devuel|devol|rechaz|extorn|contracarg|retenid|bloquead|diferid)\p{L}*$/u

/** What a name says of its column's texts; null where it says nothing. @param name as plainName makes it */
function meaningOf(name: string): 'undone' | 'unsure' | 'day' | 'value' | 'amount' | 'done' | 'code' | null {
  if (BALANCE.test(name)) return null
  const [said, more] = name.match(UNDONE_NAME) ?? []
  if (said !== undefined) return more !== undefined || UNSURE_NAME.test(name) ? 'unsure' : 'undone'
  if (isOfValue(name)) return 'value'
  if (DAY_NAME.test(name)) return 'day'
  if (AMOUNT_NAME.test(name)) return DONE_NAME.test(ownOf(name).replace(AMOUNT_NAME, '').trim()) ? 'amount' : null
  return DONE_NAME.test(ownOf(name)) ? 'done' : CODE_NAME.test(name) ? 'code' : null
}

const ownOf = (name: string) => name.replace(AROUND, '').replace(/ +/g, ' ').trim()
const plainText = (text: string) => plainWord(text).replace(/\.$/, '')

const AMOUNT = /^(bs\.? ?|\$ ?)?\d{1,3}([.,]?\d{3})*[.,]\d\d$/
/** Words within a day. */
const OF_DAY =
  /^((ene|feb|mar|abr|may|jun|jul|ago|sep|set|oct|nov|dic|jan|apr|aug|dec)[a-z]*|de|del|[apmtz]|[ap]m|hrs?)$/
/** Whether a text is a day, and its hour, without any other word. */
export const isOnlyDay = (text: string) =>
  /\d/.test(text) && (plainWord(text).match(/[a-z]+/g) ?? []).every((word) => OF_DAY.test(word))

/** Whether a column says when money is there, or how much of it: only what came in has one. @param name as plainName makes it */
export const isOfArrival = (name: string) => ['day', 'value', 'amount'].includes(meaningOf(name) ?? '')

/**
 * What such a column says of a row, also by an empty text; null of an unknown word. Under a name of what was undone a final word is of that.
 * @param name as plainName makes it
 * @param come whether the day that its text is has come; null where it is none
 */
export function outcomeOf(name: string, text: string, come: boolean | null): boolean | null {
  const plain = plainText(text)
  switch (meaningOf(name)) {
    case 'undone':
      if (plain === '' || NOT_UNDONE.test(plain) || NOTHING.test(plain) || NO.test(plain)) return true
      return (YES.test(plain) && !/ /.test(ownOf(name))) || isUndone(text) ? false : null
    case 'amount':
      return plain === '' || NOTHING.test(plain) || NO.test(plain) ? null : true
    case 'day':
      return /[a-z\d]/.test(plain) ? arrived(text, come) : null
    case 'value':
      if (plain === '' || NOTHING.test(plain) || NO.test(plain)) return true
      return come === null ? isOnlyDay(text) || arrived(text, null) : come || null
    case 'done':
      if (YES.test(plain) || NO.test(plain)) return YES.test(plain)
      return AMOUNT.test(plain) ? !NOTHING.test(plain) || null : arrived(text, come)
    case 'code':
      return plain === '' || isFinal(text) === true ? true : isUndone(text) ? false : null
    default:
      return null
  }
}

const arrived = (text: string, come: boolean | null) =>
  isUndone(text) ? false : come === null ? isFinal(text) : come || null

/** Whether a column answers both yes and no, whatever it is called. @param words its texts, without the empty one */
export const answersYesOrNo = (words: readonly string[]) =>
  words.every((word) => YES_OR_NO.test(plainText(word))) &&
  [YES, NO].every((form) => words.some((word) => form.test(plainText(word))))

/**
 * Whether a column says of rows whether they are final. One of what was undone counts with any number of texts, such as a reason for each
 * row. One of yes and no under another name is asked about.
 * @param words its texts, without the empty one.
 * @param few how many texts a column of states has at most; days count as one
 */
export function saysOutcome(name: string, words: readonly string[], few: number): boolean {
  const plain = words.map(plainText)
  const areFew = new Set(plain.map((word) => (isOnlyDay(word) ? '' : word))).size <= few
  const isKnown = (word: string) => outcomeOf(name, word, isOnlyDay(word) || null) !== null
  switch (meaningOf(name)) {
    case 'undone':
    case 'unsure':
    case 'amount':
    case 'day':
    case 'value':
      return plain.length > 0
    case 'done':
      // Other figures are amounts.
      return areFew && words.some((word) => isKnown(word) || NO_AMOUNT.test(plainText(word)))
    case 'code':
      return areFew && (words.some(isKnown) || plain.every((word) => /^\d{1,3}$/.test(word)))
    default:
      return areFew && !BALANCE.test(name) && answersYesOrNo(words)
  }
}

/** A bank's words for a movement, banks, documents and figures, beside signs of states. One way to read each text: it may be long. */
const OF_BANK =
  /^([^\w§]|(\w*§[\w§]*|pagos?|movil|pagomovil|p2p|c2p|p2c|pm|p|cred|cuentas?|fondos|emisor|receptor|ordenante|cumplimiento|\d+ ?h(rs|oras)?|payments?|transfers?|transf\w*|trf|operacion(es)?|transaccion(es)?|movimientos?|depositos?|abonos?|abn|creditos?|n\/?c|notas?|cheque|efectivo|zelle|inmediat[oa]|recibid[oa]|electronic[oa]|el|la|al?|en|de|del|con|por|bancos?|interbancari[oa]s?|otros|mismo|terceros|comercio|cliente|liquidacion|intereses|confirmacion|verificacion|validacion|acreditacion|aprobacion|(fondos|saldo) insuficientes?|tiempo excedido|bdv|venezuela|banesco|mercantil|bbva|provincial|bnc|bancaribe|bancamiga|tesoro|exterior|bicentenario|banplus|bancrecer|sofitasa|bfc|delsur|plaza|caroni|activo|mibanco|bangente|banfanb|bdt|[vejpg]\W?\d{5,}|\d\d?:\d\d|\d{4,})(?![\w§]))*$/

/** Rarer words that say it in a description. What was given back is a direction of money (side-words.ts). */
const UNDOING =
  /\b(fallo|failure|hold|procesando|incomplet[oa]|unpaid|unsettled|voided|disputed|scheduled|(caduc|desisti|interrumpi|abort|observ|demor)[aei]?d[oa]|a confirmar|tiempo agotado|err|pend|anul)\b/
const STATES = new RegExp(`${UNDONE.source}|${UNDOING.source}`, 'g')

/** Whether a description is a bank's words for a movement and such a state, and nothing of a payer's. */
export const saysUndone = (text: string) =>
  (isUndone(text) || UNDOING.test(plainWord(text))) && OF_BANK.test(plainWord(text).replaceAll(STATES, '§'))

/** States of a reversal that happened. */
export const GIVEN_BACK = /revers|revert|devuel|devol|reintegr|reembols|extorn|return|refund/
/** A bank's refusal beside other words: they may be a payer's name, or what a payer wrote. */
const REFUSED =
  /\b(rechazad[oa]|reversad[oa]|anulad[oa]|devuelt[oa]|fallid[oa]|rejected|reversed|returned|declined|refunded|failed)\b/
const BEGINS_AS_BANK = /^(pagos? ?movil|pm|p\.? ?movil|trf|transf\w*|zelle|cred\w*|abonos?|depositos?|p2p|c2p|n\/?c)\b/

/** Whether a person has to say whether a description is of money that was undone. */
export const mayBeUndone = (text: string) =>
  REFUSED.test(plainWord(text)) && BEGINS_AS_BANK.test(plainWord(text)) && !NOT_UNDONE.test(plainWord(text))

/** What a payer may write of a payment: `pago pendiente`. */
export const isOfPayer = (text: string) =>
  /^((pagos?|movil|pm|cuenta|de|el|la|mi)\W+)*(cancelad[oa]s?|pendientes?|pend|por pagar|vencid[oa]s?|error)\W*$/.test(
    plainWord(text),
  )

export const isUndone = (text: string) => UNDONE.test(plainWord(text)) && !NOT_UNDONE.test(plainWord(text))

/** Whether a negative credit took back a payment. */
export const saysBack = (text: string) =>
  isReversal(text) ||
  isUndone(text) ||
  /\b(rechazo|contracargo)\b/.test(plainWord(text)) ||
  GIVEN_BACK.test(plainWord(text))
