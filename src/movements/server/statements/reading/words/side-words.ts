import { plainWord } from './plain-word.ts'

export type Side = 'credito' | 'debito'

/** Words that banks write for money that left, each with its plural and its abbreviations. */
const OUT =
  /^(\(?-\)?|d|db|dr|nd|deb|debe|debit\w*|(re)?cargos?|egr|egres\w*|salid\w*|salientes?|retir\w*|enviad[oa]s?|envios?|emitid[oa]s?|comision(es)?|impuestos?|igtf|itf|compras?|gastos?|withdraw\w*|out|outgoing|outflow|sent|fees?|charges?|purchases?|desembolsos?|transferid[oa]s?)$/
const IN =
  /^(\(?\+\)?|c|cr|nc|cred|credit(o|os|s|ed|ad[oa]s?)?|abo|abon\w*|ing|ingres\w*|entrad\w*|entrantes?|dp|dep|deposit(o|os|s|ed|ad[oa]s?)?|haber|recibid[oa]s?|incoming|inflow|received|acreditad[oa]s?)$/
/** A payment leaves the account unless another word says that it was received. */
const PAYMENT = /^pagos?$/
/** Words that stand beside them and say nothing. */
const BESIDE =
  /^(nota|notas|n|de|del|en|a|al|el|la|los|las|por|su|cuentas?|cta|bancari[oa]s?|movil|pagomovil|transferencias?|transf|trf|operacion|movimientos?|mov|inmediat[oa]s?|direct[oa]s?|automatic[oa]s?|zelle|quickpay|payments?|transfers?|ach)$/
/** Descriptions that no payer begins his own words with. */
const LEFT =
  /^(comision|nota de debito|n\/?d\b|nd\b|debito|cargo|retiro|igtf|itf|impuesto|(pago|pago ?movil|transf\w*|trf|envio)( \w+)? (enviad|emitid|realizad|saliente))/

/**
 * Whether a word of a statement says that money came in or left: null where it says neither, both, or anything that is not known, such
 * as `Reverso de débito`.
 */
export function sideOf(text: string): Side | null {
  const plain = plainWord(text)
    .replace(/pagos? ?movil(es)?|\bp2p\b/g, 'pagomovil')
    .replace(/\( *([-+]) *\)/g, '($1)')
  const parts = plain.match(/\([-+]\)|^[-+]|[-+]$|[a-z0-9]+|[^\sa-z0-9./:_()+-]/g) ?? []
  const found = new Set<Side>()
  for (const part of parts) {
    if (OUT.test(part)) found.add('debito')
    else if (IN.test(part)) found.add('credito')
    else if (!PAYMENT.test(part) && !BESIDE.test(part)) return null
  }
  if (found.size === 0 && parts.some((part) => PAYMENT.test(part))) return 'debito'
  const [side = null] = found
  return found.size === 1 ? side : null
}

/** Whether a description says by itself that money left, whatever its amount looks like. */
export const saysLeft = (description: string) => LEFT.test(plainWord(description))
