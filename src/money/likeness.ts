import { startOfDay } from '#platform/clock.ts'
import { isWhole } from '#purchases/payment-tails.ts'
import { type Claim, type Credit, dayOfNumber } from './claim.ts'
import { tailsAgree } from './movement-tail.ts'
import type { NearRule } from './verdict.ts'

/** Traits that a report and a credit share. Null where one of them lacks it. */
export interface Likeness {
  /** `firme`: the reference in so many words; `posible`: one reading of it; `corta`: the last four or five digits; `otra`: another. */
  referencia: 'firme' | 'posible' | 'corta' | 'otra' | null
  /** Whether it is the same over eight digits, or an identifier: fewer are equal by chance once in a thousand reports. */
  entera: boolean
  /** Excess of the credit over the amount due, of the smallest unit; null when nobody knows the amount due. */
  de_mas: number | null
  /** Why another amount is as good as the amount due. */
  cerca: NearRule | null
  /** Days from the nearest of the report's days to the credit's; negative when the credit is older. */
  dias: number
  telefono: boolean | null
  documento: boolean | null
  banco: boolean | null
  nombre: boolean | null
}

/** Sources differ by a day: late at night, and by the day of value. */
export const NEAR = 1
/** Beyond that many days nothing is one payment, even if all else is equal. */
export const FAR = 10

export function compare(claim: Claim, credit: Credit): Likeness {
  return {
    referencia: compareReference(claim, credit),
    entera: claim.colas.some((own) => isWhole({ cola: own }) && credit.colas.includes(own)),
    de_mas: claim.debe === null ? null : credit.libre - claim.debe,
    cerca: compareNear(claim, credit),
    dias: daysBetween(claim, credit),
    telefono: among(credit.telefono, claim.telefonos),
    documento: among(credit.documento, claim.documentos),
    banco: credit.banco === '' || claim.banco === '' ? null : credit.banco === claim.banco,
    nombre:
      claim.nombres.length === 0 || credit.nombres.length === 0 ? null : sharesName(claim.nombres, credit.nombres),
  }
}

/** Whether the source names the reported payer. */
export function samePayer({ telefono, documento }: Pick<Likeness, 'telefono' | 'documento'>): boolean {
  return telefono === true || documento === true
}

/** Whether the source names another payer, and none of its data are the reported payer's. */
export function otherPayer(likeness: Pick<Likeness, 'telefono' | 'documento'>): boolean {
  return !samePayer(likeness) && (likeness.telefono === false || likeness.documento === false)
}

/** Whether a rival names money of another amount, and the bank names not the rival as its payer but the other, who reports it. */
export function isDenied(rival: { rank: number; pays: boolean; likeness: Likeness }, other: Likeness): boolean {
  const { rank, pays, likeness } = rival
  const another = (likeness.de_mas ?? 0) !== 0 && likeness.cerca === null
  return rank === 0 && !pays && another && otherPayer(likeness) && samePayer(other)
}

/** Whether any data of the payer differ, also where the rest is equal: anybody who knows a phone or a cédula can type it. */
export function deniesPayer({ telefono, documento, banco, nombre }: Likeness): boolean {
  return telefono === false || documento === false || banco === false || nombre === false
}

/** Whether both have a whole reference and they are not the same; a bank's number for its own customers proves nothing. */
export function contradicts(likeness: Likeness, credit: Credit): boolean {
  return likeness.referencia === 'otra' && !credit.propio
}

/** Whether the report names it. Fewer than eight digits are equal by chance now and then, and those of a number that is not the receipt's always are. */
export function isNamed(claim: Claim, credit: Credit, likeness = compare(claim, credit)): boolean {
  const { referencia, entera, dias } = likeness
  if (!claim.metodos.includes(credit.metodo_id) || referencia !== 'firme' || (credit.propio && !entera)) return false
  return Math.abs(dias) <= (entera ? FAR : NEAR)
}

export function daysBetween({ dias }: Claim, { dia }: Credit): number {
  return dias.map((day) => dia - day).reduce((best, one) => (Math.abs(one) < Math.abs(best) ? one : best))
}

