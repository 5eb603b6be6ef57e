/** Minutes that pass at least between two mails that tell of new payments. */
export const NOTICE_PAUSES = [5, 15, 60] as const
