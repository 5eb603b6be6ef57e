import type { CalendarDate } from '#platform/clock.ts'
import type { PayCurrency } from '#platform/money.ts'
import { fold } from '#platform/plain-letters.ts'
import type { Trust } from './movement.ts'
import { tailsAgree } from './movement-tail.ts'

/** A report that waits for its money, as the rules read it. */
export interface Claim {
  id: number
  /** Accounts into which it may have been paid. */
  metodos: readonly number[]
  moneda: PayCurrency
  /** Rest due, of the smallest unit; null when nobody knows. */
  debe: number | null
  /** The reported day of the payment, then that of the report, as numbers (`dayNumber`). */
  dias: readonly number[]
  /** Milliseconds: the instant of the report. */
  en: number
  /** Certain keys of its reference (purchases/payment-tails.ts), and its possible readings: a guess is never exact. */
  colas: readonly string[]
  posibles: readonly string[]
  /** Four or five digits of a reference that has no more; else empty. */
  corta: string
  /** `58412…` and `V12345678` of the payer: the buyer, and the payer that they named. */
  telefonos: readonly string[]
  documentos: readonly string[]
  /** Four digits of the reported bank, or empty. */
  banco: string
  /** Words of the names that a source may give, in lower case without accents. */
  nombres: readonly string[]
  /** Whether its amount has céntimos of its own. */
  unica: boolean
  /** Milliseconds: since when its buyer may know that amount; null where nobody knows. */
  dicha: number | null
  /** Part of it is paid: a person continues with it, no rule. */
  empezada: boolean
  /** Other amounts that may pay it; null where every céntimo tells payments apart. */
  cerca: Near | null
}

/** Amounts that are as good as the amount due, of the smallest unit. */
export interface Near {
  /** By how much it may differ. */
  redondeo: number
  /** Its price when money came, at each rate that was in force then. */
  a_tasa(credit: Pick<Credit, 'dia' | 'en'>): readonly number[]
  /** Whether its raffle takes them as exact; otherwise a person decides. */
  acepta: boolean
}

/** Money that came in and pays nothing yet, or not all of it. */
export interface Credit {
  id: number
  metodo_id: number
  moneda: PayCurrency
  /** The rest of it, of the smallest unit. */
  libre: number
  /** Whether nothing of it is used or reversed, and nobody has to decide first whether it is the same as another. */
  entero: boolean
  /** It may be the same as another. */
  repetida: boolean
  /** It may be the same as another that pays a purchase already: a person looks. */
  gemela: boolean
  /** To whom as much went later, under the number of no credit: nobody knows whether it is the same money. */
  vueltas: readonly Payee[]
  /** The bank took it back. */
  revertido: boolean
  confianza: Trust
  dia: number
  /** Milliseconds, or null where its source gives the day alone. */
  en: number | null
  /** Keys of its references (movement-tail.ts), the account's own first. */
  colas: readonly string[]
  /** Keys that only a forwarded notice has given. */
  avisadas: readonly string[]
  telefono: string
  documento: string
  banco: string
  /** Paid within Banco de Venezuela, whose number has nothing to do with the receipt's. */
  propio: boolean
  nombres: readonly string[]
}

/** Somebody who got money; what their bank did not say is empty. */
interface Payee {
  telefono: string
  documento: string
  /** The bank's words for the debit. */
  concepto: string
  dia: number
}

const DAY = 86_400_000
const GIVEN_BACK =
  /\b(rev(ers\w*|ert\w*|oc\w*)?|rvs|anul\w*|dev(ol\w*|uel\w*)?|dvl|reembols\w*|rechaz\w*|retorn\w*|reint(egr\w*)?|extor(n\w*)?|contracarg\w*|chargeback|refund\w*|return\w*|indebid\w*|correc\w*|contrapart\w*|contra ?asiento|error|errad[oa]|erroneo?|equivoca\w*|duplicad\w*|doble|regulariz\w*|recuperac\w*|restitu\w*|reclam\w*|fraude?|disput\w*|recall|clawback|ajuste|adjust\w*|fallid\w*|cancelad\w*|no procesad\w*)(?![a-z])/
/** Of a fee or a purchase, and not of a payment that came in. */
const OF_ANOTHER = new RegExp(
  `${GIVEN_BACK.source}\\W+(de |por )?(comision|compra (pos|punto|con|en)|punto|iva|igtf|impuesto|cheque (?!deposit)|nomina)`,
)
/** A phone of Venezuela, without its zeros. */
const PHONE = /^(58)?4(1[246]|2[246])\d{7}$/
/**
 * Within how many days a reversal comes that names nobody, with a number of its own or without: by the second day, and after a weekend with its
 * bank holiday. Days are counted from a Thursday, the first of 1970.
 */
const within = (day: number) => ([4, 5].includes(day % 7) ? 4 : 2)
const PARTICLE = /^(del|las|los|san|von)$/

/** Whether as much went later to its payer, or to whom the report names, or the bank gave back the like of it: a person looks. */
export const wentBack = (claim: Claim, credit: Credit): boolean =>
  credit.vueltas.some((to) => isBack(to, claim, credit))

function isBack({ concepto, dia, ...to }: Payee, claim: Claim, credit: Credit): boolean {
  const phones = [credit.telefono, ...claim.telefonos].filter(Boolean)
  const documents = [credit.documento, ...claim.documentos].filter(Boolean)
  if (phones.includes(to.telefono) || documents.includes(to.documento)) return true
  const numbers = (concepto.match(/\d[\d.-]{4,}\d/g) ?? []).map((number) => number.replace(/^0+|\D/g, ''))
  const isNamed = numbers.some(
    (number) =>
      phones.some((phone) => number.endsWith(phone.slice(-10))) ||
      documents.some((document) => document.slice(1) === number) ||
      credit.colas.some((cola) => tailsAgree(cola, number.slice(-8))),
  )
  const words = new Set(nameWords(concepto))
  if (isNamed || claim.nombres.filter((word) => words.has(word) && !PARTICLE.test(word)).length >= 2) return true
  const said = fold(concepto)
  const isOther = to.telefono + to.documento !== '' || numbers.some((number) => PHONE.test(number))
  if (isOther || OF_ANOTHER.test(said)) return false
  return GIVEN_BACK.test(said) && dia - credit.dia <= within(dia)
}

/** A day as a number: those of neighbours differ by one. */
export function dayNumber(day: CalendarDate): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY
}

export function dayOfNumber(day: number): CalendarDate {
  return new Date(day * DAY).toISOString().slice(0, 10) as CalendarDate
}

/** Words of a name that tell people apart: three letters or more, without accents. */
export function nameWords(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}]+/u).filter((word) => word.length >= 3)
}
