import {
  centsOf,
  type Money,
  moneyOfCents,
  type PayCurrency,
  type Rate,
  toBolivares,
  toDollars,
} from '#platform/money.ts'
import type { PurchaseState } from '#purchases/contract.ts'
import { FIGURES, type Figures } from '../../books-contract.ts'

/** A purchase as the books count it. Amounts in the smallest unit of its currency. */
export interface Counted {
  estado: PurchaseState
  boletos: number
  moneda: PayCurrency
  /** What it owes; null when no rate was known. */
  debe: number | null
  /** What came in and is joined to it. */
  unido: number
  /** Bolívares per dollar that it was quoted with. */
  tasa: Rate | null
  /** Sold by hand for cash, of which no bank tells: who confirmed it has it. */
  efectivo: boolean
}

type Sums = Record<(typeof FIGURES)[number], number>

/** Sums of purchases of one method and currency; each is added once. */
export class BookSums {
  readonly counts = { confirmadas: 0, en_revision: 0, caidas: 0, boletos: 0 }
  readonly own = none()
  readonly ves = none()
  readonly usd = none()
  /** Of what came in, what a bank told of. */
  joined = 0
  sin_tasa = 0
  sin_monto = 0

  add(purchase: Counted): void {
    const { estado, moneda, tasa } = purchase
    const sold = estado === 'confirmado' || estado === 'en revision'
    this.counts[estado === 'confirmado' ? 'confirmadas' : estado === 'en revision' ? 'en_revision' : 'caidas']++
    if (sold) this.counts.boletos += purchase.boletos
    if (sold && purchase.debe === null) this.sin_monto++
    const came = purchase.efectivo ? (estado === 'confirmado' ? (purchase.debe ?? 0) : 0) : purchase.unido
    const owed = sold ? (purchase.debe ?? came) : 0
    this.joined += purchase.unido
    addTo(this.own, estado, owed, came)
    const inVes = convert(owed, came, moneda, 'VES', tasa)
    const inUsd = convert(owed, came, moneda, 'USD', tasa)
    if (inVes) addTo(this.ves, estado, ...inVes)
    if (inUsd) addTo(this.usd, estado, ...inUsd)
    if ((!inVes || !inUsd) && (owed > 0 || came > 0)) this.sin_tasa++
  }

  /** Adds what others sum up, in the two currencies that all have. */
  join(other: BookSums): void {
    for (const name of Object.keys(this.counts) as (keyof BookSums['counts'])[]) this.counts[name] += other.counts[name]
    for (const name of FIGURES) {
      this.ves[name] += other.ves[name]
      this.usd[name] += other.usd[name]
    }
  }
}

export function none(): Sums {
  return { vendido: 0, confirmado: 0, por_verificar: 0, recibido: 0, debe: 0, devolver: 0 }
}

export function told(sums: Sums): Figures {
  const said = (name: keyof Sums) => text(sums[name])
  return {
    vendido: said('vendido'),
    confirmado: said('confirmado'),
    por_verificar: said('por_verificar'),
    recibido: said('recibido'),
    debe: said('debe'),
    devolver: said('devolver'),
  }
}

export const text = (cents: number): Money => moneyOfCents(BigInt(cents))

function addTo(sums: Sums, estado: PurchaseState, owed: number, came: number): void {
  sums.vendido += owed
  if (estado === 'confirmado') sums.confirmado += owed
  else sums.por_verificar += owed
  sums.recibido += came
  // Each purchase for itself: what one has too much pays no other.
  sums.debe += Math.max(0, owed - came)
  sums.devolver += Math.max(0, came - owed)
}

/** Both at its frozen rate, each rounded by itself, so that the sums of a currency add up in that currency; null without a rate. */
function convert(
  owed: number,
  came: number,
  from: PayCurrency,
  to: 'VES' | 'USD',
  rate: Rate | null,
): [owed: number, came: number] | null {
  if (from === to) return [owed, came]
  if (rate === null || from === 'COP') return null
  const change = (cents: number) => Number(centsOf((to === 'VES' ? toBolivares : toDollars)(text(cents), rate)))
  return [change(owed), change(came)]
}

/** Why those figures do not add up, or null. */
export function contradiction(sums: Sums): string | null {
  if (sums.confirmado + sums.por_verificar !== sums.vendido) return 'lo confirmado y lo que se revisa no es lo vendido'
  if (sums.recibido + sums.debe !== sums.vendido + sums.devolver) return 'lo recibido y lo que se debe no es lo vendido'
  return null
}
