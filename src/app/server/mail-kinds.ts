import type { MailKind } from '#mail/mail-text.ts'
import { RECEIVED, RECEIVED_WAITING, SERVED } from '#purchases/server/mail/received-mail.ts'
import { ANNULLED, CONFIRMED, CORRECTION, FAKE, REJECTED } from '#review/server/decision/mail-kinds.ts'

/** Every mail that an operator may word, in the order of a purchase's life. */
export const MAIL_KINDS: readonly MailKind[] = [
  RECEIVED,
  RECEIVED_WAITING,
  SERVED,
  CONFIRMED,
  CORRECTION,
  REJECTED,
  FAKE,
  ANNULLED,
]
