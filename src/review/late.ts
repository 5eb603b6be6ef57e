/** Milliseconds after which a payment that waits calls for attention. Apart from the contract, whose library the panel's first screen does not load. */
export const LATE_AFTER = 30 * 60_000