/** Only the bank's own day counts, and only rates of that very day: a buyer who claims an older one has paid another amount. */
function compareNear({ cerca, debe, empezada }: Claim, credit: Credit): NearRule | null {
  const { libre } = credit
  if (cerca === null || debe === null || empezada || libre === debe) return null
  if (cerca.a_tasa(credit).includes(libre)) return 'tasa_del_dia'
  return Math.abs(libre - debe) <= cerca.redondeo ? 'redondeo' : null
}

function compareReference(claim: Claim, { colas, avisadas }: Credit): Likeness['referencia'] {
  if (agree(claim.colas, colas)) return 'firme'
  if (agree(claim.posibles, colas) || agree(claim.colas, avisadas)) return 'posible'
  const shorts = [...claim.colas, ...(claim.corta === '' ? [] : [claim.corta])]
  if (shorts.some((own) => colas.some((cola) => endsAlike(own, cola)))) return 'corta'
  return shorts.length > 0 && colas.length > 0 ? 'otra' : null
}

function agree(ours: readonly string[], theirs: readonly string[]): boolean {
  return ours.some((own) => theirs.some((cola) => tailsAgree(own, cola)))
}

/** Over four digits at least, of which one has no more than five. */
function endsAlike(one: string, other: string): boolean {
  if (one.startsWith('=') || other.startsWith('=') || Math.min(one.length, other.length) < 4) return false
  return one.endsWith(other) || other.endsWith(one)
}

function among(value: string, ours: readonly string[]): boolean | null {
  return value === '' || ours.length === 0 ? null : ours.includes(value)
}

/** Two words, or all of a short name: banks cut names. */
function sharesName(ours: readonly string[], theirs: readonly string[]): boolean {
  const common = theirs.filter((word) => ours.includes(word)).length
  return common >= Math.min(2, theirs.length, ours.length)
}

const MINUTE = 60_000

/**
 * How likely it is one payment, to order the choices of a person. Payers report minutes later, so a credit shortly before its
 * report is likelier than any other of its amount.
 */
export function likelihood(claim: Claim, credit: Credit, likeness = compare(claim, credit)): number {
  const { referencia, de_mas, telefono, documento, banco, nombre } = likeness
  let points = 0
  if (referencia === 'firme') points += 100
  else if (referencia === 'posible') points += 60
  else if (referencia === 'corta') points += 40
  else if (contradicts(likeness, credit)) points -= 25
  points += said(telefono, 45, -5) + said(documento, 50, -10) + said(nombre, 25, -5) + said(banco, 8, -12)
  if (de_mas === 0) points += 40
  points -= 6 * Math.abs(likeness.dias)
  if (!credit.entero) points -= 10
  if (credit.en !== null) {
    const minutes = (claim.en - credit.en) / MINUTE
    points += minutes < -2 ? -15 : 30 / (1 + Math.max(minutes, 0) / 10)
  }
  return points
}

function said(same: boolean | null, yes: number, no: number): number {
  return same === null ? 0 : same ? yes : no
}

/** Whether a person should look at it: not when all telling data differ. */
export function isPossible(likeness: Likeness, credit: Credit): boolean {
  const { referencia, dias, de_mas } = likeness
  const named = referencia === 'firme' || referencia === 'posible'
  if (Math.abs(dias) > (named ? FAR : NEAR)) return false
  if (named) return true
  return de_mas === 0 && !(contradicts(likeness, credit) && otherPayer(likeness))
}

/** Whether an equal reference proves that payment: six digits are equal by chance, and so are all of a number that is not the receipt's. */
export function saysPayment(likeness: Likeness, credit: Credit): boolean {
  return !otherPayer(likeness) || (likeness.entera && !credit.propio)
}

/** Clocks of banks and ours, and minutes that banks cut. */
const CLOCKS_DIFFER = 15 * 60_000

/**
 * Meaning of money of the céntimos that only this report has: none where it came before anybody knew them, by more than clocks differ. Without
 * an hour, and under another whole number, it may be of somebody who had them before on that day.
 */
export function byCents({ dicha }: Claim, likeness: Likeness, credit: Credit): 'firm' | 'weak' | 'rival' {
  const latest = credit.en ?? startOfDay(dayOfNumber(credit.dia + 1))
  if (dicha !== null && latest < dicha - CLOCKS_DIFFER) return 'rival'
  return credit.en === null && contradicts(likeness, credit) && !samePayer(likeness) ? 'weak' : 'firm'
}
