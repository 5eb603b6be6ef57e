import type { SalesPage } from '#payment-methods/contract.ts'

/** Differences of the two sales pages (decisions.md, section 1). One page, one flow, this table. */
export interface Variant {
  path: '/rifa' | '/rifa1'
  /** Date line of a raffle without a date. */
  dateFallback: string
  availability: 'text' | 'bar'
  total: 'both' | 'bolivares'
  /** Effect of 'Comprar'. */
  confirmsAmount: boolean
  picksByHand: boolean
}

export const VARIANTS: Record<SalesPage, Variant> = {
  A: {
    path: '/rifa',
    dateFallback: 'Al vender 80%',
    availability: 'text',
    total: 'both',
    confirmsAmount: true,
    picksByHand: true,
  },
  B: {
    path: '/rifa1',
    dateFallback: 'Al agotarse',
    availability: 'bar',
    total: 'bolivares',
    confirmsAmount: false,
    picksByHand: false,
  },
}

/** Shown until the raffle has loaded. */
export const PRICE_BEFORE_LOAD = '150'
