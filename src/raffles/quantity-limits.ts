/** Tickets that a purchase may have in any raffle (specification, section 9). A raffle may raise the minimum, or lower the maximum. */
export const LEAST_TICKETS = 2
export const MOST_TICKETS = 100

/** Size of a purchase of one raffle, within 2 and 100. */
export interface QuantityLimits {
  minimo: number
  maximo: number
}

/** Default of a raffle. */
export const WIDEST_LIMITS: QuantityLimits = { minimo: LEAST_TICKETS, maximo: MOST_TICKETS }
