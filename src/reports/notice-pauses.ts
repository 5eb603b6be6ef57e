/** Minutes at least between two mails about new payments. */
export const NOTICE_PAUSES = [5, 15, 60] as const
