import { centsOf, moneyOfCents, type PayCurrency, type Rate, toBolivares, toDollars } from '#platform/money.ts'
import type { PurchaseState } from '#purchases/contract.ts'
import { FIGURES, type Figures } from '../../books-contract.ts'

/** A purchase as the books count it. Amounts in the smallest unit of its currency. */
export interface Counted {
  estado: PurchaseState
  boletos: number
  moneda: PayCurrency
  /** Amount due; null when no rate was known. */
  debe: number | null
  /** Money that came in and is joined to it. */
  unido: number
  /** Amount accepted as all of its debt, where that is another amount. */
  aceptado: number | null
  /** Part of it that the bank took back. */
  revertido: number
  /** Rest of money that pays it first: nobody has said whose it is. */
  sobra: number
  /** The bank's commission on that money. */
  comision: number
  /** Bolívares per dollar that it was quoted with. */
  tasa: Rate | null
  /** Sold by hand for cash, which no bank reports: the person who confirmed it has it. */
  efectivo: boolean
}

type Sums = Record<(typeof FIGURES)[number], number>

/** Sums of purchases of one method and currency; each is added once. */
export class BookSums {
  readonly counts = { confirmadas: 0, en_revision: 0, caidas: 0, boletos: 0 }
  readonly own = none()
  readonly ves = none()
  readonly usd = none()
  /** Joined money, and its rest, as the rows have it: in their own currency. */
  joined = 0
  left = 0
  sin_tasa = 0
  sin_monto = 0

  add(purchase: Counted): void {
    const { estado, moneda, tasa } = purchase
    const sold = estado === 'confirmado' || estado === 'en revision'
    this.counts[estado === 'confirmado' ? 'confirmadas' : estado === 'en revision' ? 'en_revision' : 'caidas']++
    if (sold) this.counts.boletos += purchase.boletos
    if (sold && purchase.debe === null) this.sin_monto++
    this.joined += purchase.unido
    this.left += purchase.sobra
    const cash = estado === 'confirmado' ? (purchase.debe ?? 0) : 0
    const pagado = purchase.efectivo ? cash : purchase.unido - purchase.revertido
    const { sobra, revertido, comision } = purchase
    const debe = sold ? (purchase.debe ?? pagado) : 0
    const exige = sold ? (purchase.aceptado ?? debe) : 0
    const parts: Parts = { debe, exige, pagado, sobra, revertido, comision }
    addTo(this.own, estado, parts)
    const inVes = convert(parts, moneda, 'VES', tasa)
    const inUsd = convert(parts, moneda, 'USD', tasa)
    if (inVes) addTo(this.ves, estado, inVes)
    if (inUsd) addTo(this.usd, estado, inUsd)
    if ((!inVes || !inUsd) && Object.values(parts).some((part) => part > 0)) this.sin_tasa++
  }

  /** Adds the sums of others, in the two currencies that all have. */
  join(other: BookSums): void {
    for (const name of Object.keys(this.counts) as (keyof BookSums['counts'])[]) this.counts[name] += other.counts[name]
    for (const name of FIGURES) {
      this.ves[name] += other.ves[name]
      this.usd[name] += other.usd[name]
    }
  }
}

const none = () => Object.fromEntries(FIGURES.map((name) => [name, 0])) as Sums

export function told(sums: Sums): Figures {
  return Object.fromEntries(FIGURES.map((name) => [name, moneyOfCents(sums[name])])) as unknown as Figures
}

/** Of one purchase, in one currency. */
interface Parts {
  debe: number
  /** `debe`, or the amount accepted instead. */
  exige: number
  /** Joined money that the bank has not taken back; or cash. */
  pagado: number
  sobra: number
  revertido: number
  comision: number
}

function addTo(sums: Sums, estado: PurchaseState, { debe, exige, pagado, sobra, revertido, comision }: Parts): void {
  sums.vendido += debe
  if (estado === 'confirmado') sums.confirmado += debe
  else sums.por_verificar += debe
  sums.de_mas += Math.max(0, exige - debe)
  sums.de_menos += Math.max(0, debe - exige)
  sums.recibido += pagado + sobra
  // Each purchase for itself: an excess pays no other, and the rest covers nothing until somebody joins it.
  sums.debe += Math.max(0, exige - pagado)
  sums.devolver += Math.max(0, pagado - exige) + sobra
  sums.revertido += revertido
  sums.comisiones += comision
}

/** Each part at its frozen rate, rounded by itself, so that the sums of a currency add up in that currency; null without a rate. */
function convert(parts: Parts, from: PayCurrency, to: 'VES' | 'USD', rate: Rate | null): Parts | null {
  if (from === to) return parts
  if (rate === null || from === 'COP') return null
  const change = (cents: number) => Number(centsOf((to === 'VES' ? toBolivares : toDollars)(moneyOfCents(cents), rate)))
  return Object.fromEntries(Object.entries(parts).map(([name, cents]) => [name, change(cents)])) as unknown as Parts
}

/** Why those figures do not add up, or null. */
export function contradiction(sums: Sums): string | null {
  if (sums.confirmado + sums.por_verificar !== sums.vendido) return 'lo confirmado y lo que se revisa no es lo vendido'
  if (sums.recibido + sums.debe + sums.de_menos !== sums.vendido + sums.de_mas + sums.devolver)
    return 'lo recibido y lo que se debe no es lo vendido'
  return null
}
