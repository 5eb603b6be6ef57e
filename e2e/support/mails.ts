import PostalMime, { type Email } from 'postal-mime'
import type { SmtpSink } from '#mail/server/testing/smtp-sink.ts'
import { until } from '../kill/until.ts'

/** Mails that arrived at that address with that subject, the oldest first. */
export async function mailsTo({ received }: SmtpSink, address: string, subject: RegExp): Promise<Email[]> {
  const own = received.filter(({ recipients }) => recipients.includes(address))
  const mails = await Promise.all(own.map(({ raw }) => PostalMime.parse(raw)))
  return mails.filter((mail) => subject.test(mail.subject ?? ''))
}

/** Waits for such a mail. @returns the text of the newest. */
export async function mailTo(sink: SmtpSink, address: string, subject: RegExp): Promise<string> {
  const newest = async () => (await mailsTo(sink, address, subject)).at(-1)?.text
  await until(`a mail to ${address} about ${subject}`, async () => (await newest()) !== undefined, 250)
  return (await newest()) ?? ''
}
