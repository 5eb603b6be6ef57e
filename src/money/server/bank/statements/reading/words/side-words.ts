import { plainWord } from './plain-word.ts'

export type Side = 'credito' | 'debito'

/** Words that banks write for money that left, each with its plural and its abbreviations. */
const OUT =
  /^(\(?-\)?|d|db|cgo|dr|nd|deb|debe|debit\w*|(re)?cargos?|egr|egres\w*|sale|salid\w*|salientes?|retir\w*|enviad[oa]s?|envios?|emitid[oa]s?|comision(es)?|impuestos?|igtf|itf|compras?|gastos?|withdraw\w*|out|outgoing|outflow|sent|fees?|charges?|purchases?|desembolsos?|transferid[oa]s?)$/
const IN =
  /^(\(?\+\)?|c|cr|nc|cred|credit(o|os|s|ed|ad[oa]s?)?|abn|abo|abon\w*|ing|ingres\w*|entra|entrad\w*|entrantes?|dp|dep|deposit(o|os|s|ed|ad[oa]s?)?|haber|recibid[oa]s?|incoming|inflow|received|acreditad[oa]s?)$/
/** A payment leaves the account unless another word marks it as received. */
const PAYMENT = /^pagos?$/
/** Neutral words next to them. */
const BESIDE =
  /^(nota|notas|n|de|del|en|a|al|el|la|los|las|por|su|cuentas?|cta|bancari[oa]s?|movil(es)?|pagomovil|transferencias?|transf|trf|operacion|movimientos?|mov|inmediat[oa]s?|direct[oa]s?|automatic[oa]s?|zelle|quickpay|payments?|transfers?|ach)$/
/** Words that stand in titles: what is below them is of the other words alone. */
const IN_TITLES =
  /^(y|e|o|and|or|other|otr[oa]s|relacion|consulta|reporte|listado|detalle|mes|dia|periodo|estado|of|the)$/
/** Descriptions with which no payer's own words begin. */
const LEFT =
  /^(comision|c\/com|nota de debito|n[./ ]?d\b|nd\d|n deb|debt?o?\b|dbt?o?\b|debito|cargo|retiro|egreso|salida|mantenimiento|igtf|itf|impuesto|(pago|pago ?movil|transf\w*|trf|envio)( \w+)? (enviad|emitid|realizad|saliente))/

/**
 * Direction of money by a word of a statement: null for neither, both, or an unknown word, such
 * as `Reverso de débito`.
 */
export function sideOf(text: string): Side | null {
  const plain = plainWord(text)
    .replace(/pagos? ?movil(es)?|\bp2p\b/g, 'pagomovil')
    .replace(/\( *([-+]) *\)/g, '($1)')
  if (/^\W*(c\W*a|a\W*c)\W*$/.test(plain)) return null
  const parts = plain.match(/\([-+]\)|^[-+]|[-+]$|[a-z0-9]+|[^\sa-z0-9./:_()+-]/g) ?? []
  const found = new Set<Side>()
  for (const part of parts) {
    if (OUT.test(part)) found.add('debito')
    else if (IN.test(part)) found.add('credito')
    else if (!PAYMENT.test(part) && !BESIDE.test(part)) return null
  }
  const paid = parts.some((part) => PAYMENT.test(part))
  if (found.size === 0 && paid) return 'debito'
  // Paying back a credit is a payment.
  if (
    /credito/.test(plain) &&
    (paid || /\b(al?|de|del|en) (cuentas? de )?creditos?\b/.test(plain.replace(/nota de /, '')))
  )
    return null
  const [side = null] = found
  return found.size === 1 ? side : null
}

/** Whether a description alone marks money out, with any amount. */
export const saysLeft = (description: string) => LEFT.test(plainWord(description))

/** Whether a description is a bank's words for money that came in, and nothing else: `PAGO MOVIL RECIBIDO`. */
export const saysReceived = (description: string) =>
  /recibid|received|entrante/.test(plainWord(description)) && sideOf(description) === 'credito'

/** Beginnings of descriptions that may be of money that left: a person is asked, because a payer may write them too. */
const MAY_HAVE_LEFT =
  /^(compra|consumo|cheque|chq|domiciliacion|com\b|cobro|recarga|envio|rev\b|revers|anula|extorn|devol|devuel|contracargo|chargeback|cuota|amortizacion|atm|avance|ajuste|imp(to)?\b|ret(en\w*)?\b|sobregiro|embargo|multa|mora\b|poliza|seguro|suscripcion|traspaso a|emision|seniat|pos\b|pagos? (de |a |al )?(servicio|tdc|tarjeta|proveedor|nomina|tercero|prestamo|credito|impuesto))|\b(enviad[oa]|emitid[oa]|realizad[oa]|reversad[oa]|devuelt[oa]|anulad[oa]|saliente|egreso|punto de venta|a (otr[oa]s?|terceros|proveedores))s?\b/

export const isReversal = (description: string) => /^(rev\b|revers|anula|extorn|devol)/.test(plainWord(description))

const SENT_TO = /^(pago|envio|transf|trf)[a-z ]* a \w/

/** Whether a description or a title may be of money that left, where nothing else of its row tells. */
export const mayHaveLeft = (text: string) =>
  saysLeft(text) ||
  MAY_HAVE_LEFT.test(plainWord(text)) ||
  (sideOf(text) === 'debito' && !PAYMENT.test(plainWord(text))) ||
  (SENT_TO.test(plainWord(text)) && saysSide(text) !== 'credito')

const wordsIn = (title: string) => plainWord(title).match(/[a-z]{3,}/g) ?? []
const isOut = (word: string) => word.length > 3 && OUT.test(word)

/** Direction of a title's words, next to any others; null of both or neither. A card for debits is none. */
export function saysSide(title: string): Side | null {
  const words = wordsIn(title)
  const [left, came] = [words.some(isOut), words.some((word) => word.length > 3 && IN.test(word))]
  return left === came || words.some((word) => /^(tarjeta|card)s?$/.test(word)) ? null : left ? 'debito' : 'credito'
}

/** Whether a title's credit may have left: a bank calls a transfer an immediate one, whichever way it went, and who pays one pays. */
export const isEitherCredit = (title: string) =>
  /\binmediat|\bpagos?\b(?! ?movil)/.test(plainWord(title)) &&
  saysSide(plainWord(title).replace(/\bcred\w*/g, '')) === null

/** The side of a title that is nothing but a section's name: other words, figures, a sum or a kind of account make it none. */
export const sideOfTitle = (title: string) =>
  !/\d|\+|\bcuentas? de\b|\b(total|resumen|account)/.test(plainWord(title)) &&
  wordsIn(title).every((word) => [OUT, IN, PAYMENT, BESIDE, IN_TITLES].some((known) => known.test(word)))
    ? saysSide(title)
    : null
