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

/** Words beside the one that tells: `Motivo de rechazo`, `Fecha del reverso`. */
const AROUND = /\b(motivo|razon|fecha|codigo|cod|estado|estatus|de|del|la|el|fue|esta|es|reason|date|code|of|on)\b/g
/**
 * Names that say by one word that a row was undone, or done. With a second word they may say the opposite: `No acreditado`, `Reverso
 * rechazado`. And `Cancelado` means paid here as well.
 */
const SAYS_UNDONE =
  /^(anul(ad[oa]|acion)?|revers(ad[oa]|o|ed|al)?|rev|devuelt[oa]|devolucion|dev|rechaz(ad[oa]|o)|rech|rejected|rejection|extorn(ad[oa]|o)|contracargo|chargeback|pendiente|pending|en transito|diferid[oa]|retenid[oa]|bloquead[oa]|bloqueo|cancell?ed|fallid[oa]|failed|negad[oa]|denegad[oa]|declined|denied|returned|refunded|reembols(ad[oa]|o)|void(ed)?|disputed?|vencid[oa]|expirad[oa]|expired)$/
const SAYS_DONE =
  /^(procesad[oa]|efectiva|acreditad[oa]|liquidad[oa]|completad[oa]|exitos[oa]|valid[oa]|aplicad[oa]|verificad[oa]|definitiv[oa]|confirmad[oa]|conciliad[oa]|aprobad[oa]|aceptad[oa]|finalizad[oa]|contabilizad[oa]|efectuad[oa]|realizad[oa]|pagad[oa])$/
const SAYS_CODE = /\b(respuesta|mensaje)\b/
const BALANCE = /\b(saldos?|balance)\b/
const YES = /^(si|s|yes|y|x|1|true|verdadero)$/
const NO = /^(no|n|0|false|falso|-+|n\/?a|no aplica|ningun[oa])$/
const NOTHING = /^((bs\.? ?)?0+([.,]0+)?|00\/00\/0000)$/
const DAY = /^\d{1,4}[-/]\d{1,2}[-/]\d{1,4}/
/** `No anulada`: nothing was undone. */
const NOT_UNDONE =
  /^(no|sin|not) (fue |esta )?(anul|revers|devuel|devol|rechaz|extorn|contracarg|retenid|bloquead|diferid)/

/** What a name says of its column's texts: null where it says nothing, or in two words. @param name as plainName makes it */
function meaningOf(name: string): 'undone' | 'done' | 'code' | null {
  const own = name.replace(AROUND, '').replace(/ +/g, ' ').trim()
  if (BALANCE.test(name)) return null
  return SAYS_UNDONE.test(own) ? 'undone' : SAYS_DONE.test(own) ? 'done' : SAYS_CODE.test(name) ? 'code' : null
}

/** What such a column says of a row, also by an empty text; null of an unknown word. @param name as plainName makes it */
export function outcomeOf(name: string, text: string): boolean | null {
  const plain = plainWord(text).replace(/\.$/, '')
  const final = isFinal(text)
  switch (meaningOf(name)) {
    case 'undone':
      if (plain === '' || NOT_UNDONE.test(plain) || NOTHING.test(plain) || NO.test(plain)) return true
      return YES.test(plain) ? false : final === true || !isUndone(text) ? final || null : false
    case 'done':
      if (plain === '') return null
      return YES.test(plain) || DAY.test(plain) ? true : NO.test(plain) ? false : final
    case 'code':
      return plain === '' || final === true ? true : isUndone(text) ? false : null
    default:
      return null
  }
}

/**
 * Whether a column says of rows whether they are final. One of what was undone counts with any number of texts, such as a reason for each
 * row. One of yes and no under another name is asked about.
 * @param words its texts, without the empty one.
 */
export function saysOutcome(name: string, words: readonly string[], areFew: boolean): boolean {
  const plain = words.map((word) => plainWord(word).replace(/\.$/, ''))
  const are = (form: RegExp) => plain.length > 0 && plain.every((word) => form.test(word))
  switch (meaningOf(name)) {
    case 'undone':
      return true
    case 'done':
      // Other figures are amounts.
      return (
        plain.every((word) => !/\d/.test(word) || /^[01]$/.test(word) || DAY.test(word)) &&
        areFew &&
        words.some((word) => outcomeOf(name, word) !== null)
      )
    case 'code':
      return (
        areFew && (words.some((word) => outcomeOf(name, word) !== null) || (/respuesta/.test(name) && are(/^\d{1,3}$/)))
      )
    default:
      return (
        areFew &&
        !BALANCE.test(name) &&
        (are(/^(si|s|no|n|yes|y|true|false|verdadero|falso|x|-+)$/) || (plain.length === 2 && are(/^[01]$/)))
      )
  }
}

/** A bank's words for a movement, banks, documents and figures, beside signs of states. One way to read each text: it may be long. */
const OF_BANK =
  /^([^\w§]|(\w*§[\w§]*|pagos?|movil|pagomovil|p2p|c2p|p2c|transf\w*|trf|operacion(es)?|transaccion(es)?|movimientos?|depositos?|abonos?|abn|creditos?|n\/?c|notas?|cheque|efectivo|zelle|inmediat[oa]|recibid[oa]|electronic[oa]|el|la|al?|en|de|del|con|por|bancos?|interbancari[oa]s?|otros|mismo|terceros|comercio|cliente|liquidacion|intereses|confirmacion|verificacion|validacion|acreditacion|aprobacion|(fondos|saldo) insuficientes?|tiempo excedido|bdv|venezuela|banesco|mercantil|bbva|provincial|bnc|bancaribe|bancamiga|tesoro|exterior|bicentenario|banplus|bancrecer|sofitasa|bfc|delsur|plaza|caroni|activo|mibanco|bangente|banfanb|bdt|[vejpg]\W?\d{5,}|\d\d?:\d\d|\d{4,})(?![\w§]))*$/

/** Whether a description is a bank's words for a movement and such a state, and nothing of a payer's. */
export const saysUndone = (text: string) => isUndone(text) && OF_BANK.test(plainWord(text).replaceAll(STATES, '§'))

export const isUndone = (text: string) => UNDONE.test(plainWord(text)) && !NOT_UNDONE.test(plainWord(text))
