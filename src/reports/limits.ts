/** Days on the home, today included. Apart from the contract, whose library the first screen does not need. */
export const HOME_DAYS = 14

/** Minutes at least between two mails about new payments. */
export const NOTICE_PAUSES = [5, 15, 60] as const
