import { plainWord } from './plain-word.ts'

/** A movement that is not final, was undone or never was, under any column name. */
const UNDONE =
  /^memo$|rechazad|rejected|pendiente|pending|revers(ad|ed)|anulad|fallid|failed|declin|denied|denegad|negad[oa]|cancel|devuelt|returned|diferid|retenid|bloquead|programad[oa]s|\b((proxim|futur)[oa]s|en (proceso|transito|espera|revision|verificacion|canje|validacion|tramite|cola)|(por|sin) (confirm|liber|aplic|proces|cobr|acredit|abon|aprob|concili|verific|liquid|valid)ar|no (disponible|exitos|(?!valid[oa]s?\b|reclam|objet|notific|report|identific)\w+[aei]d[oa]s?\b))/
const STATES = new RegExp(UNDONE, 'g')
const OPEN =
  /^memo$|rechaz|reject|pend|rever|anul|fall|fail|declin|dene|deni|cancel|devol|devuel|return|refund|reembols|proceso|procesando|processing|hold|reten|transit|difer|expir|venc|error|incompl|invalid|void|bloque|disput|contracarg|chargeback|parcial|partial|\bun(paid|settled|cleared|successful|posted)|\b(no|not|sin|por|en|in)\b/
const FINAL =
  /^(exito\w*|aprobad[oa]s?|approved|complet(ad[oa]s?|ed|[oae]s?)|procesad[oa]s?|processed|efectuad[oa]s?|confirmad[oa]s?|confirmed|liquidad[oa]s?|success(ful|fully)?|posted|settled|cleared|acreditad[oa]s?|abonad[oa]s?|ok|aplicad[oa]s?|finalizad[oa]s?|conciliad[oa]s?|realizad[oa]s?|ejecutad[oa]s?|pagad[oa]s?|paid|done|contabilizad[oa]s?|validad[oa]s?|credit|debit)$/
/** Neutral words next to them. */
const BESIDE =
  /^(y|e|and|con|de|la|el|fue|operacion|transaccion|pago|movimiento|transferencia|correctamente|satisfactoriamente)$/

/** Whether a state means that the money is final; null of an unknown one, though a part of it is known. */
export function isFinal(text: string): boolean | null {
  const plain = plainWord(text)
  if (NOT_UNDONE.test(plain)) return null
  if (OPEN.test(plain)) return false
  const words = plain.match(/[\p{L}\d]+/gu) ?? []
  return words.some((word) => FINAL.test(word)) && words.every((word) => FINAL.test(word) || BESIDE.test(word))
    ? true
    : null
}

/**
 * Names of columns that say that a row was undone, or done, in words that mean little without them: `Anulada`, `Código de respuesta`. Not
 * `Cancelado`: here it means paid as well.
 */
const UNDOING =
  /\b(anul|revers|rev\b|devuel|devol|dev\b|rechaz|rech\b|reject|extorn|contracarg|chargeback|pend|transit|diferid|retenid|bloq|cancell?ed|fallid|fail|declin|dene|negad|return|refund|reembols|void|disput|on hold|expir|vencid)/
const DOING =
  /\b(procesad|efectiv|respuesta|mensaje|acreditad|liquidad|completad|exitos|valid[oa]\b|aplicad|verificad|disponible|definitiv|confirmad|conciliad|aprobad|aceptad|finalizad|contabilizad|efectuad|realizad|pagad)/
const BALANCE = /\b(saldos?|balance)\b/
const YES = /^(si|s|yes|y|x|1|true)$/
const NO = /^(no|n|0|false|-)$/
const NOTHING = /^0([.,]0+)?$/
/** `No anulada`: nothing was undone. */
const NOT_UNDONE = new RegExp(`^(no|sin|not) (fue |esta )?${UNDOING.source}`)

/** What such a column says of a row; null of an unknown word. @param name as plainName makes it */
export function outcomeOf(name: string, text: string): boolean | null {
  const plain = plainWord(text)
  if (!UNDOING.test(name)) return DOING.test(name) ? (saidOf(plain) ?? isFinal(text)) : null
  if (NOT_UNDONE.test(plain) || NOTHING.test(plain)) return true
  const said = saidOf(plain)
  return said === null ? (isUndone(text) ? false : null) : !said
}

const saidOf = (plain: string): boolean | null => (YES.test(plain) ? true : NO.test(plain) ? false : null)

/**
 * Whether a column is of that kind. One of what was undone counts with any number of texts, such as a reason for each row. One of answers
 * under a name that says nothing is asked about.
 */
export function saysOutcome(name: string, words: readonly string[], areFew: boolean): boolean {
  if (BALANCE.test(name)) return false
  if (UNDOING.test(name)) return true
  const said = (word: string) => outcomeOf(name, word) !== null || /^\d{1,3}$/.test(word)
  const answers = (word: string) => /^(si|s|no|n|yes|y)$/.test(plainWord(word))
  return areFew && ((DOING.test(name) && words.some(said)) || (words.length > 0 && words.every(answers)))
}

/** A bank's words for a movement, banks, documents and figures, beside signs of states. One way to read each text: it may be long. */
const OF_BANK =
  /^([^\w§]|(\w*§[\w§]*|pagos?|movil|pagomovil|p2p|c2p|p2c|transf\w*|trf|operacion(es)?|transaccion(es)?|movimientos?|depositos?|abonos?|abn|creditos?|n\/?c|notas?|cheque|efectivo|zelle|inmediat[oa]|recibid[oa]|electronic[oa]|el|la|al?|en|de|del|con|por|bancos?|interbancari[oa]s?|otros|mismo|terceros|comercio|cliente|liquidacion|intereses|confirmacion|verificacion|validacion|acreditacion|aprobacion|(fondos|saldo) insuficientes?|tiempo excedido|bdv|venezuela|banesco|mercantil|bbva|provincial|bnc|bancaribe|bancamiga|tesoro|exterior|bicentenario|banplus|bancrecer|sofitasa|bfc|delsur|plaza|caroni|activo|mibanco|bangente|banfanb|bdt|[vejpg]\W?\d{5,}|\d\d?:\d\d|\d{4,})(?![\w§]))*$/

/** Whether a description is a bank's words for a movement and such a state, and nothing of a payer's. */
export const saysUndone = (text: string) => isUndone(text) && OF_BANK.test(plainWord(text).replaceAll(STATES, '§'))

export const isUndone = (text: string) => UNDONE.test(plainWord(text)) && !NOT_UNDONE.test(plainWord(text))
